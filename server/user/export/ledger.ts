// One person's movements in the ledger. All transfers are read through, because an index by account would slow down every trade.
import { toRupees } from '../../../contract/wire/sums.ts';
import type { Queryable } from '../../db/open.ts';
import type { Cell } from './table.ts';
import { timeText } from './time-text.ts';

export const LEDGER_HEADER = ['Transfer', 'At (IST)', 'Kind', 'Asset', 'Change', 'Belongs to'];

/** Batches looked at in one statement. */
const STRETCH = 500;

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

/** A batch, and the last transfer up to its end. */
interface Place {
  readonly sequence: number;
  readonly lastTransfer: number;
}

const SIDES = 'cross join lateral (values (t.credit, t.amount), (t.debit, -t.amount)) side(own, change)';
const OWN = '(t.credit = any($6) or t.debit = any($6)) and side.own = any($6)';
const MOVEMENTS = `
  select t.id, t.at, t.kind, t.reference, side.own, side.change from transfers t ${SIDES}
  where t.venue = $1 and t.id > $4 and t.id <= $5 and ${OWN}
  union all
  select t.id, t.at, t.kind, t.reference, side.own, side.change from settled_transfers t ${SIDES}
  where t.venue = $1 and t.sequence > $2 and t.sequence <= $3 and ${OWN}
  order by id`;

export async function* ledgerPages(db: Queryable, whose: Whose): AsyncGenerator<Cell[][]> {
  const { venue, account } = whose;
  const { rows: own } = await db.query<{ id: number; symbol: string | null }>(
    `select a.id, i.symbol from ledger_accounts a left join instruments i on i.venue = a.venue and i.id = a.asset
     where a.venue = $1 and a.owner = $2::text order by a.id`,
    [venue, String(account)],
  );
  const ids = own.map(({ id }) => id);
  const symbols = new Map(own.map(({ id, symbol }) => [id, symbol]));
  let after = await batchBefore(db, whose);
  for (let upTo = await stretchEnd(db, venue, after); upTo !== null; upTo = await stretchEnd(db, venue, after)) {
    const { rows } = await db.query<Movement & { own: number }>(MOVEMENTS, [
      venue,
      after.sequence,
      upTo.sequence,
      after.lastTransfer,
      upTo.lastTransfer,
      ids,
    ]);
    if (rows.length > 0) yield rows.map((row) => cellsOf({ ...row, symbol: symbols.get(row.own) ?? null }));
    after = upTo;
  }
}

/** The change is in rupees for money, in shares otherwise. */
function cellsOf({ id, at, kind, symbol, change, reference }: Movement): Cell[] {
  return [id, timeText(at), kind, symbol ?? 'INR', symbol === null ? toRupees(change) : change, reference];
}

/** The last batch of the next stretch; null after the last one. */
async function stretchEnd(db: Queryable, venue: number, { sequence }: Place): Promise<Place | null> {
  const { rows } = await db.query<Place>(
    `select sequence, last_transfer as "lastTransfer" from (
       select sequence, last_transfer from batches where venue = $1 and sequence > $2 order by sequence limit ${STRETCH}) next
     order by sequence desc limit 1`,
    [venue, sequence],
  );
  return rows[0] ?? null;
}

/** The last batch before `since`, found by bisection: later batches have higher numbers. */
async function batchBefore(db: Queryable, { venue, since }: Whose): Promise<Place> {
  const { rows: newest } = await db.query<{ last: number | null }>(
    'select max(sequence) as last from batches where venue = $1',
    [venue],
  );
  let [low, high] = [1, (newest[0].last ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await db.query<{ sequence: number; at: number }>(
      'select sequence, at from batches where venue = $1 and sequence >= $2 order by sequence limit 1',
      [venue, middle],
    );
    const found = rows.at(0);
    if (found === undefined || found.at >= since) high = middle;
    else low = found.sequence + 1;
  }
  const { rows } = await db.query<Place>(
    `select sequence, last_transfer as "lastTransfer" from batches where venue = $1 and sequence < $2 order by sequence desc limit 1`,
    [venue, low],
  );
  return rows[0] ?? { sequence: 0, lastTransfer: 0 };
}
