// What years of trading brought month by month: the best month may have been long ago.
import { expect, test } from 'vitest';
import { answerMonths } from '../analyst/past-answers.ts';
import type { Question } from '../analyst/question.ts';
import type { Asker } from '../asker.ts';
import { unprovenNumbers } from '../proof.ts';
import { Toolbox } from './toolbox.ts';

/** A month's only day of trading. */
const day = (date: string, netPL: number) => ({
  date,
  overallPL: netPL + 10,
  charges: 10,
  netPL,
  details: [{ pnl: netPL + 10 }],
});

test('the best and the worst month are those of all years, and the newest twelve are listed', async () => {
  const dates = Array.from(
    { length: 30 },
    (_, month) => `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-05`,
  );
  const trades = dates.map((date) => day(date, 5)).reverse();
  const asker = { read: async () => ({ trades: [...trades, day('2023-12-29', 900), day('2023-11-03', -700)] }) };
  const tools = new Toolbox(asker as unknown as Asker);
  const { text } = await answerMonths(tools, {} as Question);
  expect(text).toContain(
    'After charges your best month was Dec 2023 with +₹900.00, your worst Nov 2023 with \u2212₹700.00.',
  );
  expect(text).toContain('The newest 12 of 32 months with trades:');
  expect(text.match(/^\| \w{3} \d{4} \|/gm)).toHaveLength(12);
  expect(text).toContain('| Jun 2026 | 1 | 1 | +₹15.00 | ₹10.00 | +₹5.00 |');
  expect(unprovenNumbers(text, tools.results)).toEqual([]);
});
