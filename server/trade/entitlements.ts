// What a trader got from corporate actions: new shares for old ones, dividends, and cash for fractions of a share.
import type { Entitlement } from '../../contract/market/corporate.ts';
import { actionText } from '../../contract/messages/corporate.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { dayText } from '../../core/market/day.ts';
import type { Queryable } from '../db/open.ts';
import { actionOf } from '../exchange/corporate-actions.ts';
import type { StoredAction } from '../exchange/corporate-actions.ts';
import type { DaySpan } from './day-span.ts';
import type { Mine } from './mine.ts';

type Row = Pick<StoredAction, 'id' | 'symbol' | 'kind' | 'from' | 'to' | 'perShare' | 'day'> & {
  before: number;
  after: number;
  cash: number;
};

const ENTITLEMENTS = `select c.id, i.symbol, c.kind, c.from_shares as "from", c.to_shares as "to", c.per_share as "perShare",
    c.done_day as day, e.before, e.after, e.cash
  from entitlements e join corporate_actions c on c.venue = e.venue and c.id = e.action
  join instruments i on i.venue = c.venue and i.id = c.instrument
  where e.venue = $1 and e.account = $2`;

/** The newest 200. */
export async function listEntitlements(db: Queryable, { venue, account }: Mine): Promise<Entitlement[]> {
  // Actions of one morning were carried out in order of their planned days: those of a holiday come with those of the next trading day.
  const { rows } = await db.query<Row>(
    `${ENTITLEMENTS} order by c.ended_at desc, c.effective_day desc, c.id desc limit 200`,
    [venue, account],
  );
  return rows.map(({ before, after, cash, ...action }) => ({
    _id: String(action.id),
    symbol: action.symbol,
    kind: action.kind,
    text: actionText(actionOf(action)),
    date: dayText(action.day),
    sharesBefore: before,
    sharesAfter: after,
    cash: toRupees(cash),
  }));
}

export interface PaidEntitlement {
  readonly day: number;
  readonly symbol: string;
  /** Otherwise it is cash in place of a fraction of a share. */
  readonly isDividend: boolean;
  readonly text: string;
  /** Paise. */
  readonly cash: number;
}

/** Cash paid on these days, oldest first. */
export async function paidEntitlements(
  db: Queryable,
  { venue, account }: Mine,
  { fromDay, toDay }: DaySpan,
): Promise<PaidEntitlement[]> {
  const { rows } = await db.query<Row>(
    `${ENTITLEMENTS} and e.cash > 0 and c.done_day >= coalesce($3, c.done_day) and c.done_day <= coalesce($4, c.done_day)
     order by c.ended_at, c.effective_day, c.id`,
    [venue, account, fromDay, toDay],
  );
  return rows.map(({ cash, ...action }) => ({
    day: action.day,
    symbol: action.symbol,
    isDividend: action.kind === 'dividend',
    text: actionText(actionOf(action)),
    cash,
  }));
}
