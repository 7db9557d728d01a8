// Realised gains: terms by the calendar, sums to the paisa, and a share-by-share twin that counts the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, dayStartAt, marketDay } from '../../market/day.ts';
import { ClosedTrades, grossOf, netOf } from './closed-trades.ts';
import type { HistoryFill } from './closed-trades.ts';
import { grossGain, netGain, reportGains, termOf } from './gains.ts';

const dayOf = (date: string) => marketDay(Date.parse(`${date}T12:00:00+05:30`));

describe('terms', () => {
  test.each([
    ['2025-01-15', '2025-01-15', 'same-day'],
    ['2025-01-15', '2025-01-16', 'short'],
    ['2025-01-15', '2026-01-15', 'short'],
    ['2025-01-15', '2026-01-16', 'long'],
    ['2024-02-29', '2025-02-28', 'short'],
    ['2024-02-29', '2025-03-01', 'long'],
    ['2023-03-01', '2024-02-29', 'short'],
    ['2023-02-28', '2024-02-29', 'long'],
    ['2025-12-31', '2026-12-31', 'short'],
    ['2025-12-31', '2027-01-01', 'long'],
  ])('bought %s and sold %s is %s', (bought, sold, term) => {
    expect(termOf({ boughtDay: dayOf(bought), soldDay: dayOf(sold) })).toBe(term);
  });
});

let tradeIds = 0;

function fill(given: Partial<HistoryFill> & Pick<HistoryFill, 'side' | 'quantity' | 'price' | 'at'>): HistoryFill {
  const tradeId = ++tradeIds;
  const blank = { symbol: 'ABC', product: 'delivery', charges: 0, openedAt: 0 } as const;
  return { tradeId, orderId: tradeId, ...blank, high: 0, low: 0, pathFrom: 0, ...given };
}

function book(...fills: HistoryFill[]): ClosedTrades {
  const closed = new ClosedTrades();
  for (const one of fills) closed.add(one);
  return closed;
}

const noonOf = (date: string) => dayStartAt(dayOf(date)) + DAY_MS / 2;

describe('one sale of three lots', () => {
  const { gains, trades } = book(
    fill({ side: 'buy', quantity: 10, price: 100_00, charges: 15_00, at: noonOf('2025-01-10') }),
    fill({ side: 'buy', quantity: 10, price: 120_00, charges: 17_00, at: noonOf('2026-01-05') }),
    fill({ side: 'buy', quantity: 10, price: 130_00, charges: 18_00, at: noonOf('2026-02-02') }),
    fill({ side: 'sell', quantity: 25, price: 140_00, charges: 40_00, at: noonOf('2026-02-02') + 1 }),
  );
  const report = reportGains(gains.all);

  test('is long, short and same-day in parts, each with its own cost and its part of the charges', () => {
    // 10 x (140 - 100), 10 x (140 - 120), 5 x (140 - 130); the sale's 40.00 go by shares: 16, 16, 8.
    expect(report.terms.long).toEqual({ quantity: 10, cost: 1000_00, proceeds: 1400_00, charges: 31_00 });
    expect(report.terms.short).toEqual({ quantity: 10, cost: 1200_00, proceeds: 1400_00, charges: 33_00 });
    expect(report.terms['same-day']).toEqual({ quantity: 5, cost: 650_00, proceeds: 700_00, charges: 17_00 });
  });

  test('and adds up to the trade that the diary lists', () => {
    expect([grossGain(report.total), netGain(report.total)]).toEqual([grossOf(trades[0]), netOf(trades[0])]);
    expect(report.stocks).toEqual([
      { symbol: 'ABC', ...report.total, net: { long: 369_00, short: 167_00, 'same-day': 33_00 } },
    ]);
    expect(report.gains.map(({ boughtDay }) => boughtDay)).toEqual(
      ['2025-01-10', '2026-01-05', '2026-02-02'].map(dayOf),
    );
  });
});

test('sales of one day against buys of one day are one line; another day begins another', () => {
  const { gains } = book(
    fill({ side: 'buy', quantity: 6, price: 100_00, at: 0 }),
    fill({ side: 'buy', quantity: 6, price: 101_00, at: 1 }),
    fill({ side: 'sell', quantity: 4, price: 102_00, at: DAY_MS }),
    fill({ side: 'sell', quantity: 4, price: 103_00, at: DAY_MS + 1 }),
    fill({ side: 'sell', quantity: 4, price: 104_00, at: 2 * DAY_MS }),
  );
  expect(gains.all.map(({ soldDay, quantity, cost }) => [soldDay, quantity, cost])).toEqual([
    [1, 8, 802_00],
    [2, 4, 404_00],
  ]);
});

test('nothing sold is nothing', () => {
  expect(reportGains([])).toMatchObject({ total: { quantity: 0, cost: 0 }, stocks: [], gains: [] });
});

describe('share by share', () => {
  const step = fc.record({
    isBuy: fc.boolean(),
    isIntraday: fc.boolean(),
    symbol: fc.constantFrom('ABC', 'XYZ'),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 500_00 }),
    charges: fc.integer({ min: 0, max: 50_00 }),
    wait: fc.integer({ min: 1, max: DAY_MS }),
  });

  /** Every share is a row of its own, in the order in which it is sold. */
  interface Share {
    product: string;
    day: number;
    price: number;
  }

  test('a naive twin finds the same shares, costs and proceeds for each pair of days, and no paisa of charges is lost', () => {
    let pairs = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), (steps) => {
        const shelves = new Map<string, Share[]>([
          ['ABC', []],
          ['XYZ', []],
        ]);
        const twin = new Map<string, { quantity: number; cost: number; proceeds: number }>();
        const closed = new ClosedTrades();
        let at = 0;
        for (const { isBuy, isIntraday, symbol, quantity: wanted, price, charges, wait } of steps) {
          at += wait;
          const shelf = shelves.get(symbol)!;
          const quantity = isBuy ? wanted : Math.min(wanted, shelf.length);
          if (quantity === 0) continue;
          const product = isIntraday ? 'intraday' : 'delivery';
          closed.add(fill({ side: isBuy ? 'buy' : 'sell', symbol, product, quantity, price, charges, at }));
          for (let count = 0; count < quantity; count++) {
            if (isBuy) {
              shelf.push({ product, day: marketDay(at), price });
              continue;
            }
            const first = shelf.findIndex((share) => share.product === 'intraday');
            const [{ day, price: cost }] = shelf.splice(Math.max(first, 0), 1);
            const key = `${symbol} ${day} ${marketDay(at)}`;
            const sums = twin.get(key) ?? { quantity: 0, cost: 0, proceeds: 0 };
            twin.set(key, {
              quantity: sums.quantity + 1,
              cost: sums.cost + cost,
              proceeds: sums.proceeds + price,
            });
          }
        }
        const found = closed.gains.all.map(({ symbol, boughtDay, soldDay, quantity, cost, proceeds }) => [
          `${symbol} ${boughtDay} ${soldDay}`,
          { quantity, cost, proceeds },
        ]);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(twin));
        expect(found).toHaveLength(twin.size);
        pairs += twin.size;
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        expect(sum(closed.gains.all.map(({ charges }) => charges))).toBe(
          sum(closed.trades.map(({ charges }) => charges)),
        );
        const { total, terms, stocks } = reportGains(closed.gains.all);
        expect(netGain(total)).toBe(sum(closed.trades.map(netOf)));
        expect(sum(Object.values(terms).map(netGain))).toBe(netGain(total));
        expect(sum(stocks.flatMap(({ net }) => Object.values(net)))).toBe(netGain(total));
      }),
      { numRuns: 200 },
    );
    expect(pairs).toBeGreaterThan(500);
  });
});
