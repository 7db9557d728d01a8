// The diary's figures: known answers, and the identity of cash for an account that holds nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderOf, STILL_START, stillMarket } from '../../../tests/still-market.ts';
import type { Still } from '../../../tests/still-market.ts';
import { DAY_MS, HOUR_MS } from '../../market/day.ts';
import { chargesOn, chargeTerms } from '../charges.ts';
import { diaryOf } from './diary.ts';
import type { DiaryFill } from './diary.ts';
import type { Fill } from '../listener.ts';
import { cashOf } from '../portfolio.ts';
import { DEFAULT_FEES } from '../settings.ts';

const TRADER = 1;

function diaryFill({ order, ...fill }: Fill): DiaryFill {
  return { ...fill, orderId: order.id, symbol: order.market.instrument.symbol, side: order.side };
}

function diaryOfTrader(still: Still) {
  return diaryOf(still.fills.filter(({ order }) => order.trader.id === TRADER).map(diaryFill));
}

const ABC = 'ABC';
const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 0, day, hour, minute) - 5.5 * HOUR_MS;

/** +100 @ 250, +50 @ 262, -120 @ 270, +70 @ 240, -100 @ 255 through the exchange itself. */
function knownTrades(): Still {
  const still = stillMarket({ [ABC]: 250_00 }, { [TRADER]: 100_000_00 });
  const trade = (time: number, side: 'buy' | 'sell', quantity: number, price: number) => {
    still.at = time;
    still.clear(ABC);
    still.mark(ABC, price);
    still.quote(ABC, side === 'buy' ? 'sell' : 'buy', price, quantity);
    still.apply(orderOf({ account: TRADER, symbol: ABC, side, quantity }));
  };
  trade(at(5, 9, 20), 'buy', 100, 250_00);
  trade(at(5, 11), 'buy', 50, 262_00);
  trade(at(6, 10), 'sell', 120, 270_00);
  trade(at(7, 10), 'buy', 70, 240_00);
  trade(at(8, 14), 'sell', 100, 255_00);
  return still;
}

describe('known answers', () => {
  test('first in first out: 2160 on the first sale, 840 on the second; 1153 of charges leave 1847', () => {
    const diary = diaryOfTrader(knownTrades());
    // 2000 + 160 on the 6th, -210 + 1050 on the 8th.
    expect(diary).toMatchObject({
      overallPnl: 3000_00,
      charges: 1153_00,
      netPnl: 1847_00,
      totalTrades: 2,
      wins: 2,
      losses: 0,
    });
    // Five orders pay the flat fee of 5 each; the rest is commission.
    expect(diary.brokerage).toBe(1128_00);
    expect(diary.averageWin).toBe(1500_00);
    expect(diary.averageLoss).toBe(0);
    expect(diary.days.map(({ day, overallPnl, totalTrades }) => [day, overallPnl, totalTrades])).toEqual([
      ['2026-01-08', 840_00, 1],
      ['2026-01-07', 0, 0],
      ['2026-01-06', 2160_00, 1],
      ['2026-01-05', 0, 0],
    ]);
    expect(diary.days[2].trips).toEqual([
      {
        orderId: expect.any(Number),
        day: '2026-01-06',
        symbol: ABC,
        quantity: 120,
        // (100 x 250 + 20 x 262) / 120
        entry: 252_00,
        exit: 270_00,
        pnl: 2160_00,
        // 1 % of 32400, and 5
        charges: 329_00,
        openedAt: at(5, 9, 20),
        closedAt: at(6, 10),
      },
    ]);
    // (30 x 262 + 70 x 240) / 100
    expect(diary.days[0].trips[0]).toMatchObject({ entry: 246_60, exit: 255_00, openedAt: at(5, 11) });
  });

  test('the days add up to the whole, buys alone included', () => {
    const diary = diaryOfTrader(knownTrades());
    expect(diary.days[3]).toMatchObject({ day: '2026-01-05', charges: 391_00, netPnl: -391_00 });
    expect(diary.days.reduce((sum, day) => sum + day.netPnl, 0)).toBe(diary.netPnl);
  });

  test('the account is flat, so start plus net profit is the balance', () => {
    const still = knownTrades();
    expect(cashOf(still.engine.venue, TRADER).available).toBe(100_000_00 + 1847_00);
  });
});

describe('grouping', () => {
  const sale: DiaryFill = {
    orderId: 7,
    symbol: ABC,
    side: 'sell',
    price: 110_00,
    quantity: 1,
    brokerage: 1_10,
    flatFee: 5_00,
    statutory: 0,
    cost: 100_00,
    openedAt: STILL_START,
    at: STILL_START + HOUR_MS,
  };

  test('nothing gives nothing', () => {
    const zero = {
      overallPnl: 0,
      charges: 0,
      brokerage: 0,
      statutory: 0,
      netPnl: 0,
      totalTrades: 0,
      wins: 0,
      losses: 0,
      averageWin: 0,
      averageLoss: 0,
    };
    expect(diaryOf([])).toEqual({ days: [], ...zero });
  });

  test('the fills of one sale are one round trip on a day, and two when midnight in India parts them', () => {
    const late = {
      ...sale,
      price: 90_00,
      flatFee: 0,
      brokerage: 90,
      openedAt: STILL_START - HOUR_MS,
      at: sale.at + 60_000,
    };
    const [day] = diaryOf([sale, late]).days;
    expect(day.trips).toHaveLength(1);
    // 110 + 90 - 200; entry and exit 100; opened with the older lot, closed with the last fill.
    expect(day.trips[0]).toMatchObject({ quantity: 2, entry: 100_00, exit: 100_00, pnl: 0, charges: 7_00 });
    expect(day.trips[0]).toMatchObject({ openedAt: STILL_START - HOUR_MS, closedAt: sale.at + 60_000 });
    const evening = Date.UTC(2026, 0, 5, 18, 29);
    const parted = diaryOf([
      { ...sale, at: evening },
      { ...late, at: evening + 2 * 60_000 },
    ]);
    expect(parted.days.map((one) => [one.day, one.totalTrades])).toEqual([
      ['2026-01-06', 1],
      ['2026-01-05', 1],
    ]);
  });

  test('winners, losers and trades that are neither', () => {
    const others = [
      { ...sale, orderId: 8, price: 80_00 },
      { ...sale, orderId: 9, price: 100_00 },
      { ...sale, orderId: 10, price: 75_01 },
    ];
    const diary = diaryOf([sale, ...others]);
    // -20.00 and -24.99 make -22.495, half up to the paisa -22.49.
    expect(diary).toMatchObject({ totalTrades: 4, wins: 1, losses: 2, averageWin: 10_00, averageLoss: -22_49 });
  });
});

describe('start + deposits + net profit = balance of a flat account', () => {
  const step = fc.record({
    isBuy: fc.boolean(),
    isLimit: fc.boolean(),
    isIntraday: fc.boolean(),
    stock: fc.constantFrom('ABC', 'XYZ'),
    quantity: fc.integer({ min: 1, max: 60 }),
    move: fc.integer({ min: -40, max: 40 }),
    wait: fc.integer({ min: 1, max: DAY_MS }),
    deposit: fc.integer({ min: 0, max: 3 }),
  });

  test('whatever was traded', () => {
    let sales = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
        const still = stillMarket({ ABC: 250_00, XYZ: 99_95 }, { [TRADER]: 50_000_00 });
        let deposits = 50_000_00;
        for (const [index, { isBuy, isLimit, isIntraday, stock, quantity, move, wait, deposit }] of steps.entries()) {
          still.at += wait;
          const last = still.engine.market(stock)!.quote.last + move * 5;
          requote(still, stock, last);
          const product = isIntraday ? 'intraday' : 'delivery';
          const limitPrice = isLimit ? last : 0;
          still.apply(
            orderOf({ account: TRADER, symbol: stock, side: isBuy ? 'buy' : 'sell', quantity, product, limitPrice }),
          );
          if (deposit > 0) still.apply({ kind: 'deposit', account: TRADER, amount: deposit, paymentId: 1000 + index });
          deposits += deposit;
        }
        sellEverything(still);
        const diary = diaryOfTrader(still);
        sales += diary.totalTrades;
        const { available, held } = cashOf(still.engine.venue, TRADER);
        // What an intraday trader could not pay back is the house's gift, and stands in no diary.
        const gifts = still.transfers.reduce((sum, { kind, amount }) => sum + (kind === 'shortfall' ? amount : 0), 0);
        expect(held).toBe(0);
        expect(available).toBe(deposits + diary.netPnl + gifts);
      }),
      { numRuns: 150 },
    );
    expect(sales).toBeGreaterThan(1000);
  });

  /** Three levels each side around `last`, thin enough to be walked. */
  function requote(still: Still, stock: string, last: number): void {
    still.clear(stock);
    for (const steps of [1, 2, 3]) {
      still.quote(stock, 'sell', last + steps * 5, 12);
      still.quote(stock, 'buy', last - steps * 5, 12);
    }
  }

  function sellEverything(still: Still): void {
    const { venue } = still.engine;
    for (const order of venue.orders.values())
      still.apply({ kind: 'cancel-order', account: TRADER, orderId: order.id });
    for (const { market, quantity } of venue.traders.get(TRADER)!.positions.values()) {
      const { symbol } = market.instrument;
      still.at += DAY_MS * 2;
      still.clear(symbol);
      still.quote(symbol, 'buy', market.quote.last, 10_000);
      for (let left = quantity; left > 0; left -= 400) {
        still.at += DAY_MS * 2;
        still.apply(orderOf({ account: TRADER, symbol, side: 'sell', quantity: Math.min(left, 400) }));
      }
      expect(still.engine.venue.traders.get(TRADER)!.positions.get(market.instrument.id)!.quantity).toBe(0);
    }
  }
});

test('the known charges are those of the default schedule', () => {
  const terms = chargeTerms(DEFAULT_FEES, 100, STILL_START);
  expect(chargesOn(terms, 'buy', 100 * 250_00, 0)).toEqual({ brokerage: 250_00, flatFee: 5_00, statutory: 0 });
});
