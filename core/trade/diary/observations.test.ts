// What stands out in a record, and what could be chance.
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../market/day.ts';
import { Circumstances } from './circumstances.ts';
import type { ClosedTrade } from './closed-trades.ts';
import { figuresOf } from './trade-figures.ts';
import { observationsOf } from './observations.ts';
import type { Observation } from './observations.ts';

const NO_WAYS = { known: 0, averageMfe: null, averageEfficiency: null };

interface Given {
  net: number;
  cost?: number;
  minutes?: number;
  r?: number | null;
}

/** Each trade on a day of its own, unless `perDay` says how many a day has. */
function observe(given: readonly Given[], { gross = 0, charges = 0, ways = NO_WAYS, perDay = 1 } = {}): Observation[] {
  const trades = given.map(({ net, cost = 100_00, minutes = 10, r = 1 }, index) => {
    const openedAt = Math.floor(index / perDay) * DAY_MS + (index % perDay) * HOUR_MS;
    const heldMs = minutes * 60_000;
    const trade = { orderId: index, cost, proceeds: cost + net, charges: 0, openedAt, closedAt: openedAt + heldMs };
    return { trade: trade as ClosedTrade, net, heldMs, r };
  });
  const closed = trades.map(({ trade }) => trade);
  const circumstances = new Circumstances(closed, closed);
  return observationsOf({ trades, circumstances, figures: figuresOf(trades), gross, charges, ways });
}

const kindsOf = (found: readonly Observation[]) => found.map(({ kind }) => kind);
const times = (count: number, of: (index: number) => Given): Given[] => Array.from({ length: count }, (_, i) => of(i));

test('trades without a stop that lose are named beside those with one, in shares of what each had cost', () => {
  // A large trade weighs no more than a small one: a rupee of a hundred, and two of two hundred, are one percent.
  const found = observe([
    ...times(12, (i) => ({ net: i % 2 === 0 ? 100 : 200, cost: 100_00 })),
    ...times(10, (i) => ({ net: i % 2 === 0 ? -100 : -300, r: null })),
  ]);
  expect(found).toEqual([
    { kind: 'no-stop', trades: 10, rate: expect.closeTo(-0.02), others: 12, othersRate: expect.closeTo(0.015) },
  ]);
});

test('nine trades on one side say nothing, ten do', () => {
  const sides = (lost: number) => [
    ...times(20, (i) => ({ net: 100 + i })),
    ...times(lost, (i) => ({ net: -100 - i, r: null })),
  ];
  expect(kindsOf(observe(sides(9)))).toEqual([]);
  expect(kindsOf(observe(sides(10)))).toEqual(['no-stop']);
});

test('a difference is named from 2.9 standard errors on', () => {
  // Two groups of ten, each scattered by one around its mean: the standard error is the root of 2 * (10/9) / 10, 0.4714.
  const apart = (by: number) => [
    ...times(10, (i) => ({ net: (i % 2 === 0 ? 1 : -1) + by, cost: 1_000 })),
    ...times(10, (i) => ({ net: i % 2 === 0 ? 1 : -1, cost: 1_000, r: null })),
  ];
  expect(kindsOf(observe(apart(1.366)))).toEqual([]);
  expect(kindsOf(observe(apart(1.368)))).toEqual(['no-stop']);
});

test('where trades are drawn by lot, about one comparison in a hundred stands out', () => {
  let seed = 7;
  const lot = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const drawn = () => Math.round((lot() + lot() + lot() - 1.5) * 1_000);
  let named = 0;
  for (let run = 0; run < 2_000; run++)
    named += observe(times(20, (i) => ({ net: drawn(), r: i % 2 === 0 ? 1 : null }))).filter(
      ({ kind }) => kind === 'no-stop',
    ).length;
  expect(named).toBeGreaterThan(5);
  expect(named).toBeLessThan(35);
});

test('what is begun after a loss, late in a day, and with large sums', () => {
  // Each day: a small loss, two larger ones, and one of twice the sum that is the worst.
  const days = times(40, (i) => {
    const turn = i % 4;
    const scatter = (i % 3) * 4;
    return { net: [-50, -100, -100, -500][turn] - scatter, cost: turn === 3 ? 200_00 : 100_00 };
  });
  const found = observe(days, { perDay: 4 });
  expect(kindsOf(found)).toEqual(['after-loss', 'late', 'large']);
  expect(found[1]).toMatchObject({ trades: 10, others: 30 });
  expect(found[2]).toMatchObject({ trades: 10, others: 30 });
});

test('charges weigh much from half of what the trades brought or lost before them', () => {
  const ten = times(10, () => ({ net: 0 }));
  expect(observe(ten, { gross: 1_000, charges: 499 })).toEqual([]);
  expect(observe(ten, { gross: 1_000, charges: 500 })).toEqual([
    { kind: 'charges', trades: 10, gross: 1_000, charges: 500 },
  ]);
  expect(kindsOf(observe(ten, { gross: -1_000, charges: 500 }))).toEqual(['charges']);
  expect(observe(ten, { gross: 0, charges: 0 })).toEqual([]);
  expect(observe(ten.slice(1), { gross: 0, charges: 500 })).toEqual([]);
});

test('losers that are held one and a half times as long as winners', () => {
  const of = (minutes: number) =>
    observe([...times(10, () => ({ net: 1 })), ...times(10, () => ({ net: -1, minutes }))]);
  expect(of(14)).toEqual([]);
  expect(of(15)).toEqual([{ kind: 'held', lost: 10, lostMs: 900_000, won: 10, wonMs: 600_000 }]);
});

test('a quarter of the best points is little', () => {
  const of = (known: number, share: number) =>
    kindsOf(observe([], { ways: { known, averageMfe: 100, averageEfficiency: share } as never }));
  expect([of(10, 0.25), of(10, 0.26), of(9, 0.25), of(10, -1)]).toEqual([['kept'], [], [], ['kept']]);
});
