// Proves the books before trading opens and while it goes on: all of them, or, where history is long, what came since they were proven last.
import type { Database, Queryable } from '../db/open.ts';
import { forgetProvenBooks, keepProvenBooks, loadProvenBooks, readBooks } from './proven-books.ts';
import type { ProvenBooks } from './proven-books.ts';
import { verifyBooks, verifySince } from './verify.ts';
import type { BookProof } from './verify.ts';

/** A history shorter than this is always proven whole: that takes less than a second. */
const SHORT_HISTORY = 200_000;
/** Reading a history of years may take minutes, and nobody waits for it. */
const WHOLE_TIMEOUT_MS = 3_600_000;

export interface Proving {
  readonly db: Database;
  readonly venue: number;
  /** Ends a proof under way: it rejects. */
  readonly signal?: AbortSignal;
}

interface Found {
  readonly proof: BookProof;
  readonly books: ProvenBooks | null;
}

/** One consistent state of all tables, while the exchange goes on. */
async function inOneState(
  { db, venue, signal }: Proving,
  timeoutMs: number,
  prove: (state: Queryable) => Promise<BookProof>,
): Promise<BookProof> {
  const look = async (transaction: Queryable): Promise<Found> => {
    const state: Queryable = {
      query(query, values) {
        signal?.throwIfAborted();
        return transaction.query(query, values);
      },
    };
    await state.query('set transaction isolation level repeatable read, read only');
    const { rows } = await state.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cancel = (): void => void db.query('select pg_cancel_backend($1)', [rows[0].pid]).catch(() => {});
    signal?.addEventListener('abort', cancel);
    try {
      const proof = await prove(state);
      return { proof, books: proof.ok ? await readBooks(state, venue, proof.end) : null };
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  const { proof, books } = await db.transaction(look, { statementTimeoutMs: timeoutMs });
  if (books === null) await forgetProvenBooks(db, venue);
  else if (books.lastTransfer > SHORT_HISTORY) await keepProvenBooks(db, venue, books);
  return proof;
}

/** Everything, from the first transfer on. What is wrong stays wrong for every later start. */
export function proveAll(proving: Proving, timeoutMs: number = WHOLE_TIMEOUT_MS): Promise<BookProof> {
  return inOneState(proving, timeoutMs, (state) => verifyBooks(state, proving.venue));
}

export interface StartProof {
  readonly proof: BookProof;
  /** False: what lies before was proven at another time, and is to be proven again now that trading is open. */
  readonly isWhole: boolean;
}

/** As much as has to be proven before trading opens. */
export async function proveAtStart(proving: Proving): Promise<StartProof> {
  const { db, venue } = proving;
  const books = await loadProvenBooks(db, venue);
  if (books === null) return { proof: await proveAll(proving), isWhole: true };
  const proof = await inOneState(proving, WHOLE_TIMEOUT_MS, (state) => verifySince(state, venue, books));
  return { proof, isWhole: false };
}

/** Goes on from what is proven when enough has come since; null when nothing was to be done. */
export async function proveOn(proving: Proving): Promise<BookProof | null> {
  const { db, venue } = proving;
  const { rows } = await db.query<{ next: boolean }>(
    `select coalesce((select last_transfer from batches where venue = $1 order by sequence desc limit 1), 0)
       > $2::bigint + coalesce((select last_transfer from proven_books where venue = $1), 0) as next`,
    [venue, SHORT_HISTORY],
  );
  return rows[0].next ? (await proveAtStart(proving)).proof : null;
}

/** What does not add up, in one sentence. */
export function wrongOf({ checks }: BookProof): string {
  const wrong = checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  return wrong.join(' | ');
}
