// What an account has made is said to be of ninety days only if it has had them.
import { expect, test } from 'vitest';
import type { DiaryAnalytics } from '../../contract/trade/diary.ts';
import { hadWholeSpan } from './whole-span.ts';

/** An account that was worth this much before the span, with its first close in it. */
const had = (startEquity: number, date: string) =>
  hadWholeSpan({ account: { startEquity }, equity: [{ date } as DiaryAnalytics['equity'][number]] }, '2026-11-21');

test('a span that begins on a Saturday is whole for an account that is older', () => {
  expect(had(50_000, '2026-11-23')).toBe(true);
});

test('an account that began within the span has not had all of it, and one that began with it has', () => {
  expect(had(0, '2026-11-24')).toBe(false);
  expect(had(0, '2026-11-21')).toBe(true);
  expect(hadWholeSpan({ account: { startEquity: 0 }, equity: [] }, '2026-11-21')).toBe(false);
});
