// Closed trades: known matches, charges of both sides to the paisa, times held, and what is known of the way between.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderOf, stillMarket } from '../../../tests/still-market.ts';
import type { Still } from '../../../tests/still-market.ts';
import { DAY_MS, HOUR_MS, marketDay } from '../../market/day.ts';
import { ClosedTrades, grossOf, heldMsOf, netOf } from './closed-trades.ts';
import type { HistoryFill } from './closed-trades.ts';
import { diaryOf } from './diary.ts';
import { grossGain, netGain, reportGains } from './gains.ts';
import type { Fill } from '../listener.ts';
import { cashOf } from '../portfolio.ts';

const known = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/diary-known-answers.json', import.meta.url), 'utf8'),
) as {
  fills: { symbol: string; time: string; side: 'BUY' | 'SELL'; qty: number; price: number }[];
  ABC: {
    FIFO: { matches: { close: string; pnl: number }[]; realised_gross: number };
    round_trip_flat_to_flat: { entry_vwap: number; exit_vwap: number };
    spec_fee_1pct_plus_5_total: number;
    net_after_spec_fee: number;
  };
  tiny_round_trip_cases: { txns: [number, number][]; expected: { pnl: number; ret: number }[]; open_after?: number }[];
};

let tradeIds = 0;

function fill(given: Partial<HistoryFill> & Pick<HistoryFill, 'side' | 'quantity' | 'price'>): HistoryFill {
  const tradeId = ++tradeIds;
  const blank = { symbol: 'ABC', product: 'delivery', charges: 0, at: tradeId * 1000, openedAt: 0 } as const;
  return { tradeId, orderId: tradeId, ...blank, high: 0, low: 0, pathFrom: 0, ...given };
}

function book(...fills: HistoryFill[]): ClosedTrades {
  const closed = new ClosedTrades();
  for (const one of fills) closed.add(one);
  return closed;
}

/** 1 % and 5.00, as the default schedule posts them. */
const feeOf = (value: number) => value / 100 + 5_00;

describe('known answers', () => {
  const fills = known.fills
    .filter(({ symbol }) => symbol === 'ABC')
    .map(({ time, side, qty, price }) => {
      const paise = price * 100;
      const charges = feeOf(paise * qty);
      return fill({
        side: side === 'BUY' ? 'buy' : 'sell',
        quantity: qty,
        price: paise,
        at: Date.parse(time),
        charges,
      });
    });

  test('first in first out: matches of 2000 + 160 and of -210 + 1050; charges of both sides leave 1847 of 3000', () => {
    const { trades, openCharges } = book(...fills);
    const byClose = (time: string) =>
      known.ABC.FIFO.matches.filter(({ close }) => close === time).reduce((sum, { pnl }) => sum + pnl, 0) * 100;
    expect(trades.map(grossOf)).toEqual(['2026-01-06T10:00:00+05:30', '2026-01-08T14:00:00+05:30'].map(byClose));
    expect(trades.map(grossOf)).toEqual([2160_00, 840_00]);
    const net = trades.map(netOf).reduce((sum, one) => sum + one, 0);
    expect(net).toBe(known.ABC.net_after_spec_fee * 100);
    expect(3000_00 - net).toBe(known.ABC.spec_fee_1pct_plus_5_total * 100);
    expect(openCharges).toBe(0);
    // The first sale carries all of the first buy's charges, 20/50 of the second's, and its own: 255 + 136 x 0.4 + 329.
    expect(trades[0].charges).toBe(255_00 + 54_40 + 329_00);
  });

  test('flat to flat the mean entry is 249.545 and the mean exit 263.182', () => {
    const { trades } = book(...fills);
    const sum = (of: (trade: (typeof trades)[number]) => number) =>
      trades.reduce((total, trade) => total + of(trade), 0);
    const quantity = sum((trade) => trade.quantity);
    const { entry_vwap: entry, exit_vwap: exit } = known.ABC.round_trip_flat_to_flat;
    expect(sum((trade) => trade.cost) / quantity / 100).toBeCloseTo(entry, 9);
    expect(sum((trade) => trade.proceeds) / quantity / 100).toBeCloseTo(exit, 9);
  });

  test('held by shares: 100 for 24 h 40 min and 20 for 23 h', () => {
    const [first] = book(...fills).trades;
    expect(heldMsOf(first)).toBeCloseTo(((100 * (24 + 40 / 60) + 20 * 23) / 120) * HOUR_MS, 3);
    expect(first.openedAt).toBe(Date.parse('2026-01-05T09:20:00+05:30'));
  });

  // Selling what one does not hold is refused here, so of the four small cases those that go below zero cannot occur.
  test.each(known.tiny_round_trip_cases.filter(({ txns }) => staysAbove(txns)))('small case %j', (given) => {
    const closed = book(
      ...given.txns.map(([signed, price]) =>
        fill({ side: signed > 0 ? 'buy' : 'sell', quantity: Math.abs(signed), price: price * 100 }),
      ),
    );
    expect(closed.trades.map((trade) => ({ pnl: grossOf(trade) / 100, ret: grossOf(trade) / trade.cost }))).toEqual(
      given.expected.map(({ pnl, ret }) => ({ pnl, ret })),
    );
    const held = given.txns.reduce((sum, [signed]) => sum + signed, 0);
    expect(closed.moves.reduce((sum, { shares }) => sum + shares, 0)).toBe(held);
    expect(held).toBe(given.open_after ?? 0);
  });

  test('two of the small cases stay above zero', () => {
    expect(known.tiny_round_trip_cases.filter(({ txns }) => staysAbove(txns))).toHaveLength(2);
  });

  function staysAbove(txns: readonly [number, number][]): boolean {
    let held = 0;
    return txns.every(([signed]) => (held += signed) >= 0);
  }
});

describe('grouping and order', () => {
  test('fills of one sale are one trade on a day; the next day begins another', () => {
    const closed = book(
      fill({ side: 'buy', quantity: 9, price: 100_00, charges: 9_00, at: 0 }),
      fill({ side: 'sell', orderId: 7, quantity: 2, price: 110_00, at: 1 }),
      fill({ side: 'sell', orderId: 8, quantity: 2, price: 90_00, at: 2 }),
      fill({ side: 'sell', orderId: 7, quantity: 1, price: 111_00, at: 3 }),
      fill({ side: 'sell', orderId: 7, quantity: 1, price: 112_00, at: DAY_MS }),
    );
    expect(closed.trades.map(({ orderId, day, quantity }) => [orderId, day, quantity])).toEqual([
      [7, 0, 3],
      [8, 0, 2],
      [7, 1, 1],
    ]);
    // 3 of 9 shares are still held, and a third of what they cost in charges.
    expect(closed.openCharges).toBe(3_00);
    expect(closed.lastTradeId).toBe(tradeIds);
  });

  test('the intraday part is closed before the delivery part', () => {
    const closed = book(
      fill({ side: 'buy', quantity: 5, price: 100_00 }),
      fill({ side: 'buy', quantity: 5, price: 120_00, product: 'intraday' }),
      fill({ side: 'sell', quantity: 6, price: 110_00 }),
    );
    // 5 at 120 and 1 at 100
    expect(closed.trades[0]).toMatchObject({ cost: 700_00, proceeds: 660_00 });
  });
});

describe('the way between', () => {
  const buy = () => fill({ side: 'buy', quantity: 10, price: 100_00, at: 1000 });
  const sale = { side: 'sell', quantity: 10, price: 101_50, at: 5000, openedAt: 1000 } as const;

  test('seen whole', () => {
    const [trade] = book(buy(), fill({ ...sale, high: 103_50, low: 98_40, pathFrom: 1000 })).trades;
    expect(trade).toMatchObject({ high: 103_50, low: 98_40, pathSource: 'ticks' });
  });

  test('seen in part: unknown until the bars have been asked, then both count', () => {
    const seen = fill({ ...sale, high: 102_00, low: 101_00, pathFrom: 3000 });
    const closed = book(buy(), seen);
    expect(closed.trades[0].pathSource).toBeNull();
    closed.widen(seen.tradeId, 103_50, 98_40);
    expect(closed.trades[0]).toMatchObject({ high: 103_50, low: 98_40, pathSource: 'bars' });
    closed.widen(seen.tradeId, 999_00, 1_00);
    expect(closed.trades[0].high).toBe(103_50);
  });

  test('where not even bars are there, nothing is known', () => {
    const unseen = fill(sale);
    const closed = book(buy(), unseen);
    closed.widen(unseen.tradeId, null, null);
    expect(closed.trades[0].pathSource).toBeNull();
  });

  test('a part that was seen counts, though the rest has no bars', () => {
    const seen = fill({ ...sale, high: 102_00, low: 99_00, pathFrom: 3000 });
    const closed = book(buy(), seen);
    closed.widen(seen.tradeId, null, null);
    expect(closed.trades[0]).toMatchObject({ high: 102_00, low: 99_00, pathSource: 'bars' });
  });
});

describe('against the exchange and the diary', () => {
  const step = fc.record({
    isBuy: fc.boolean(),
    isIntraday: fc.boolean(),
    symbol: fc.constantFrom('ABC', 'XYZ'),
    quantity: fc.integer({ min: 1, max: 50 }),
    move: fc.integer({ min: -30, max: 30 }),
    wait: fc.integer({ min: 1, max: DAY_MS }),
    action: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom({ from: 1, to: 2 }, { from: 2, to: 3 }, { from: 3, to: 7 }) },
      { weight: 1, arbitrary: fc.constant({ perShare: 35 }) },
    ),
  });

  /** Fills and corporate actions as a store would hand them out. */
  const inOrder = (fills: readonly Fill[], { actions }: Still): ClosedTrades => {
    const closed = new ClosedTrades();
    const due = actions.flatMap(({ action, holders, day, priceAfter: price, lastTradeId, isDone }) => {
      const mine = holders.find(({ account }) => account === 1);
      if (!isDone || mine === undefined) return [];
      const ratio = action.kind === 'dividend' ? null : action;
      return [{ lastTradeId, symbol: action.symbol, day, ratio, ...mine, price }];
    });
    for (const one of fills) {
      while (due.length > 0 && due[0].lastTradeId < one.tradeId) closed.act(due.shift()!);
      closed.add(history(one));
    }
    for (const one of due) closed.act(one);
    return closed;
  };

  const history = ({ order, brokerage, flatFee, openedAt, ...one }: Fill): HistoryFill => ({
    ...one,
    orderId: order.id,
    symbol: order.market.instrument.symbol,
    side: order.side,
    product: order.product,
    charges: brokerage + flatFee,
    openedAt: openedAt ?? 0,
    high: 0,
    low: 0,
    pathFrom: 0,
  });

  test('the cost is the exchange’s own, trades are the diary’s, and no paisa of charges is lost', () => {
    let [sold, acted] = [0, 0];
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
        const still = stillMarket({ ABC: 250_00, XYZ: 99_95 }, { 1: 50_000_00 });
        for (const [index, { isBuy, isIntraday, symbol, quantity, move, wait, action }] of steps.entries()) {
          still.at += wait;
          if (action !== null) {
            const whose = { id: index + 1, symbol };
            const what =
              'perShare' in action
                ? ({ ...whose, kind: 'dividend', ...action } as const)
                : ({ ...whose, kind: 'split', ...action } as const);
            still.apply({ kind: 'start-day', day: marketDay(still.at), actions: [what] });
          }
          const last = still.engine.market(symbol)!.quote.last + move * 5;
          still.clear(symbol);
          for (const away of [1, 2, 3]) {
            still.quote(symbol, 'sell', last + away * 5, 12);
            still.quote(symbol, 'buy', last - away * 5, 12);
          }
          const product = isIntraday ? 'intraday' : 'delivery';
          still.apply(orderOf({ account: 1, symbol, side: isBuy ? 'buy' : 'sell', quantity, product }));
        }
        const own = still.fills.filter(({ order }) => order.trader.id === 1);
        const closed = inOrder(own, still);
        acted += still.actions.filter(({ isDone, holders }) => isDone && holders.length > 0).length;
        const diary = diaryOf(
          own.map(({ order, ...one }) => ({
            ...one,
            orderId: order.id,
            symbol: order.market.instrument.symbol,
            side: order.side,
          })),
        );
        sold += closed.trades.length;
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        expect(sum(closed.trades.map(({ cost }) => cost))).toBe(sum(own.map(({ cost }) => cost)));
        expect(closed.trades).toHaveLength(diary.totalTrades);
        // The same sales once more, by the days of the buys.
        const { total } = reportGains(closed.gains.all);
        expect([grossGain(total), netGain(total)]).toEqual([diary.overallPnl, sum(closed.trades.map(netOf))]);
        expect(sum(closed.trades.map(grossOf))).toBe(diary.overallPnl);
        expect(sum(closed.trades.map(netOf)) - closed.openCharges).toBe(diary.netPnl);
        // Cash is what came in, what trades made of it, and what the house lent and gave.
        const transfers = (kind: string) =>
          sum(still.transfers.filter((one) => one.kind === kind).map((one) => one.amount));
        const lent = transfers('margin-loan') - transfers('margin-repayment');
        const { available, held } = cashOf(still.engine.venue, 1);
        expect(50_000_00 + sum(closed.moves.map(({ cash }) => cash)) + lent).toBe(available + held);
      }),
      { numRuns: 100 },
    );
    expect(sold).toBeGreaterThan(300);
    expect(acted).toBeGreaterThan(100);
  });
});
