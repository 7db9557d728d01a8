// Tells the people whom a corporate action concerns that it is planned, or that it was canceled, before its day.
import { calledOffText, plannedText } from '../../../contract/messages/corporate.ts';
import type { CorporateAction } from '../../../core/market/corporate-action.ts';
import type { Queryable } from '../../db/open.ts';
import { actionOf } from '../../exchange/corporate-actions.ts';
import type { StoredAction } from '../../exchange/corporate-actions.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Notice } from '../../notices/notices.ts';
import type { AdminContext } from '../context.ts';

/** As many people as one statement writes to. */
const AT_ONCE = 1000;

/** The accounts that hold the stock and, as a split or bonus ends open orders, those that have one. */
export function concernedBy(
  exchange: Pick<Exchange, 'read'>,
  { instrument, kind }: { readonly instrument: number; readonly kind: CorporateAction['kind'] },
): Promise<number[]> {
  return exchange.read(({ venue }) => {
    const accounts: number[] = [];
    for (const trader of venue.traders.values()) {
      const position = trader.positions.get(instrument);
      if (position === undefined) continue;
      if (position.quantity > 0 || (kind !== 'dividend' && position.openOrders().length > 0)) accounts.push(trader.id);
    }
    return accounts;
  });
}

/** Stores the notifications inside the transaction of the plan. Call the returned function after it has committed. */
export async function tellConcerned(
  { notices, now }: Pick<AdminContext, 'notices' | 'now'>,
  transaction: Queryable,
  stored: StoredAction,
  accounts: readonly number[],
): Promise<() => void> {
  const textOf = stored.state === 'canceled' ? calledOffText : plannedText;
  const message = textOf(actionOf(stored), stored.day);
  const source = `corporate-${stored.state}:${stored.id}`;
  const shows: (() => void)[] = [];
  for (let from = 0; from < accounts.length; from += AT_ONCE) {
    // Somebody whose account is being deleted is waited for, and is then no longer among them.
    const { rows } = await transaction.query<{ account: number }>(
      'select account_no as account from users where account_no = any ($1) and deleted_at is null order by account_no for key share',
      [accounts.slice(from, from + AT_ONCE)],
    );
    const told = rows.map(({ account }): Notice => ({ account, kind: 'corporate-action', message, at: now(), source }));
    shows.push(await notices.store(transaction, told));
  }
  return () => {
    for (const show of shows) show();
  };
}
