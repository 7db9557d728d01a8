// Proves the books before trading opens, and while it goes on: all of them, or on a long history what has come since the last proof.
import type { Database, Queryable } from '../../db/open.ts';
import { AT_ONCE, BEHIND, politely } from '../../db/polite.ts';
import type { Pace } from '../../db/polite.ts';
import { forgetProvenBooks, keepProvenBooks, loadProvenBooks, NOTHING_PROVEN } from './proven-books.ts';
import type { ProvenBooks } from './proven-books.ts';
import { proveBetween, readPresentBooks } from './verify.ts';
import type { BookProof, PresentBooks } from './verify.ts';

/** Transfers. A shorter history is always proven whole: that takes less than a second. */
const SHORT_HISTORY = 200_000;

export interface Proving {
  readonly db: Database;
  readonly venue: number;
  /** Ends a proof under way: it rejects. */
  readonly signal?: AbortSignal;
}

/**
 * Pages of history are to be found by their keys, and in their order. Left to itself, the planner scans a whole table, or all of an index
 * and sorts it, where the table was small when it was last analysed: each page would cost more than the one before.
 */
const BY_KEYS = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort']
  .map((way) => `set enable_${way} = off`)
  .join('; ');

/** Balances and open orders are read in one consistent state of all tables. History needs none: once written, it does not change. */
async function prove({ db, venue, signal }: Proving, from: ProvenBooks, pace: Pace): Promise<BookProof> {
  const work = async (asked: Queryable): Promise<BookProof> => {
    const present = await inOneState(asked, venue);
    await asked.query(BY_KEYS);
    return proveBetween(asked, venue, { from, present });
  };
  const proof = await politely(db, work, { pace, signal });
  if (!proof.ok) await forgetProvenBooks(db, venue);
  else if (proof.books.lastTransfer > SHORT_HISTORY) await keepProvenBooks(db, venue, proof.books);
  return proof;
}

async function inOneState(asked: Queryable, venue: number): Promise<PresentBooks> {
  await asked.query('begin isolation level repeatable read, read only');
  const present = await readPresentBooks(asked, venue);
  await asked.query('commit');
  return present;
}

/** Proves everything from the first transfer on. If something is wrong, every later start proves everything again. */
export function proveAll(proving: Proving, pace: Pace = AT_ONCE): Promise<BookProof> {
  return prove(proving, NOTHING_PROVEN, pace);
}

export interface StartProof {
  readonly proof: BookProof;
  /** False when only what came since an earlier proof was looked at: the rest is to be proven again while trading is open. */
  readonly isWhole: boolean;
}

/** Proves as much as must be proven before trading opens. */
export async function proveAtStart(proving: Proving): Promise<StartProof> {
  const { db, venue } = proving;
  const books = await loadProvenBooks(db, venue);
  if (books === null) return { proof: await proveAll(proving), isWhole: true };
  return { proof: await prove(proving, books, AT_ONCE), isWhole: false };
}

/** Proves what has come since the last proof, once that is enough to be worth it; null when it is not. */
export async function proveOn(proving: Proving): Promise<BookProof | null> {
  const { db, venue } = proving;
  const { rows } = await db.query<{ next: boolean }>(
    `select coalesce((select last_transfer from batches where venue = $1 order by sequence desc limit 1), 0)
       > $2::bigint + coalesce((select last_transfer from proven_books where venue = $1), 0) as next`,
    [venue, SHORT_HISTORY],
  );
  if (!rows[0].next) return null;
  return prove(proving, (await loadProvenBooks(db, venue)) ?? NOTHING_PROVEN, BEHIND);
}

/** What does not add up, in one sentence. */
export function wrongOf({ checks }: BookProof): string {
  const wrong = checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  return wrong.join(' | ');
}
