// Every figure that a trader is shown, recomputed from orders and fills, equal to the paisa.
import { describe, expect, test } from 'vitest';
import type { Order } from '../contract/trade.ts';
import type { PortfolioItem } from '../contract/trade/portfolio.ts';
import { dayText, marketDay, weekday } from '../core/market/day.ts';
import { livePosition, positionTotals } from '../web/trade/live-position.ts';
import { fifth, half, owed, termsOf, total } from './accountant.ts';
import type { Books, Day } from './accountant.ts';
import {
  ask,
  BEGIN,
  CASH,
  changedTerms,
  closes,
  DAYS,
  marks,
  onTick,
  paise,
  people,
  previews,
  readPrices,
  scheduleAt,
  seen,
  server,
  STEPS,
  STOCKS,
  sumOf,
  ticks,
  tradeAtRandom,
} from './scenes/accountant.ts';

tradeAtRandom(7);

test('enough has happened for it to mean something', () => {
  const fills = sumOf(seen, (one) => one.fills.length);
  const types = new Set(seen.flatMap(({ orders }) => orders.map(({ orderType }) => orderType)));
  expect(fills).toBeGreaterThan(STEPS / 3);
  expect([...types].sort()).toEqual(['BRACKET', 'LIMIT', 'MARKET', 'STOP', 'STOP-LIMIT']);
  expect(previews).toBeGreaterThan(STEPS / 10);
});

describe('a trader', () => {
  test('orders: the filled part of each, its mean price and its charges', () => {
    for (const { orders, books } of seen)
      for (const { orderId, filledQuantity, averagePrice, charges, statutoryCharges, statutoryItems } of orders) {
        const known = books.standing(orderId);
        const mean = known.quantity === 0 ? null : half(known.value, known.quantity) / 100;
        const law = known.law / 100;
        expect([orderId, filledQuantity, averagePrice, charges, statutoryCharges]).toEqual([
          orderId,
          known.quantity,
          mean,
          total(known) / 100,
          law,
        ]);
        expect(sumOf(statutoryItems, ({ amount }) => paise(amount))).toBe(known.law);
      }
  });

  test('portfolio: cash, holds and every holding', async () => {
    for (const { person, books, orders } of seen) {
      const data = await ask('GET /portfolio', {}, person);
      expect(paise(data.balance) + paise(data.heldBalance)).toBe(books.cash);
      expect(paise(data.heldBalance)).toBe(sumOf(orders, holdOf(books)));
      const today = marketDay(server.clock.at);
      const shown = (data.portfolio as PortfolioItem[]).map((item) => ({ symbol: item.symbol, ...figuresOf(item) }));
      const expected = [...books.holdings]
        .filter(([, held]) => held.quantity > 0)
        .map(([symbol, { quantity, cost, loan, intraday, lots }]) => {
          const [mark, close] = [marks.get(symbol)!, closes.get(symbol)!];
          const since = (lot: { at: number; price: number }): number => (marketDay(lot.at) < today ? close : lot.price);
          const inOrders = sumOf(orders, (one) =>
            one.status === 'PENDING' && one.type === 'SELL' && one.stock.symbol === symbol
              ? one.quantity - one.filledQuantity
              : 0,
          );
          return {
            symbol,
            quantity,
            available: quantity - inOrders,
            average: half(cost, quantity),
            price: mark,
            value: quantity * mark,
            overall: quantity * mark - cost,
            today: sumOf(lots, (lot) => lot.quantity * (mark - since(lot))),
            change: mark - close,
            loan,
            intraday,
          };
        })
        .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
      expect(shown).toEqual(expected);
      expect([data.totalPortfolioValue, data.overallProfit, data.todaysProfit].map(paise)).toEqual([
        sumOf(expected, ({ value }) => value),
        sumOf(expected, ({ overall }) => overall),
        sumOf(expected, ({ today: made }) => made),
      ]);
    }
  });

  test('the diary: all of it, each day, a month, and any days', async () => {
    for (const { person, books } of seen) {
      const dates = [...books.days.keys()].sort();
      const spans = [
        {},
        { from: '2027-03-01', to: '2027-03-31' },
        { from: dates[1], to: dates[3] },
        ...dates.map((day) => ({ from: day, to: day })),
      ];
      for (const span of spans) {
        const data = await ask('GET /tradeDiary', span, person);
        const days = dates.filter((day) => day >= (span.from ?? '') && day <= (span.to ?? '9'));
        const known = days.map((day) => [day, books.days.get(day)!] as const);
        const trips = known.flatMap(([, { trips: all }]) => [...all.values()]);
        const made = trips.map(({ cost, proceeds }) => proceeds - cost);
        const [won, lost] = [made.filter((one) => one > 0), made.filter((one) => one < 0)];
        const mean = (all: number[]) => (all.length === 0 ? 0 : half(sumOf(all, Number), all.length));
        expect([data.averageWin, data.averageLoss].map(paise)).toEqual([mean(won), mean(lost)]);
        expect(data.winRate).toBeCloseTo(made.length === 0 ? 0 : (100 * won.length) / made.length, 1);
        expect(data.totalTrades).toBe(made.length);
        expect(diaryFigures(data)).toEqual(sumDays(known.map(([, day]) => day)));
        // A day with nothing but a dividend does not count as a trading day.
        const traded = known.filter(([, day]) => day.byOrder.size > 0).reverse();
        expect(data.trades.map((day: { date: string }) => [day.date, ...diaryFigures(day as never)])).toEqual(
          traded.map(([date, day]) => [date, ...sumDays([day])]),
        );
        for (const { date, details } of data.trades)
          for (const { _id, quantity, entry, exit, pnl, charges } of details) {
            const trip = books.days.get(date)!.trips.get(_id.split('-')[0])!;
            const { cost, proceeds } = trip;
            expect([quantity, ...[entry, exit, pnl, charges].map(paise)]).toEqual([
              trip.quantity,
              half(cost, trip.quantity),
              half(proceeds, trip.quantity),
              proceeds - cost,
              total(trip),
            ]);
          }
      }
    }
  });

  test('the start, plus everything from the diary and from corporate actions, is the balance', async () => {
    for (const { person, books } of seen) {
      const diary = await ask('GET /tradeDiary', {}, person);
      const held = [...books.holdings.values()];
      const paid = sumOf(books.days.values(), ({ dividends, fractions }) => dividends + fractions);
      const inShares = sumOf(held, ({ cost, loan }) => cost - loan);
      expect(CASH + paise(diary.netPL) + paid - inShares).toBe(books.cash);
    }
  });

  test('the analysis is the figures of its own trades', async () => {
    for (const { person, books } of seen) {
      const diary = await ask('GET /tradeDiary', {}, person);
      const all = await ask('GET /diaryAnalytics', {}, person);
      const trades = diary.trades.flatMap((day: { details: object[] }) => day.details) as {
        net: number;
        pnl: number;
        symbol: string;
        openedAt: string;
        time: string;
        stopPrice: number | null;
        charges: number;
        entryCharges: number;
      }[];
      const nets = trades.map(({ net }) => paise(net));
      for (const { net, pnl, charges, entryCharges } of trades)
        expect(paise(net)).toBe(paise(pnl) - paise(charges) - paise(entryCharges));
      const [won, lost] = [nets.filter((net) => net > 0), nets.filter((net) => net < 0)];
      const [plus, minus] = [sumOf(won, Number), sumOf(lost, Number)];
      expect([all.trades, all.wins, all.losses]).toEqual([nets.length, won.length, lost.length]);
      const mean = (sum: number, count: number) => (count === 0 ? null : half(sum, count));
      const sums = [all.netPL, all.expectancy, all.averageWin, all.averageLoss];
      expect(sums.map((sum) => (sum === null ? null : paise(sum)))).toEqual([
        plus + minus,
        mean(plus + minus, nets.length),
        mean(plus, won.length),
        mean(minus, lost.length),
      ]);
      const factor = minus === 0 ? null : plus / -minus;
      const payoff = plus === 0 || factor === null ? null : factor * (lost.length / won.length);
      expect(all.profitFactor ?? -1).toBeCloseTo(factor ?? -1, 3);
      expect(all.payoff ?? -1).toBeCloseTo(payoff ?? -1, 3);
      expect(all.winRate).toBeCloseTo((100 * won.length) / nets.length, 1);
      // Charges of shares that are still held are counted when they are sold.
      const paid = sumOf(books.days.values(), total);
      expect(paise(all.charges) + paise(all.openCharges)).toBe(paid);
      for (const { key, netPL, trades: count } of all.bySymbol) {
        const ofStock = trades.filter(({ symbol }) => symbol === key);
        expect([count, paise(netPL)]).toEqual([ofStock.length, sumOf(ofStock, ({ net }) => paise(net))]);
      }
      const dayOf = ({ openedAt }: { openedAt: string }) => String(weekday(marketDay(Date.parse(openedAt))));
      const hourOf = ({ openedAt }: { openedAt: string }) =>
        String(new Date(Date.parse(openedAt) + 19_800_000).getUTCHours());
      const sameDay = (one: string, other: string) =>
        marketDay(Date.parse(one)) === marketDay(Date.parse(other)) && one < other;
      const beforeOf = ({ openedAt }: { openedAt: string }) => {
        const earlier = trades
          .filter(({ time }) => sameDay(time, openedAt))
          .toSorted((a, b) => (a.time < b.time ? -1 : 1));
        const sign = earlier.length === 0 ? 2 : Math.sign(earlier.at(-1)!.net);
        return { [-1]: 'loss', 0: 'even', 1: 'win', 2: 'nothing' }[sign]!;
      };
      const turnOf = ({ openedAt }: { openedAt: string }) => {
        const earlier = trades.filter((one) => sameDay(one.openedAt, openedAt)).map((one) => one.openedAt);
        return String(Math.min(4, new Set(earlier).size + 1));
      };
      for (const [groups, of] of [
        [all.byWeekday, dayOf],
        [all.byHour, hourOf],
        [all.byBefore, beforeOf],
        [all.byTurn, turnOf],
        [all.byStop, ({ stopPrice }: { stopPrice: number | null }) => (stopPrice === null ? 'none' : 'stop')],
      ] as const)
        for (const { key, netPL } of groups)
          expect(paise(netPL)).toBe(
            sumOf(
              trades.filter((one) => of(one) === key),
              ({ net }) => paise(net),
            ),
          );
    }
  });

  test('the curve ends where the account stands, and its falls are those of its own line', async () => {
    for (const { person, books } of seen) {
      const { account, equity } = await ask('GET /diaryAnalytics', {}, person);
      const worth =
        books.cash + sumOf(books.holdings, ([symbol, held]) => held.quantity * marks.get(symbol)! - held.loan);
      expect(paise(account.endEquity)).toBe(worth);
      expect([account.startEquity, account.flows, account.profit].map(paise)).toEqual([0, CASH, worth - CASH]);
      let peak = 0;
      let deepest = 0;
      for (const { profit, drawdown } of equity) {
        peak = Math.max(peak, paise(profit));
        expect(paise(drawdown)).toBe(paise(profit) - peak);
        deepest = Math.min(deepest, paise(drawdown));
      }
      expect(paise(account.maxDrawdown)).toBe(deepest);
      const [first, second] = equity.slice(1, 3);
      const later = await ask('GET /diaryAnalytics', { from: second.date }, person);
      expect(paise(later.account.startEquity)).toBe(paise(first.equity));
      expect(paise(later.account.profit)).toBe(worth - paise(first.equity));
    }
  });

  test('contract notes: each day’s orders, and all notes together are the cash', async () => {
    for (const { person, books } of seen) {
      let net = 0;
      for (const [date, day] of books.days) {
        const note = await ask('GET /contractNote', { day: date }, person);
        expect([note.bought, note.sold, note.brokerage, note.flatFee, note.statutoryCharges].map(paise)).toEqual([
          day.bought,
          day.sold,
          day.brokerage,
          day.flat,
          day.law,
        ]);
        expect(paise(note.net)).toBe(day.sold - day.bought - total(day));
        expect(sumOf(note.statutoryItems, ({ amount }: { amount: number }) => paise(amount))).toBe(day.law);
        for (const { id, value, brokerage, flatFee, statutoryCharges, statutoryItems } of note.orders) {
          const known = day.byOrder.get(id) ?? { value: 0, brokerage: 0, flat: 0, law: 0 };
          const { brokerage: commission, flat, law } = known;
          expect([value, brokerage, flatFee, statutoryCharges].map(paise)).toEqual([
            known.value,
            commission,
            flat,
            law,
          ]);
          expect(sumOf(statutoryItems, ({ amount }: { amount: number }) => paise(amount))).toBe(law);
        }
        net += paise(note.net);
      }
      const others = sumOf(books.days.values(), ({ dividends, fractions }) => dividends + fractions);
      const lent = sumOf(books.holdings.values(), ({ loan }) => loan);
      expect(CASH + net + others + lent).toBe(books.cash);
    }
  });

  test('the profit report of two tax years is that of all time, and the diary’s', async () => {
    for (const { person, books } of seen) {
      const [all, old, young] = [
        await ask('GET /profitReport', {}, person),
        await ask('GET /profitReport', { from: '2026-04-01', to: '2027-03-31' }, person),
        await ask('GET /profitReport', { from: '2027-04-01', to: '2028-03-31' }, person),
      ];
      for (const [report, days] of [
        [all, [...books.days]],
        [old, [...books.days].filter(([date]) => date <= '2027-03-31')],
        [young, [...books.days].filter(([date]) => date > '2027-03-31')],
      ] as const) {
        const trips = days.flatMap(([, { trips: made }]) => [...made.values()]);
        const { cost, proceeds, profit, charges, net } = report.total;
        expect([cost, proceeds, profit].map(paise)).toEqual([
          sumOf(trips, (trip) => trip.cost),
          sumOf(trips, (trip) => trip.proceeds),
          sumOf(trips, (trip) => trip.proceeds - trip.cost),
        ]);
        expect(paise(net)).toBe(paise(profit) - paise(charges));
        expect([report.dividends, report.fractions].map(paise)).toEqual([
          sumOf(days, ([, day]) => day.dividends),
          sumOf(days, ([, day]) => day.fractions),
        ]);
        for (const figure of ['quantity', 'cost', 'proceeds', 'charges', 'net'] as const) {
          const whole = Math.round(report.total[figure] * 100);
          const parts = [report.sameDay, report.shortTerm, report.longTerm];
          for (const list of [parts, report.lines, report.stocks] as Record<string, number>[][])
            expect(sumOf(list, (one) => Math.round(one[figure] * 100))).toBe(whole);
        }
      }
      expect(paise(all.total.charges)).toBe(paise(old.total.charges) + paise(young.total.charges));
    }
  });

  test('lists by days: orders by the day they came, fills by the day they traded', async () => {
    for (const { person, orders, fills } of seen) {
      for (let nth = 0; nth <= DAYS; nth++) {
        const day = dayText(marketDay(BEGIN) + nth);
        const isOn = (at: string): boolean => new Date(Date.parse(at) + 19_800_000).toISOString().startsWith(day);
        const span = { from: day, to: day };
        const listed = await ask('GET /getOrders', span, person);
        expect(listed.totalOrders).toBe(orders.filter(({ createdAt }) => isOn(createdAt)).length);
        const traded = await ask('GET /transactions', span, person);
        expect(traded.totalTransactions).toBe(fills.filter(({ completedAt }) => isOn(completedAt)).length);
      }
    }
  });
});

/** What an open buy holds: the rest of its worst case. */
function holdOf(books: Books): (order: Order) => number {
  return ({
    status,
    type,
    orderId,
    stock,
    orderType,
    quantity,
    filledQuantity,
    isIntraday,
    price,
    stopPrice,
    createdAt,
  }) => {
    if (status !== 'PENDING' || type !== 'BUY') return 0;
    const terms =
      changedTerms.get(orderId) ?? termsOf(scheduleAt(Date.parse(createdAt)), quantity, Date.parse(createdAt));
    const known = books.standing(orderId);
    const trigger = Math.round((stopPrice ?? 0) * 100);
    const tick = ticks.get(stock.symbol)!;
    const worst = orderType === 'STOP' ? Math.floor(half(trigger * 105, 100) / tick) * tick : Math.round(price * 100);
    const value = known.value + (quantity - filledQuantity) * worst;
    const own = (sum: number): number => (isIntraday ? fifth(sum) : sum);
    const charges = (sum: number): number => total(owed(true, terms, sum, isIntraday ? sum : 0));
    return own(value) + charges(value) - own(known.value) - charges(known.value);
  };
}

function figuresOf(item: PortfolioItem) {
  const { quantity, availableQuantity: available, averagePrice, currentPrice, currentValue, loan } = item;
  return {
    quantity,
    available,
    average: paise(averagePrice),
    price: paise(currentPrice),
    value: paise(currentValue),
    overall: paise(item.overallProfit),
    today: paise(item.todaysProfit),
    change: paise(item.change),
    loan: paise(loan),
    intraday: item.intradayQuantity,
  };
}

function diaryFigures(given: Record<'overallPL' | 'netPL' | 'charges' | 'brokerage' | 'statutoryCharges', number>) {
  const { overallPL, netPL, charges, brokerage, statutoryCharges } = given;
  return [overallPL, netPL, charges, brokerage, statutoryCharges].map(paise);
}

function sumDays(days: readonly Day[]) {
  const gross = sumOf(days, ({ trips }) => sumOf(trips.values(), ({ cost, proceeds }) => proceeds - cost));
  const charges = sumOf(days, total);
  return [gross, gross - charges, charges, sumOf(days, ({ brokerage }) => brokerage), sumOf(days, ({ law }) => law)];
}

// Last in the file, because resting orders may trade at the new prices.
test('when prices move, the screen has the same figures as a new reply of the server', async () => {
  for (const { person } of seen)
    for (const { orderId: id } of (await ask('GET /getOrders', { status: 'PENDING', limit: 100 }, person)).orders)
      await ask('POST /cancelOrder/{id}', { id }, person);
  const before = await Promise.all(people.map((person) => ask('GET /portfolio', {}, person)));
  for (const symbol of Object.keys(STOCKS)) {
    server.clear(symbol);
    server.mark(symbol, onTick(marks.get(symbol)! * 1.031));
  }
  await readPrices();
  for (const [index, person] of people.entries()) {
    const after = await ask('GET /portfolio', {}, person);
    const moved = (before[index].portfolio as PortfolioItem[]).map((item) =>
      livePosition(item, marks.get(item.symbol)! / 100),
    );
    const same = ({ currentPrice: price, currentValue, overallProfit, todaysProfit }: PortfolioItem) => {
      return { price, currentValue, overallProfit, todaysProfit };
    };
    expect(moved).toEqual(after.portfolio.map(same));
    const { totalPortfolioValue: currentValue, overallProfit, todaysProfit } = after;
    expect(positionTotals(moved)).toEqual({ currentValue, overallProfit, todaysProfit });
  }
});
