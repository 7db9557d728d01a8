// When a promotion of the fees begins and ends, to the instant; and how many there may be.
import { describe, expect, test } from 'vitest';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import type { FeePromotion, FeeSchedule } from '../../../core/trade/settings.ts';
import { presentPromotion, promotionOf, withoutPromotion, withPromotion } from './fee-promotions.ts';

const DAY = 86_400_000;
/** Saturday, 21 November 2026, midnight in India. */
const MIDNIGHT = Date.parse('2026-11-21T00:00:00+05:30');
const NOON = MIDNIGHT + DAY / 2;

function promotion(startDate: string, endDate: string, name = 'Diwali'): FeePromotion {
  return { id: name, ...promotionOf({ name, type: 'PERCENTAGE', discountValue: 50, startDate, endDate }, NOON) };
}

const withThese = (promotions: readonly FeePromotion[]): FeeSchedule => ({ ...DEFAULT_FEES, promotions });

describe('the days of a promotion', () => {
  const tomorrow = promotion('2026-11-22', '2026-11-22');
  const statusAt = (at: number): string => presentPromotion(tomorrow, at).status;

  test('it begins with its first instant and is over at the end of its last day', () => {
    const begins = MIDNIGHT + DAY;
    expect([begins - 1, begins, begins + DAY - 1, begins + DAY].map(statusAt)).toEqual([
      'UPCOMING',
      'ACTIVE',
      'ACTIVE',
      'ENDED',
    ]);
    expect(presentPromotion(tomorrow, NOON)).toMatchObject({ startDate: '2026-11-22', endDate: '2026-11-22' });
  });

  test('one whose last day is over cannot be added, from midnight on', () => {
    const yesterday = promotion('2026-11-20', '2026-11-20');
    expect(() => withPromotion(DEFAULT_FEES, yesterday, MIDNIGHT)).toThrow('The end date must not be in the past.');
    expect(withPromotion(DEFAULT_FEES, yesterday, MIDNIGHT - 1).promotions).toHaveLength(1);
  });

  test('ended in its first instant it was never there; later it ends then, once', () => {
    const begins = MIDNIGHT + DAY;
    expect(withoutPromotion(withThese([tomorrow]), 'Diwali', begins).promotions).toEqual([]);
    const ended = withoutPromotion(withThese([tomorrow]), 'Diwali', begins + 1);
    expect(ended.promotions).toEqual([{ ...tomorrow, endsAt: begins + 1 }]);
    expect(() => withoutPromotion(ended, 'Diwali', begins + 1)).toThrow('This promotion has ended already.');
  });
});

describe('how many there are', () => {
  const many = (count: number, endDate: string): FeePromotion[] =>
    Array.from({ length: count }, (_, n) => promotion('2026-11-01', endDate, `${endDate} ${n}`));

  test('at most 50 that have not ended', () => {
    const [last, ...others] = many(50, '2026-12-31');
    const full = withPromotion(withThese(others), last, NOON);
    expect(full.promotions).toHaveLength(50);
    expect(() => withPromotion(full, promotion('2026-11-21', '2026-12-31'), NOON)).toThrow(
      'There can be at most 50 promotions that have not ended.',
    );
  });

  test('ended ones take no place, and the 50 latest stay visible', () => {
    const ended = many(60, '2026-11-20');
    const { promotions } = withPromotion(withThese(ended), promotion('2026-11-21', '2026-12-31'), MIDNIGHT + DAY);
    expect(promotions.map(({ name }) => name)).toEqual([...ended.slice(10).map(({ name }) => name), 'Diwali']);
  });
});
