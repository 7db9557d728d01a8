// A trader as the desk sees them: holdings, results, trades and cash, by the calls that the trader would make.
import type { Holding, UserPortfolio } from '../../contract/admin/users.ts';
import type { DataOf } from '../../contract/routes.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { partsOf } from '../../contract/wire/parts.ts';
import { callAs, callerOf } from '../handler.ts';
import type { Handlers } from '../handler.ts';
import type { AdminContext } from './context.ts';
import { presentUser, traderOf } from './users.ts';
import type { UserRow } from './users.ts';

/** 100 %, in hundredths of a percent. */
const WHOLE = 10_000;

type Calls =
  | 'GET /userPortfolio/{id}'
  | 'GET /userPerformance/{id}'
  | 'GET /userTransactions/{id}'
  | 'GET /userMoney/{id}';

export function userPortfolioHandlers({ db, reads }: AdminContext): Pick<Handlers, Calls> {
  return {
    async 'GET /userPortfolio/{id}'({ input }) {
      const row = await traderOf(db, input.id);
      return { data: present(row, await callAs(reads, 'GET /portfolio', callerOf(row), {})) };
    },

    async 'GET /userPerformance/{id}'({ input: { id, ...span } }) {
      const row = await traderOf(db, id);
      const analytics = await callAs(reads, 'GET /diaryAnalytics', callerOf(row), span);
      // Moods and tags are the trader's private notes.
      return { data: { ...analytics, byTag: [], byMood: [] } };
    },

    async 'GET /userTransactions/{id}'({ input: { id, ...page } }) {
      const row = await traderOf(db, id);
      return { data: await callAs(reads, 'GET /transactions', callerOf(row), page) };
    },

    async 'GET /userMoney/{id}'({ input: { id, ...input } }) {
      const row = await traderOf(db, id);
      return { data: await callAs(reads, 'GET /statement', callerOf(row), input) };
    },
  };
}

function present(row: UserRow, { portfolio, ...sums }: DataOf<'GET /portfolio'>): UserPortfolio {
  const values = portfolio.map(({ currentValue }) => currentValue);
  const allocations = partsOf(values, WHOLE).map((part) => part / 100);
  const holdings = portfolio.map((item, index) => presentHolding(item, allocations[index]));
  return { user: presentUser(row), portfolio: holdings.sort((a, b) => b.totalValue - a.totalValue), ...sums };
}

function presentHolding(item: PortfolioItem, allocation: number): Holding {
  const { stockId, symbol, name, currentPrice: price, change, changePercent, quantity, averagePrice } = item;
  const { currentValue: totalValue, overallProfit, todaysProfit, isIntraday, loan } = item;
  return {
    stock: { _id: stockId, symbol, name, price, change, changePercent },
    quantity,
    averagePrice,
    totalValue,
    overallProfit,
    todaysProfit,
    allocation,
    isIntraday,
    loan,
  };
}
