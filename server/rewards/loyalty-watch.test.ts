// When a person's trades are worth a look for a loyalty reward, however looks and trades overlap.
import { expect, test } from 'vitest';
import type { FillRecord } from '../exchange/rows.ts';
import { LoyaltyWatch } from './loyalty-watch.ts';

const ASHA = 7;

function fillOf(value: number, at = 0): FillRecord {
  return { account: ASHA, price: value, quantity: 1, at } as FillRecord;
}

const isWorthALook = (watch: LoyaltyWatch, value: number, at?: number): boolean =>
  watch.worthALook([fillOf(value, at)]).has(ASHA);

test('nobody is looked at again before the rest is traded', () => {
  const watch = new LoyaltyWatch();
  expect(isWorthALook(watch, 1)).toBe(true);
  watch.end(ASHA, watch.begin(ASHA), { toTrade: 100, opensAt: 0 });
  expect([isWorthALook(watch, 60), isWorthALook(watch, 39), isWorthALook(watch, 1)]).toEqual([false, false, true]);
});

test('what is traded while a look is under way counts', () => {
  const watch = new LoyaltyWatch();
  const begun = watch.begin(ASHA);
  expect(isWorthALook(watch, 60)).toBe(true);
  watch.end(ASHA, begun, { toTrade: 100, opensAt: 0 });
  expect(isWorthALook(watch, 40)).toBe(true);
});

test.each(['earlier', 'later'])(
  'of two looks that overlap the later one counts, also when the %s one ends first',
  (first) => {
    const watch = new LoyaltyWatch();
    const earlier = watch.begin(ASHA);
    expect(isWorthALook(watch, 60)).toBe(true);
    const later = watch.begin(ASHA);
    const endEarlier = (): void => watch.end(ASHA, earlier, { toTrade: 100, opensAt: 0 });
    if (first === 'earlier') endEarlier();
    watch.end(ASHA, later, { toTrade: 40, opensAt: 0 });
    if (first === 'later') endEarlier();
    expect([isWorthALook(watch, 39), isWorthALook(watch, 1)]).toEqual([false, true]);
  },
);

test('nothing is due before the next timeframe opens, and nothing at all where there is nothing to earn', () => {
  const watch = new LoyaltyWatch();
  watch.end(ASHA, watch.begin(ASHA), { toTrade: 0, opensAt: 500 });
  expect([isWorthALook(watch, 1, 499), isWorthALook(watch, 1, 500)]).toEqual([false, true]);
  watch.end(ASHA, watch.begin(ASHA), null);
  expect(isWorthALook(watch, Number.MAX_SAFE_INTEGER, 500)).toBe(false);
  watch.forget();
  expect(isWorthALook(watch, 1, 500)).toBe(true);
});
