// The calls of trading put together: orders and their lists, the portfolio, the diary, limits, and the proof of the books.
import type { Order as WireOrder } from '../../contract/trade.ts';
import type { PortfolioData } from '../../contract/trade/portfolio.ts';
import type { Engine } from '../../core/engine.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { portfolioOf } from '../../core/trade/portfolio.ts';
import { pagesOf } from '../db/list-query.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import type { TradeContext } from './context.ts';
import { spanOf } from './day-span.ts';
import { diaryHandlers } from './diary/routes.ts';
import type { DiaryCalls } from './diary/routes.ts';
import { sharedProof } from './ledger-proof.ts';
import { orderHandlers } from './order-calls.ts';
import type { OrderCalls } from './order-calls.ts';
import { OwnOrders } from './own-orders.ts';
import { presentPortfolio, withLastPrice } from './present.ts';
import { statementHandlers } from './statement.ts';
import { storedCallHandlers } from './stored-calls.ts';
import type { StoredCalls } from './stored-calls.ts';

type TradeCalls =
  | OrderCalls
  | 'GET /getOrders'
  | StoredCalls
  | 'GET /portfolio'
  | 'POST /updatePortfolio'
  | DiaryCalls
  | 'GET /statement'
  | 'GET /limit'
  | 'GET /ledger/verify';

export function tradeHandlers(context: TradeContext): Pick<Handlers, TradeCalls> {
  const { db, reads = db, venue, exchange, calendar = new TradingCalendar('always') } = context;
  const prove = sharedProof(context);
  const ownOrders = new OwnOrders(reads, venue, exchange);
  exchange.subscribe((batch) => ownOrders.committed(batch));

  return {
    ...orderHandlers(context),

    async 'GET /getOrders'({ input, user }) {
      const { orders, total } = await ownOrders.list(user, { ...input, ...spanOf(input) });
      const data = {
        orders: await exchange.read((engine) => orders.map((order) => atLastPrice(engine, order))),
        totalOrders: total,
        totalPages: pagesOf(total, input.limit),
        page: input.page,
      };
      return { data };
    },

    ...storedCallHandlers(reads, venue, calendar),

    'GET /portfolio': async ({ user }) => ({ data: await readPortfolio(exchange, user.accountNo) }),
    // What the client claims to hold is ignored.
    'POST /updatePortfolio': async ({ user }) => ({ data: await readPortfolio(exchange, user.accountNo) }),

    ...diaryHandlers({ ...context, calendar }),
    ...statementHandlers(context),
    'GET /limit': async () => ({ data: await exchange.read(limitsOf) }),
    'GET /ledger/verify': async () => ({ data: await prove() }),
  };
}

/** What GET /portfolio returns; the profile shows the same. */
export function readPortfolio(exchange: Pick<Exchange, 'read'>, account: number): Promise<PortfolioData> {
  return exchange.read((engine) => presentPortfolio(portfolioOf(engine.venue, account)));
}

function atLastPrice(engine: Engine, order: WireOrder): WireOrder {
  const market = engine.market(order.stock.symbol);
  return market === undefined ? order : withLastPrice(order, market.quote.last);
}

function limitsOf({ venue }: Engine) {
  const { maxBuyLimit, maxSellLimit, timeframeInHours } = venue.limits;
  return { maxBuyLimit, maxSellLimit, timeframeInHours };
}
