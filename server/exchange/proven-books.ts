// Up to where the books were proven: kept with a digest, so that a start on a long history need not read all of it before trading opens.
import { createHash } from 'node:crypto';
import type { Queryable } from '../db/open.ts';
import type { ChainPlace } from './chain.ts';

/** The books as they were proven once. */
export interface ProvenBooks extends ChainPlace {
  readonly lastTrade: number;
  /** Of all fills, in paise. */
  readonly charges: number;
  /** Of every account, in order of their numbers from 0. */
  readonly balances: readonly number[];
}

type Stored = ProvenBooks & { readonly digest: Buffer; readonly isOfTheChain: boolean };

function digestOf({ sequence, lastTransfer, lastTrade, hash, charges, balances }: ProvenBooks): Buffer {
  const said = JSON.stringify([sequence, lastTransfer, lastTrade, charges, balances]);
  return createHash('sha256').update(hash).update(said).digest();
}

/** Null when nothing is kept, or when what is kept is not what was written: then everything is to be proven. */
export async function loadProvenBooks(db: Queryable, venue: number): Promise<ProvenBooks | null> {
  const { rows } = await db.query<Stored>(
    `select p.sequence, p.last_transfer as "lastTransfer", p.last_trade as "lastTrade", p.chain as hash, p.charges, p.balances, p.digest,
       exists (select 1 from batches b where b.venue = p.venue and b.sequence = p.sequence and b.hash = p.chain
         and b.last_transfer = p.last_transfer and b.last_trade = p.last_trade) as "isOfTheChain"
     from proven_books p where p.venue = $1`,
    [venue],
  );
  const [kept] = rows;
  return kept !== undefined && kept.isOfTheChain && digestOf(kept).equals(kept.digest) ? kept : null;
}

/** What the books come to at `end`, the last batch: call it in the transaction that has proven them. */
export async function readBooks(db: Queryable, venue: number, end: ChainPlace): Promise<ProvenBooks> {
  const { rows } = await db.query<{ lastTrade: number; charges: number; balances: number[] }>(
    `select (select last_trade from batches where venue = $1 and sequence = $2) as "lastTrade",
       (select coalesce(sum(balance), 0)::bigint from ledger_accounts where venue = $1 and owner = 'fees') as charges,
       (select coalesce(array_agg(balance order by id), '{}') from ledger_accounts where venue = $1) as balances`,
    [venue, end.sequence],
  );
  return { ...end, ...rows[0] };
}

export async function keepProvenBooks(db: Queryable, venue: number, books: ProvenBooks): Promise<void> {
  const { sequence, lastTransfer, lastTrade, hash, charges, balances } = books;
  await db.query(
    `insert into proven_books (venue, sequence, last_transfer, last_trade, chain, charges, balances, digest, proven_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, extract(epoch from clock_timestamp()) * 1000)
     on conflict (venue) do update set sequence = excluded.sequence, last_transfer = excluded.last_transfer,
       last_trade = excluded.last_trade, chain = excluded.chain, charges = excluded.charges, balances = excluded.balances,
       digest = excluded.digest, proven_at = excluded.proven_at
     where proven_books.sequence <= excluded.sequence`,
    [venue, sequence, lastTransfer, lastTrade, hash, charges, balances, digestOf(books)],
  );
}

/** From now on every start proves everything, until that succeeds. */
export async function forgetProvenBooks(db: Queryable, venue: number): Promise<void> {
  await db.query('delete from proven_books where venue = $1', [venue]);
}
