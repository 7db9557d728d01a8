// What is asked before all holdings are sold, and what is told afterwards.
import { expect, test } from 'vitest';
import { exitAllWords, exitedWords } from './exit-all-words.ts';

const held = (symbol: string, quantity: number, availableQuantity = quantity) => ({
  symbol,
  quantity,
  availableQuantity,
  loan: 0,
});

test('the question names the stocks and their worth, and what orders hold back', () => {
  expect(exitAllWords([held('GODHULI', 10), held('MERIT', 5)], 1234.5, 500)).toBe(
    'Sells your shares of 2 stocks at the market: GODHULI, MERIT. They are worth \u20b91,234.50 now, before charges.',
  );
  expect(exitAllWords([held('GODHULI', 600), held('MERIT', 5, 2)], 1, 500)).toMatch(
    /before charges\. 3 of the shares wait in open orders: .* Of GODHULI only 500 are sold, as many as one order may sell\.$/,
  );
  expect(exitAllWords([held('MERIT', 5, 4)], 1, 500)).toMatch(
    / 1 of the shares waits in an open order: that is canceled /,
  );
  // As many as one order may sell are free: the orders of the others stay.
  expect(exitAllWords([held('GODHULI', 800, 500)], 1, 500)).toMatch(/before charges\. Of GODHULI only 500 are sold, /);
  expect(exitAllWords([held('GODHULI', 800, 499)], 1, 500)).toContain(' 301 of the shares wait in open orders: ');
  // All of them, if they are just as many.
  expect(exitAllWords([held('GODHULI', 500)], 1, 500)).toMatch(/before charges\.$/);
  expect(exitAllWords([{ ...held('GODHULI', 10), loan: 80 }, held('MERIT', 5)], 100, 500)).toMatch(
    /₹100\.00 now, before charges\. ₹80\.00 of that is borrowed for intraday and goes back\.$/,
  );
  const many = Array.from({ length: 8 }, (_, i) => held(`S${i}`, 1));
  expect(exitAllWords(many, 1, 500)).toContain('8 stocks at the market: S0, S1, S2, S3, S4, S5 and 2 more.');
});

test('afterwards it says how many were placed, and why the others were not', () => {
  expect(exitedWords({ placed: 2, refusals: [] }, 2)).toBe('The sales of 2 stocks have been placed.');
  expect(exitedWords({ placed: 1, refusals: ['MERIT: Trading is halted.'] }, 2)).toBe(
    'The sales of 1 of 2 stocks have been placed. MERIT: Trading is halted.',
  );
  expect(exitedWords({ placed: 1, refusals: [], unanswered: 'MERIT' }, 3)).toBe(
    'The sales of 1 of 3 stocks have been placed. No answer came to the sale of MERIT: nothing was sent after it.',
  );
  expect(exitedWords({ placed: 0, refusals: ['A: a.', 'B: b.', 'C: c.', 'D: d.'] }, 4)).toBe(
    'The sales of 0 of 4 stocks have been placed. A: a. B: b. C: c. And 1 more.',
  );
});
