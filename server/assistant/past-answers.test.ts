// What is answered about days that are over: of a stock, of the market, and of two periods of the asker's trading.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../tests/assistant.ts';
import type { Assistant } from '../../tests/assistant.ts';
import { dayText, marketDay } from '../../core/market/day.ts';
import { analyse } from './analyst/analyst.ts';
import type { Intent } from './analyst/intent.ts';
import { dayWords } from './analyst/wording.ts';
import { Asker } from './asker.ts';
import { unprovenNumbers } from './proof.ts';

let assistant: Assistant;
let asker: Asker;

beforeAll(async () => {
  assistant = await startAssistant();
  asker = new Asker(await assistant.trader(), assistant.sources);
});
afterAll(() => assistant.close());

const day = (back: number): string => dayText(marketDay(assistant.trading.clock.at) - back);

/** The answer, which has no number that a tool did not give. */
async function answer(question: string, about: Intent): Promise<string> {
  const { text, results, intent } = await analyse(asker, question, []);
  expect([intent, unprovenNumbers(text, results)], text).toEqual([about, []]);
  return text;
}

test('the price of a day that is over', async () => {
  // A rupee less for each day back, from 1,130 yesterday.
  expect(await answer(`price of SANJIVRA on ${day(11)}`, 'past')).toContain(
    `SANJIVRA (Sanjivra Pharma) on ${dayWords(day(11))}: it closed at ₹1,120.00, +0.09% from the ₹1,119.00 before.`,
  );
  expect(await answer('what was the price of SANJIVRA yesterday', 'past')).toContain('it closed at ₹1,130.00');
  expect(await answer('price of SANJIVRA on 1 Jan 2001', 'past')).toContain(
    'There are no prices of SANJIVRA for that time.',
  );
  expect(await answer('price of SANJIVRA on 2040-01-01', 'past')).toContain(
    'There are no prices of SANJIVRA for that time.',
  );
});

test('what shares would be worth that were bought on a day that is over', async () => {
  // 1,120 then and 1,130 now: 100 shares have gained 1,000 rupees.
  const asked = `if I had bought 100 SANJIVRA on ${day(11)} what would I have now`;
  expect(await answer(asked, 'past')).toContain(
    `100 shares bought at the close of ${dayWords(day(11))} would have cost ₹1,12,000.00 and be worth ₹1,13,000.00 now: +₹1,000.00, before charges.`,
  );
  expect(await answer(`what if I had bought SANJIVRA on ${day(11)}`, 'past')).toContain('1 share bought at the close');
});

test('a day of more than a year ago', async () =>
  expect(await answer(`price of SANJIVRA on ${day(431)}`, 'past')).toContain('it closed at ₹700.00'));

test('a stock over some days, with the ends of its prices', async () => {
  const text = await answer('how did SANJIVRA do in the last 10 days', 'past');
  // From 1,121, the close of ten days ago, to the 1,130 of yesterday: nothing has traded today.
  expect(text).toContain(
    `from ${dayWords(day(9))} to ${dayWords(day(1))}: it ended at ₹1,130.00, +0.80% from the ₹1,121.00 before.`,
  );
});

test('a stock beside the index', async () => {
  const text = await answer('SANJIVRA vs the index in the last 10 days', 'past');
  expect(text).toMatch(/In the same time, the .+ went from [\d,.]+ to [\d,.]+ points: [+\u2212]?[\d.]+%\./);
  expect(await answer('how did SANJIVRA do in the last 10 days', 'past')).not.toContain('In the same time');
});

test('which stocks rose and which fell most over some days', async () => {
  const moves = (text: string) =>
    [...text.matchAll(/\| ([+\u2212][\d.]+)% \|$/gm)].map(([, move]) => Number(move.replace('\u2212', '-')));
  const text = await answer('which stocks rose most in the last 10 days', 'leaders');
  expect(text).toMatch(/^The .+ went from [\d,.]+ to [\d,.]+ points: [+\u2212]?[\d.]+%\./);
  const risen = moves(text);
  const fallen = moves(await answer('which stocks fell most in the last 10 days', 'leaders'));
  expect(risen.length).toBeGreaterThan(1);
  expect(risen).toEqual(risen.toSorted((one, other) => other - one));
  expect(fallen.length).toBeGreaterThan(0);
  expect(fallen).toEqual(fallen.toSorted((one, other) => one - other));
  expect([Math.min(...risen) > 0, Math.max(...fallen) < 0]).toEqual([true, true]);
  expect(await answer('best Materials stocks in the last 10 days', 'leaders')).toContain('of 2 stocks of Materials');
  const sectors = await answer('best sector in the last 10 days', 'leaders');
  expect(sectors).toMatch(/^\d+ sectors, by the average change of their stocks from .+ to .+:\n/);
  expect(sectors).toMatch(/\n\| Materials \| 2 \| [+−]?[\d.]+% \|/);
  expect(moves(sectors)).toEqual(moves(sectors).toSorted((one, other) => other - one));
  expect(await answer('which stocks rose in 2001', 'leaders')).toContain('There are no prices of all those days.');
});

test('what the market did on one day, and that nothing is known of a day before its first', async () => {
  const text = await answer('how was the market yesterday', 'leaders');
  expect(text).toMatch(/^The .+ went from .+ points: .+%\.\n/);
  expect(text).toContain(`On ${dayWords(day(1))}, of `);
  for (const other of ['1 Jan 2001', '2040-01-01'])
    expect(await answer(`top gainers on ${other}`, 'leaders')).toBe(
      'There are no prices of that day and the one before it.',
    );
});

test('two periods of one’s own trading side by side, the earlier first', async () => {
  const text = await answer('did I do better this month than last month?', 'periods');
  const times = [...text.matchAll(/^\| 1 (\w+) \d{4} to \d+ \1 \d{4} \| 0 \| - \|/gm)];
  expect(times).toHaveLength(2);
  expect(times[0][1]).not.toBe(times[1][1]);
});
