// A person's own side of the ledger, read in stretches of everybody's transfers: there is no index by account, which would cost every trade.
import { toRupees } from '../../../contract/wire/sums.ts';
import type { Queryable } from '../../db/open.ts';
import { timeText } from './tables.ts';
import type { Cell } from './tables.ts';

export const LEDGER_HEADER = ['Transfer', 'At (IST)', 'Kind', 'Asset', 'Change', 'Belongs to'];

/** Transfers looked at in one statement. */
const STRETCH = 100_000;

interface Movement {
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly symbol: string | null;
  readonly change: number;
  readonly reference: number;
}

export interface Whose {
  readonly venue: number;
  readonly account: number;
  /** Nothing moved before the account was opened. */
  readonly since: number;
}

export async function* ledgerPages(db: Queryable, whose: Whose): AsyncGenerator<Cell[][]> {
  const { venue, account } = whose;
  const { rows: own } = await db.query<{ id: number; symbol: string | null }>(
    `select a.id, i.symbol from ledger_accounts a left join instruments i on i.venue = a.venue and i.id = a.asset
     where a.venue = $1 and a.owner = $2::text order by a.id`,
    [venue, String(account)],
  );
  const ids = own.map(({ id }) => id);
  const symbols = new Map(own.map(({ id, symbol }) => [id, symbol]));
  const last = await lastTransfer(db, venue);
  let after = (await firstTransferSince(db, whose, last)) - 1;
  while (after < last) {
    const upTo = Math.min(after + STRETCH, last);
    const { rows } = await db.query<Movement & { own: number }>(
      `select t.id, t.at, t.kind, t.reference, side.own, side.change
       from transfers t cross join lateral (values (t.credit, t.amount), (t.debit, -t.amount)) side(own, change)
       where t.venue = $1 and t.id > $2 and t.id <= $3 and (t.credit = any($4) or t.debit = any($4)) and side.own = any($4)
       order by t.id`,
      [venue, after, upTo, ids],
    );
    if (rows.length > 0) yield rows.map((row) => cellsOf({ ...row, symbol: symbols.get(row.own) ?? null }));
    after = upTo;
  }
}

/** Rupees where money moved, whole shares otherwise. */
function cellsOf({ id, at, kind, symbol, change, reference }: Movement): Cell[] {
  return [id, timeText(at), kind, symbol ?? 'INR', symbol === null ? toRupees(change) : change, reference];
}

async function lastTransfer(db: Queryable, venue: number): Promise<number> {
  const { rows } = await db.query<{ last: number | null }>('select max(id) as last from transfers where venue = $1', [
    venue,
  ]);
  return rows[0].last ?? 0;
}

/** Numbers rise with time: halves find the place. */
async function firstTransferSince(db: Queryable, { venue, since }: Whose, last: number): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await db.query<{ id: number; at: number }>(
      'select id, at from transfers where venue = $1 and id >= $2 order by id limit 1',
      [venue, middle],
    );
    const found = rows.at(0);
    if (found === undefined || found.at >= since) high = middle;
    else low = found.id + 1;
  }
  return low;
}
