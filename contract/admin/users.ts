// The administrator's view of people: the list, and one person's holdings, performance and transactions.
import * as z from 'zod/mini';
import { roles } from '../auth.ts';
import { diaryAnalyticsData } from '../trade/diary.ts';
import { controlMessages } from '../messages/control.ts';
import { daySpanInput } from '../trade/day-span.ts';
import { count, id, idInput, instant, pageQuery, percent, rupees, searchText } from '../wire.ts';

export const userSorts = ['createdAt', '-createdAt', 'email', '-email'] as const;
export type UserSort = (typeof userSorts)[number];

export const userListInput = z.object({
  ...pageQuery,
  /** Part of an address or a name. */
  q: z.optional(searchText()),
  status: z.optional(z.enum(['active', 'blocked'], { error: controlMessages.statusInvalid })),
  role: z.optional(z.enum(roles, { error: controlMessages.roleInvalid })),
  sort: z._default(z.enum(userSorts, { error: controlMessages.sortInvalid }), '-createdAt'),
});

export const listedUser = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  createdAt: instant,
  is_Blocked: z.boolean(),
});

export const userListData = z.object({
  usersData: z.array(listedUser),
  totalUsers: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

export const userInput = z.object({ id: idInput });

const holding = z.object({
  stock: z.object({
    _id: id,
    symbol: z.string(),
    name: z.string(),
    price: rupees,
    change: rupees,
    changePercent: percent,
  }),
  quantity: count,
  averagePrice: rupees,
  totalValue: rupees,
  overallProfit: rupees,
  todaysProfit: rupees,
  /** Of the total value of all shares, in percent. */
  allocation: percent,
  isIntraday: z.boolean(),
  /** What is owed for shares among them that were bought on margin. */
  loan: rupees,
});

export const userPortfolioData = z.object({
  user: listedUser,
  /** The largest first. */
  portfolio: z.array(holding),
  totalPortfolioValue: rupees,
  overallProfit: rupees,
  todaysProfit: rupees,
  /** Cash that can be spent, and cash that open orders hold. */
  balance: rupees,
  heldBalance: rupees,
});

export const userPerformanceInput = z.extend(daySpanInput, { id: idInput });
export const userPerformanceData = diaryAnalyticsData;
export const userTransactionsInput = z.object({ ...pageQuery, id: idInput });

export type ListedUser = z.output<typeof listedUser>;
export type UserPortfolio = z.output<typeof userPortfolioData>;
export type Holding = UserPortfolio['portfolio'][number];
