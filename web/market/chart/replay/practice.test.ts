// Practice: what fills at which price, what cash it leaves, and that stepping back undoes the trades.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_STATUTORY } from '../../../../core/trade/settings.ts';
import { ratesOn } from '../../../../core/trade/statutory.ts';
import type { ChargeTerms } from '../../../../core/trade/charges.ts';
import {
  cashIn,
  goBack,
  goOn,
  heldIn,
  placeOrder,
  PRACTICE_PURSE,
  practiceNow,
  seePrice,
  setExits,
  worthIn,
} from './practice.ts';
import type { Practice, PracticeBar, PracticeExits, PracticeRefusal } from './practice.ts';
import { openPractice, summaryOf } from './practice-summary.ts';

const DAY = 86_400;
const FIRST = 20_000 * DAY;
/** One percent, and five rupees for each order. */
const terms: ChargeTerms = { commissionRate: 10_000, flatFee: 500, statutory: null };

const bar = (day: number, open: number, high: number, low: number, close: number): PracticeBar => {
  const start = FIRST + day * DAY;
  return { start, end: start + DAY, open: open * 100, high: high * 100, low: low * 100, close: close * 100 };
};

function taken(next: Practice | PracticeRefusal): Practice {
  if (typeof next === 'string') throw new Error(next);
  return next;
}

/** At the close of the first bar, 100 rupees. */
const opened = seePrice([], FIRST + DAY, bar(0, 99, 101, 98, 100));
const buy = (practice: Practice, quantity: number): Practice =>
  taken(placeOrder(practice, practiceNow(practice).at, { side: 'buy', quantity }, terms));
const sell = (practice: Practice, quantity: number): Practice =>
  taken(placeOrder(practice, practiceNow(practice).at, { side: 'sell', quantity }, terms));
const held = buy(opened, 10);
const exits = (stop: number | null, target: number | null): PracticeExits => ({
  stop: stop === null ? null : stop * 100,
  target: target === null ? null : target * 100,
});
const guarded = taken(setExits(held, FIRST + DAY, exits(95, 110)));
const exitOf = (practice: Practice) => {
  const { side, price, reason, isGap, isUnclear } = practiceNow(practice).fills[1] ?? {};
  return { side, price, reason, isGap, isUnclear };
};

describe('orders', () => {
  test('a buy and a sale at the close shown, with the charges of a real order', () => {
    // 10 x 100 = 1,000 rupees; 1 % is 10, and 5 for the order.
    expect(cashIn(practiceNow(held))).toBe(PRACTICE_PURSE - 100_000 - 1_500);
    expect(worthIn(practiceNow(held))).toBe(PRACTICE_PURSE - 1_500);
    const sold = sell(goOn(held, bar(1, 100, 121, 99, 120), terms), 10);
    // 10 x 120 = 1,200; 12 and 5.
    expect(cashIn(practiceNow(sold))).toBe(PRACTICE_PURSE - 1_500 + 20_000 - 1_700);
    expect(practiceNow(sold).fills.map(({ second }) => second)).toEqual([FIRST + DAY - 1, FIRST + 2 * DAY - 1]);
  });

  test('statutory charges apply here, as for delivery shares', () => {
    const taxed = { ...terms, statutory: ratesOn({ ...DEFAULT_STATUTORY, isOn: true }, 20_000) };
    const order = { side: 'buy', quantity: 10 } as const;
    const { charges } = practiceNow(taken(placeOrder(opened, FIRST + DAY, order, taxed))).fills[0];
    // Of 1,000 rupees: 15.00 earned, tax 0.1 % 1.00, exchange 0.00297 % 0.03, SEBI 0.00, stamp 0.015 % 0.15, GST 18 % of 15.03 2.71.
    expect(charges).toBe(1_500 + 100 + 3 + 0 + 15 + 271);
  });

  test('wrong numbers of shares, too little cash, shares that are not held, and missing prices are refused', () => {
    const order = (side: 'buy' | 'sell', quantity: number, at = FIRST + DAY) =>
      placeOrder(held, at, { side, quantity }, terms);
    for (const quantity of [0, -1, 1.5, Number.NaN, 1e9]) expect(order('buy', quantity)).toBe('quantity');
    // 98,985 are left; 980 shares with 1 % and 5 cost 98,985.
    expect(typeof order('buy', 980)).toBe('object');
    expect(order('buy', 981)).toBe('cash');
    expect(order('sell', 11)).toBe('few-held');
    expect(placeOrder(opened, FIRST + DAY, { side: 'sell', quantity: 1 }, terms)).toBe('none-held');
    expect(placeOrder([], FIRST + DAY, { side: 'buy', quantity: 1 }, terms)).toBe('no-price');
    expect(typeof order('buy', 1, FIRST + 8 * DAY)).toBe('object');
    expect(order('buy', 1, FIRST + 8 * DAY + 1)).toBe('no-price');
  });

  test('a close that is older than one already seen is no price', () => {
    const later = seePrice(opened, FIRST + DAY + 3600, { end: FIRST + DAY + 3600, close: 10_300 });
    expect(practiceNow(seePrice(later, FIRST + DAY + 3600, bar(0, 99, 101, 98, 100))).price).toBe(10_300);
  });
});

describe('stop loss and target', () => {
  test('stand on either side of the price, and for what is held', () => {
    const set = (stop: number | null, target: number | null, practice = held) =>
      setExits(practice, FIRST + DAY, exits(stop, target));
    expect([set(100, null), set(101, null), set(0, null)]).toEqual(['stop', 'stop', 'stop']);
    expect([set(null, 100), set(null, 99)]).toEqual(['target', 'target']);
    expect(set(99, 101, opened)).toBe('none-held');
    expect(practiceNow(taken(set(null, null, guarded))).exits).toEqual({ stop: null, target: null });
  });

  test('are carried out at their price by the first bar that reaches them, and stand no longer', () => {
    const untouched = goOn(guarded, bar(1, 100, 109.99, 95.01, 96), terms);
    expect(practiceNow(untouched).fills).toHaveLength(1);
    const stopped = goOn(untouched, bar(2, 96, 97, 95, 97), terms);
    expect(exitOf(stopped)).toEqual({ side: 'sell', price: 9_500, reason: 'stop', isGap: false, isUnclear: false });
    expect(practiceNow(stopped).exits).toEqual({ stop: null, target: null });
    expect(heldIn(practiceNow(stopped))).toBe(0);
    expect(exitOf(goOn(untouched, bar(2, 96, 110, 95.5, 97), terms))).toMatchObject({
      price: 11_000,
      reason: 'target',
    });
  });

  test('a bar that opens beyond one of them fills at its open', () => {
    expect(exitOf(goOn(guarded, bar(1, 90, 112, 89, 111), terms))).toMatchObject({
      price: 9_000,
      reason: 'stop',
      isGap: true,
      isUnclear: false,
    });
    expect(exitOf(goOn(guarded, bar(1, 115, 116, 90, 91), terms))).toMatchObject({
      price: 11_500,
      reason: 'target',
      isGap: true,
    });
  });

  test('both inside one bar: the worse one counts', () => {
    expect(exitOf(goOn(guarded, bar(1, 100, 111, 94, 110), terms))).toMatchObject({
      price: 9_500,
      reason: 'stop',
      isUnclear: true,
    });
  });

  test('a bar that opens at one of them has reached it before the other', () => {
    const exit = { isGap: false, isUnclear: false };
    expect(exitOf(goOn(guarded, bar(1, 95, 111, 94, 110), terms))).toMatchObject({
      reason: 'stop',
      price: 9_500,
      ...exit,
    });
    expect(exitOf(goOn(guarded, bar(1, 110, 111, 94, 95), terms))).toMatchObject({
      reason: 'target',
      price: 11_000,
      ...exit,
    });
  });

  test('of a bar that had begun before the order only the close is known to be later', () => {
    const amid = (close: number) => ({ ...bar(1, 100, 120, 80, close), start: FIRST + DAY - 3600 });
    expect(practiceNow(goOn(guarded, amid(101), terms)).fills).toHaveLength(1);
    expect(exitOf(goOn(guarded, amid(94), terms))).toMatchObject({ price: 9_400, reason: 'stop', isGap: true });
    expect(exitOf(goOn(guarded, amid(112), terms))).toMatchObject({ price: 11_000, reason: 'target', isGap: false });
  });
});

describe('the summary', () => {
  test('trades first in first out, what is held, the deepest fall, and what waiting would have made', () => {
    let practice = buy(goOn(held, bar(1, 100, 111, 99, 110), terms), 10);
    practice = goOn(sell(practice, 15), bar(2, 100, 101, 80, 80), terms);
    const summary = summaryOf(practiceNow(practice), terms)!;
    // 10 of 100 and 5 of 110 cost 1,550 and 15.00 + half of 16.00 in charges; 15 of 110 bring 1,650 less 21.50.
    expect(summary.trades).toHaveLength(1);
    expect(summary.trades[0]).toMatchObject({
      quantity: 15,
      cost: 155_000,
      proceeds: 165_000,
      charges: 1_500 + 800 + 2_150,
    });
    expect(summary.trades[0].net).toBe(10_000 - 4_450);
    expect(summary.figures).toMatchObject({ trades: 1, wins: 1, losses: 0 });
    // 5 of 110, now 80: 400 less 9.00 less 550 less 8.00.
    expect(summary.open).toEqual({ quantity: 5, cost: 55_000, profit: 40_000 - 900 - 55_000 - 800 });
    expect(summary.profit).toBe(5_550 - 16_700);
    // 1,00,000 + 100 - 15 is the highest close; it falls by 16 and 21.50, and by 5 times 30.
    expect(summary.fall).toBe(1_600 + 2_150 + 15_000);
    // 990 shares of 100 cost 99,000 and 995; at 80 they bring 79,200 less 797.
    expect(summary.holding).toBe(-(9_900_000 + 99_500) + 7_920_000 - 79_700);
    expect(summaryOf(practiceNow(opened), terms)).toBeNull();
  });

  test('with losses alone the purse never rises above its start', () => {
    const lost = goOn(held, bar(1, 100, 100, 50, 50), terms);
    expect(summaryOf(practiceNow(lost), terms)!.fall).toBe(1_500 + 50_000);
    // It does not come back with the price.
    expect(practiceNow(goOn(lost, bar(2, 50, 100, 50, 100), terms)).fall).toBe(51_500);
  });
});

type Act =
  | { kind: 'buy' | 'sell'; quantity: number }
  | { kind: 'exits'; stop: number; target: number }
  | { kind: 'on' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom('buy' as const, 'sell' as const), quantity: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ kind: fc.constant('exits' as const), stop: fc.nat(20_000), target: fc.nat(20_000) }),
  fc.constant({ kind: 'on' as const }),
);
/** Four prices in paise; the highest is the high. */
const prices = fc.array(fc.integer({ min: 5_000, max: 15_000 }), { minLength: 4, maxLength: 4 });

function barOf(index: number, four: readonly number[]): PracticeBar {
  const start = FIRST + (index + 1) * DAY;
  return {
    start,
    end: start + DAY,
    open: four[0],
    high: Math.max(...four),
    low: Math.min(...four),
    close: four[3],
  };
}

/** Refused acts change nothing. */
function played(acts: readonly Act[], bars: readonly PracticeBar[], from: Practice = opened): Practice {
  let practice = from;
  for (const each of acts) {
    const now = practiceNow(practice);
    const next = bars.find(({ end }) => end > now.at);
    if (each.kind === 'on') practice = next ? goOn(practice, next, terms) : practice;
    else {
      const done =
        each.kind === 'exits'
          ? setExits(practice, now.at, { stop: each.stop, target: each.target })
          : placeOrder(practice, now.at, { side: each.kind, quantity: each.quantity }, terms);
      if (typeof done !== 'string') practice = done;
    }
  }
  return practice;
}

const anyActs = fc.array(act, { maxLength: 60 });
const anyBars = fc
  .array(prices, { minLength: 1, maxLength: 30 })
  .map((rows) => rows.map((four, at) => barOf(at, four)));

describe('whatever is done', () => {
  test('the closed trades and what is open, as if sold now, are the change of the purse', () => {
    fc.assert(
      fc.property(anyActs, anyBars, (acts, bars) => {
        const now = practiceNow(played(acts, bars));
        expect(cashIn(now)).toBeGreaterThanOrEqual(0);
        expect(heldIn(now)).toBeGreaterThanOrEqual(0);
        const summary = summaryOf(now, terms);
        if (!summary) return;
        const open = openPractice(now, terms);
        const openValue = open ? open.cost + openCharges(now.fills) : 0;
        expect(summary.figures.net).toBe(cashIn(now) - PRACTICE_PURSE + openValue);
        expect(Number.isSafeInteger(summary.profit) && Number.isSafeInteger(summary.holding)).toBe(true);
        expect(summary.fall).toBeGreaterThanOrEqual(now.peak - worthIn(now));
      }),
    );
  });

  test('to step back and go on is never to have traded in between', () => {
    fc.assert(
      fc.property(anyActs, anyActs, anyBars, (acts, undone, bars) => {
        const before = played(acts, bars);
        const { at } = practiceNow(before);
        const astray = played([{ kind: 'on' }, ...undone], bars, before);
        expect(goBack(astray, at).length).toBeGreaterThanOrEqual(before.length);
        // What was done at the instant itself stays; on the bars after it nothing is left.
        if (practiceNow(astray).at > at) expect(goBack(astray, at)).toEqual(before);
      }),
    );
  });

  test('no bar of the future is read', () => {
    fc.assert(
      fc.property(anyActs, anyBars, anyBars, (acts, bars, others) => {
        const practice = played(acts, bars);
        const { at } = practiceNow(practice);
        const past = bars.filter(({ end }) => end <= at);
        const otherwise = [...past, ...others.filter(({ end }) => end > at)];
        // If the bars had ended, other bars could allow the same acts to go further.
        expect(played(acts, bars.length === past.length ? past : otherwise)).toEqual(practice);
      }),
    );
  });
});

/** First in first out, by hand. */
function openCharges(fills: ReturnType<typeof practiceNow>['fills']): number {
  const lots: { quantity: number; charges: number }[] = [];
  for (const { side, quantity, charges } of fills) {
    if (side === 'buy') lots.push({ quantity, charges });
    else {
      let left = quantity;
      for (const lot of lots) {
        const taken = Math.min(left, lot.quantity);
        const part = taken === 0 ? 0 : Math.floor((lot.charges * taken) / lot.quantity);
        lot.quantity -= taken;
        lot.charges -= part;
        left -= taken;
      }
    }
  }
  return lots.reduce((sum, { charges }) => sum + charges, 0);
}
