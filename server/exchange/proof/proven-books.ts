// Up to where the books were proven: kept with a digest, so that a start on a long history need not read all of it before trading opens.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../db/open.ts';
import { numbersOf, textOf } from './balance-lists.ts';
import { CHAIN_BEGIN } from '../chain.ts';
import type { ChainPlace } from '../chain.ts';

/** The books as they were proven once. */
export interface ProvenBooks extends ChainPlace {
  readonly lastTrade: number;
  /** Earned with all fills, in paise. */
  readonly charges: number;
  /** The same for what was passed on by law, of which the house has earned nothing. */
  readonly statutory: number;
  /** The balance of every account, in the order of their ids from 0. */
  readonly balances: readonly number[];
}

/** Before the first batch. */
export const NOTHING_PROVEN: ProvenBooks = { ...CHAIN_BEGIN, lastTrade: 0, charges: 0, statutory: 0, balances: [] };

type Stored = Omit<ProvenBooks, 'balances'> & {
  readonly list: string;
  readonly digest: Buffer;
  readonly isOfTheChain: boolean;
};

async function digestOf(books: ProvenBooks): Promise<Buffer> {
  const { sequence, lastTransfer, lastTrade, hash, charges, statutory, balances } = books;
  // Left out where there is none: digests from before these charges existed stay valid.
  const paid = statutory === 0 ? `${charges}` : `${charges},${statutory}`;
  const digest = createHash('sha256').update(hash).update(`[${sequence},${lastTransfer},${lastTrade},${paid},[`);
  for await (const part of textOf(balances)) digest.update(part);
  return digest.update(']]').digest();
}

/** Null when nothing is kept, or when it does not match its digest: then everything must be proven. */
export async function loadProvenBooks(db: Queryable, venue: number): Promise<ProvenBooks | null> {
  const { rows } = await db.query<Stored>(
    `select p.sequence, p.last_transfer as "lastTransfer", p.last_trade as "lastTrade", p.chain as hash, p.charges, p.statutory, p.digest,
       array_to_string(p.balances, ',') as list,
       exists (select 1 from batches b where b.venue = p.venue and b.sequence = p.sequence and b.hash = p.chain
         and b.last_transfer = p.last_transfer and b.last_trade = p.last_trade) as "isOfTheChain"
     from proven_books p where p.venue = $1`,
    [venue],
  );
  if (rows.length === 0) return null;
  const [{ list, digest, isOfTheChain, ...place }] = rows;
  const kept = { ...place, balances: await numbersOf(list) };
  return isOfTheChain && (await digestOf(kept)).equals(digest) ? kept : null;
}

/** Accounts whose balances are read in one query. */
const ACCOUNTS_AT_ONCE = 20_000;
const FIRST_ACCOUNT = -(2 ** 31);

/** The books as they are at the last batch; to be read in one consistent state. */
export async function readBooks(state: Queryable, venue: number): Promise<ProvenBooks> {
  const { rows } = await state.query<ChainPlace & { lastTrade: number }>(
    `select sequence, last_transfer as "lastTransfer", hash, last_trade as "lastTrade" from batches
     where venue = $1 order by sequence desc limit 1`,
    [venue],
  );
  const paid = await state.query<{ charges: number; statutory: number }>(
    `select coalesce(sum(balance) filter (where owner = 'fees'), 0)::bigint as charges,
       coalesce(sum(balance) filter (where owner = 'statutory'), 0)::bigint as statutory
     from ledger_balances where venue = $1 and owner in ('fees', 'statutory')`,
    [venue],
  );
  const place = rows[0] ?? { ...CHAIN_BEGIN, lastTrade: 0 };
  return { ...place, ...paid.rows[0], balances: await readBalances(state, venue) };
}

async function readBalances(state: Queryable, venue: number): Promise<number[]> {
  const balances: number[] = [];
  for (let after = FIRST_ACCOUNT; ;) {
    const { rows } = await state.query<{ last: number | null; ids: string; balances: string }>(
      `select max(id) as last, string_agg(id::text, ',') as ids, string_agg(balance::text, ',') as balances from (
         select id, balance from ledger_balances where venue = $1 and id > $2 order by id limit $3) page`,
      [venue, after, ACCOUNTS_AT_ONCE],
    );
    const [page] = rows;
    if (page.last === null) return balances;
    const held = await numbersOf(page.balances);
    for (const [index, id] of (await numbersOf(page.ids)).entries()) {
      if (id < 0) throw new Error(`There is an account ${id}.`);
      while (balances.length < id) balances.push(0);
      balances[id] = held[index];
    }
    after = page.last;
  }
}

export async function keepProvenBooks(db: Queryable, venue: number, books: ProvenBooks): Promise<void> {
  const { sequence, lastTransfer, lastTrade, hash, charges, statutory, balances } = books;
  const digest = await digestOf(books);
  let list = '';
  for await (const part of textOf(balances)) list += part;
  await db.query(
    `insert into proven_books (venue, sequence, last_transfer, last_trade, chain, charges, balances, digest, statutory, proven_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, extract(epoch from clock_timestamp()) * 1000)
     on conflict (venue) do update set sequence = excluded.sequence, last_transfer = excluded.last_transfer,
       last_trade = excluded.last_trade, chain = excluded.chain, charges = excluded.charges, balances = excluded.balances,
       digest = excluded.digest, statutory = excluded.statutory, proven_at = excluded.proven_at
     where proven_books.sequence <= excluded.sequence`,
    [venue, sequence, lastTransfer, lastTrade, hash, charges, `{${list}}`, digest, statutory],
  );
}

/** From now on every start proves everything, until that succeeds. */
export async function forgetProvenBooks(db: Queryable, venue: number): Promise<void> {
  await db.query('delete from proven_books where venue = $1', [venue]);
}
