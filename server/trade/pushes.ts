// What a commit changed for traders, as pushes for their screens: their orders, their portfolio, its totals.
import type { PushName, PushOf } from '../../contract/events.ts';
import type { Engine } from '../../core/engine.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import { portfolioOf, portfolioSummaryOf } from '../../core/trade/portfolio.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import { presentOrder, presentPortfolio, presentSummary } from './present.ts';

/** One push to one person. */
export interface TraderPush<E extends PushName = PushName> {
  readonly account: number;
  readonly event: E;
  readonly payload: PushOf<E>;
}

/** What GET /portfolio would answer now. */
export function portfolioPush(engine: Engine, account: number): TraderPush<'portfolioUpdate'> {
  return { account, event: 'portfolioUpdate', payload: presentPortfolio(portfolioOf(engine.venue, account)) };
}

/** The totals alone, after prices have moved. */
export function summaryPush(engine: Engine, account: number): TraderPush<'portfolioSummaryUpdate'> {
  return {
    account,
    event: 'portfolioSummaryUpdate',
    payload: presentSummary(portfolioSummaryOf(engine.venue, account)),
  };
}

/** One of the trader's orders as GET /getOrders would list it. */
function orderPush(
  engine: Engine,
  order: OrderRecord,
  userName: string,
  updatedAt: number,
): TraderPush<'order-update'> {
  const market = engine.market(order.symbol);
  const frame = {
    userName,
    stockName: market?.instrument.name ?? order.symbol,
    lastPrice: market?.quote.last ?? null,
    updatedAt,
  };
  return { account: order.account, event: 'order-update', payload: presentOrder(order, frame) };
}

/** Everything a commit changed, only for the traders who are `listening`; without the holdings that `putOffHoldings` says it has put off. */
export function pushesOf(
  engine: Engine,
  { orders, accounts, at }: CommittedBatch,
  listening: (account: number) => boolean,
  userNameOf: (account: number) => string,
  putOffHoldings: (engine: Engine, account: number) => boolean = () => false,
): TraderPush[] {
  const pushes: TraderPush[] = [];
  for (const order of orders) {
    if (listening(order.account)) pushes.push(orderPush(engine, order, userNameOf(order.account), at));
  }
  for (const account of accounts) {
    if (!listening(account)) continue;
    if (!putOffHoldings(engine, account)) pushes.push(portfolioPush(engine, account));
    pushes.push(summaryPush(engine, account));
  }
  return pushes;
}
