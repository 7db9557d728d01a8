// Every figure that the desk shows about three people's trading, recomputed from orders and fills, equal to the paisa.
import { describe, expect, test } from 'vitest';
import { dayText, marketDay } from '../core/market/day.ts';
import { owed, termsOf, total } from './accountant.ts';
import type { Day } from './accountant.ts';
import { admin, ask, CASH, feesNow, paise, people, seen, server, sumOf, tradeAtRandom } from './scenes/accountant.ts';

tradeAtRandom(8);

describe('the desk', () => {
  const daysOf = (date: string): Day[] => seen.flatMap(({ books }) => books.days.get(date) ?? []);
  const dates = (): string[] => [...new Set(seen.flatMap(({ books }) => [...books.days.keys()]))].sort();
  const sides = (days: readonly Day[]) => ({
    traded: sumOf(days, ({ bought, sold }) => bought + sold),
    commission: sumOf(days, ({ brokerage }) => brokerage),
    flat: sumOf(days, ({ flat }) => flat),
    law: sumOf(days, ({ law }) => law),
    orders: new Set(days.flatMap(({ byOrder }) => [...byOrder.keys()])).size,
  });

  test('fees: the report by days, its file, and the month that runs', async () => {
    const [from, to] = ['2027-03-01', '2027-04-30'];
    const report = await ask('GET /feeReport', { from, to }, admin);
    const figures = (one: Record<string, number>) => ({
      traded: paise(one.tradedValue),
      commission: paise(one.commission),
      flat: paise(one.flatFees),
      law: paise(one.statutory),
      orders: one.orders,
    });
    const traded = dates().filter((date) => sides(daysOf(date)).orders > 0);
    expect(report.days.map((day: { date: string }) => [day.date, figures(day as never)])).toEqual(
      traded.map((date) => [date, sides(daysOf(date))]),
    );
    const whole = sides(traded.flatMap(daysOf));
    expect(figures(report)).toEqual(whole);
    expect(paise(report.totalFeesCollected)).toBe(whole.commission + whole.flat);
    const { feeSummary } = await ask('GET /getFees', {}, admin);
    const month = dayText(marketDay(server.clock.at)).slice(0, 7);
    const ofMonth = sides(traded.filter((date) => date.startsWith(month)).flatMap(daysOf));
    expect(paise(feeSummary.totalFeesCollected)).toBe(ofMonth.commission + ofMonth.flat);
  });

  test('the report on other fees: with the same fees it has the same result', async () => {
    const now = feesNow();
    const asked = {
      standardCommissionRate: now.rate / 10_000,
      flatTransactionFee: now.flat / 100,
      volumeDiscounts: now.discounts.map(({ min, max, off }) => {
        return { minVolume: min, maxVolume: max, discountRate: off / 1_000_000 };
      }),
    };
    const said = await ask('POST /feePreview', asked, admin);
    const all = seen.flatMap(({ orders, books }) =>
      orders.map((order) => [order, books.standing(order.orderId)] as const),
    );
    const filled = all.filter(([, { value }]) => value > 0);
    const then = filled.map(([{ type, quantity, createdAt }, { value, intraday }]) => {
      const known = { ...now, law: now.law };
      return owed(type === 'BUY', termsOf(known, quantity, Date.parse(createdAt)), value, intraday);
    });
    expect([
      said.orders,
      ...[said.tradedValue, said.feesPaid, said.feesThen, said.statutoryPaid, said.statutoryThen].map(paise),
    ]).toEqual([
      filled.length,
      sumOf(filled, ([, { value }]) => value),
      sumOf(filled, ([, { brokerage, flat }]) => brokerage + flat),
      sumOf(then, ({ brokerage, flat }) => brokerage + flat),
      sumOf(filled, ([, { law }]) => law),
      sumOf(then, ({ law }) => law),
    ]);
  });

  test('the dashboard, day by day and in all', async () => {
    await server.desk.keepDays();
    const data = await ask('GET /adminDashboard', { days: 7 }, admin);
    const trades = new Map(seen.flatMap(({ fills }) => fills.map((fill) => [fill.tradeId, fill] as const)));
    const orders = seen.flatMap((one) => one.orders);
    const dateOf = (at: string): string => dayText(marketDay(Date.parse(at)));
    const of = (date: string | null) => {
      const isOn = (at: string): boolean => date === null || dateOf(at) === date;
      const days = date === null ? dates().flatMap(daysOf) : daysOf(date);
      return {
        orders: orders.filter(({ createdAt }) => isOn(createdAt)).length,
        traded: sumOf(trades.values(), (fill) => (isOn(fill.completedAt) ? paise(fill.totalAmount) : 0)),
        fees: sumOf(days, ({ brokerage, flat }) => brokerage + flat),
      };
    };
    const shown = (one: { orders: number; tradedValue: number; fees: number }) => {
      return { orders: one.orders, traded: paise(one.tradedValue), fees: paise(one.fees) };
    };
    expect(shown(data.total)).toEqual(of(null));
    for (const day of data.days) expect([day.date, shown(day)]).toEqual([day.date, of(day.date)]);
    expect(data.pendingOrders).toBe(orders.filter(({ status }) => status === 'PENDING').length);
    expect([data.total.completed, data.total.failed]).toEqual([
      orders.filter(({ status }) => status === 'COMPLETED').length,
      orders.filter(({ status }) => status === 'FAILED').length,
    ]);
  });

  test('all transactions: the cards are the sums of the rows, with any filter', async () => {
    const everybody = seen.flatMap(({ fills, person }) => fills.map((fill) => ({ ...fill, of: person.name })));
    const [asha] = people;
    const april = '2027-04-01,2027-04-30';
    for (const asked of [
      {},
      { q: 'MERIT' },
      { type: 'BUY' },
      { type: 'SELL', q: 'ABC' },
      { user: asha.name },
      { dateRange: april },
    ]) {
      const rows: {
        _id: string;
        type: string;
        quantity: number;
        totalAmount: number;
        charges: number;
        stock: { symbol: string };
      }[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const data = await ask('GET /allTransactions', { ...asked, page, limit: 100 }, admin);
        pages = data.totalPages;
        rows.push(...data.transactions);
      }
      const { stats } = await ask('GET /allTransactions', { ...asked, page: 1, limit: 10 }, admin);
      expect([stats.totalTransactions, stats.totalVolume, paise(stats.totalValue)]).toEqual([
        rows.length,
        sumOf(rows, ({ quantity }) => quantity),
        sumOf(rows, ({ totalAmount }) => paise(totalAmount)),
      ]);
      const ids = new Set(rows.map(({ _id }) => _id));
      const own = everybody.filter(({ tradeId }) => ids.has(String(tradeId)));
      const isAsked = (fill: (typeof own)[number]): boolean => !('user' in asked) || fill.of === asked.user;
      const count = (type: string): number => own.filter((fill) => fill.type === type && isAsked(fill)).length;
      expect([asked, stats.buyTransactions, stats.sellTransactions]).toEqual([asked, count('BUY'), count('SELL')]);
      expect(sumOf(rows, ({ charges }) => paise(charges))).toBe(sumOf(own, ({ charges }) => paise(charges)));
    }
    const all = await ask('GET /allTransactions', { limit: 10 }, admin);
    expect(all.stats.totalTransactions).toBe(new Set(everybody.map(({ tradeId }) => tradeId)).size);
  });

  test('a user’s money is explained, and the parts of the portfolio are the whole', async () => {
    for (const { person, books } of seen) {
      const money = await ask('GET /userMoney/{id}', { id: person.id }, admin);
      const of = (kind: string): number =>
        paise(money.parts.find((one: { kind: string }) => one.kind === kind)?.amount ?? 0);
      const days = [...books.days.values()];
      expect([money.unexplained, paise(money.balance)]).toEqual([0, books.cash]);
      expect(['deposit', 'bought', 'sold', 'charges', 'dividend', 'fraction', 'margin'].map(of)).toEqual([
        CASH,
        -sumOf(days, ({ bought }) => bought),
        sumOf(days, ({ sold }) => sold),
        -sumOf(days, total),
        sumOf(days, ({ dividends }) => dividends),
        sumOf(days, ({ fractions }) => fractions),
        sumOf(books.holdings.values(), ({ loan }) => loan),
      ]);
      const { portfolio } = await ask('GET /userPortfolio/{id}', { id: person.id }, admin);
      if (portfolio.length > 0)
        expect(sumOf(portfolio, ({ allocation }: { allocation: number }) => Math.round(allocation * 100))).toBe(10_000);
      const own = await ask('GET /diaryAnalytics', {}, person);
      const performance = await ask('GET /userPerformance/{id}', { id: person.id }, admin);
      expect(performance).toEqual({ ...own, byTag: [], byMood: [] });
    }
  });

  test('the books agree', async () => {
    const proof = await ask('GET /ledger/verify', {}, admin);
    expect(proof.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  });
});
