// The calls of trading that need stored data alone, so that a gateway answers them itself: fills, the story of an order, entitlements.
import { coreSide } from '../../contract/trade/words.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Queryable } from '../db/open.ts';
import { pagesOf } from '../db/list-query.ts';
import type { Caller, Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import { spanOf } from './day-span.ts';
import { listEntitlements } from './entitlements.ts';
import { orderIdOf } from './order-id.ts';
import { presentTransaction } from './present.ts';
import { fillsOfOrder, listFills } from './fill-queries.ts';
import { changesOfOrder, findOrder } from './order-queries.ts';
import type { Mine } from './mine.ts';
import { storyOf } from './story.ts';

export type StoredCalls = 'GET /orders/{id}/events' | 'GET /transactions' | 'GET /entitlements';

export function storedCallHandlers(
  db: Queryable,
  venue: number,
  calendar: TradingCalendar,
): Pick<Handlers, StoredCalls> {
  const mine = (user: Caller): Mine => ({ venue, account: user.accountNo });
  return {
    async 'GET /orders/{id}/events'({ input, user }) {
      const orderId = orderIdOf(input.id);
      const found = await findOrder(db, mine(user), orderId);
      if (found === null) throw notFound();
      const fills = await fillsOfOrder(db, mine(user), orderId);
      return { data: storyOf(found.order, fills, await changesOfOrder(db, venue, orderId), { calendar }) };
    },

    'GET /entitlements': async ({ user }) => ({ data: await listEntitlements(db, mine(user)) }),

    async 'GET /transactions'({ input, user }) {
      const { type, from, to, ...rest } = input;
      const side = type === undefined ? undefined : coreSide(type);
      const { fills, total } = await listFills(db, mine(user), { ...rest, side, ...spanOf({ from, to }) });
      const totalPages = pagesOf(total, input.limit);
      return {
        data: { transactions: fills.map(presentTransaction), totalTransactions: total, totalPages, page: input.page },
      };
    },
  };
}
