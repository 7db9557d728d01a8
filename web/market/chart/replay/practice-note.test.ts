// The note that a practice leaves in the diary: its figures, below the existing text.
import { expect, test } from 'vitest';
import { goOn, placeOrder, practiceNow, seePrice } from './practice.ts';
import type { Practice } from './practice.ts';
import { diaryText, noteWith } from './practice-note.ts';
import { summaryOf } from './practice-summary.ts';

const terms = { commissionRate: 10_000, flatFee: 500, statutory: null };
const DAY = 86_400;
/** Friday, 14 March 2025, midnight in India. */
const FRIDAY = Date.parse('2025-03-14T00:00:00+05:30') / 1000;

test('the figures of the summary, in words that need no screen', () => {
  const seen = seePrice([], FRIDAY, { end: FRIDAY, close: 10_000 });
  const bought = placeOrder(seen, FRIDAY, { side: 'buy', quantity: 10 }, terms) as Practice;
  const bar = { start: FRIDAY, end: FRIDAY + DAY, open: 10_000, high: 12_000, low: 10_000, close: 12_000 };
  const on = goOn(bought, bar, terms);
  const sold = placeOrder(on, FRIDAY + DAY, { side: 'sell', quantity: 4 }, terms) as Practice;
  const span = { symbol: 'MERIT', interval: '1D', from: FRIDAY - 1, to: FRIDAY + DAY - 1 } as const;
  // 4 of 10: 80 less 6.00 and 9.80 in charges. The other 6: 120 less 9.00 and 12.20. 990 shares of 100 cost 99,995, and bring 1,17,607.
  expect(diaryText(summaryOf(practiceNow(sold), terms)!, span)).toBe(
    [
      'Practice in a replay of MERIT (1D), Thu, 13 Mar 2025 to Fri, 14 Mar 2025.',
      '1 closed trade: 1 won, 0 lost. 6 shares still held.',
      'Profit after charges +₹163.00 on ₹1,00,000.00; buy and hold +₹17,612.00.',
      'Biggest fall of the purse ₹15.00.',
    ].join('\n'),
  );
});

test('the existing note stays above it, with tags and mood', () => {
  const note = { id: '2026-11-23', notes: 'Slept well.', tags: ['calm-day'], mood: 'calm' } as const;
  const given = { ...note, tags: [...note.tags] };
  expect(noteWith(given, 'Practice.')).toEqual({ ...given, notes: 'Slept well.\n\nPractice.' });
  expect(noteWith({ ...given, notes: '' }, 'Practice.').notes).toBe('Practice.');
});

test('copied again after an answer that was lost, it is there once', () => {
  const note = { id: '2026-11-23', notes: 'Slept well.', tags: [], mood: null };
  const once = noteWith(note, 'Practice.');
  expect(noteWith(once, 'Practice.')).toEqual(once);
});
