// Proves the books from what is stored: sums, balances, holds, positions, fills, loans, fees and the hash chain.
import type { Queryable } from '../../db/open.ts';
import { Findings, MOST_SHOWN } from './findings.ts';
import type { BookCheck, CheckName } from './findings.ts';
import { PAGE_SIZES, proveHistory } from './prove-history.ts';
import type { PageSizes } from './prove-history.ts';
import { NOTHING_PROVEN, readBooks } from './proven-books.ts';
import type { ProvenBooks } from './proven-books.ts';
import { PRESENT_RULES } from './present-rules.ts';

export interface BookProof {
  readonly ok: boolean;
  readonly checks: readonly BookCheck[];
  /** What was proven, as it stood at the last batch. */
  readonly books: ProvenBooks;
}

/** The books as they are at one batch, and what is wrong with them without looking at history. */
export interface PresentBooks {
  readonly books: ProvenBooks;
  readonly lastOrder: number;
  readonly wrong: readonly { readonly name: CheckName; readonly what: readonly string[] }[];
}

/** Nothing is stored that belongs to no batch. */
const OUTSIDE = `select 'There are transfers after the last batch.' as what from transfers
  where venue = $1 and (id < 1 or id > coalesce((select last_transfer from batches where venue = $1 order by sequence desc limit 1), 0))`;

/** Reads everything that must come from one consistent state: while the exchange runs, call it in a repeatable-read transaction. */
export async function readPresentBooks(state: Queryable, venue: number): Promise<PresentBooks> {
  const books = await readBooks(state, venue);
  const newest = await state.query<{ id: number | null }>('select max(id) as id from orders where venue = $1', [venue]);
  const wrong: { name: CheckName; what: string[] }[] = [];
  for (const { name, violations } of [...PRESENT_RULES, { name: 'chain', violations: OUTSIDE } as const]) {
    const { rows } = await state.query<{ what: string }>(`${violations} limit ${MOST_SHOWN}`, [venue]);
    wrong.push({ name, what: rows.map(({ what }) => what) });
  }
  return { books, lastOrder: newest.rows[0].id ?? 0, wrong };
}

/** Whether history leads from the books proven before to those of now. Its pages can be read one by one, in no common transaction. */
export async function proveBetween(
  db: Queryable,
  venue: number,
  { from, present, sizes = PAGE_SIZES }: { from: ProvenBooks; present: PresentBooks; sizes?: PageSizes },
): Promise<BookProof> {
  const { books, lastOrder, wrong } = present;
  const findings = new Findings();
  for (const { name, what } of wrong) findings.add(name, what);
  const batches = await proveHistory({ db, venue, from, to: books, lastOrder, findings, sizes });
  const checks = findings.checks(batches);
  return { ok: checks.every(({ ok }) => ok), checks, books };
}

/** All checks over everything, from the first transfer on. Only while nothing else writes. */
export function verifyBooks(db: Queryable, venue: number, sizes?: PageSizes): Promise<BookProof> {
  return verifySince(db, venue, NOTHING_PROVEN, sizes);
}

/** The same checks where the books are proven up to a batch: only the history after it is read. */
export async function verifySince(
  db: Queryable,
  venue: number,
  from: ProvenBooks,
  sizes?: PageSizes,
): Promise<BookProof> {
  return proveBetween(db, venue, { from, present: await readPresentBooks(db, venue), sizes });
}
