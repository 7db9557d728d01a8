// What is said while the market is closed, before the first trade of a day, and in a halt: nothing is of today that is not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAssistant } from '../../../tests/assistant.ts';
import type { Assistant } from '../../../tests/assistant.ts';
import { dayStartAt, dayText, HOUR_MS, marketDay, weekday } from '../../../core/market/day.ts';
import { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import type { Caller } from '../../handler.ts';
import { Asker } from '../asker.ts';
import { unprovenNumbers } from '../proof.ts';
import { analyse } from './analyst.ts';
import { dayWords } from './wording.ts';

let assistant: Assistant;
let asha: Caller & { token: string };
let saturday: number;
let at: number;

beforeAll(async () => {
  assistant = await startAssistant();
  asha = await assistant.trader(100_000_00);
  assistant.trading.quote('TAMRAVATI', 'sell', 270_00, 1000);
  await assistant.call('POST /orders', { stock: 'TAMRAVATI', type: 'BUY', quantity: 20 }, { token: asha.token });
  const today = marketDay(assistant.trading.clock.at);
  saturday = today + ((6 - weekday(today) + 7) % 7);
});
beforeEach(() => void (at = dayStartAt(saturday) + 12 * HOUR_MS));
afterAll(() => assistant.close());

/** The answer at `at`, which has no number that neither a tool nor the question gave. */
async function answer(question: string): Promise<string> {
  const sources = { ...assistant.sources, calendar: new TradingCalendar('nse'), now: () => at };
  const { text, results } = await analyse(new Asker(asha, sources), question, []);
  expect(unprovenNumbers(text, [results, question]), text).toEqual([]);
  return text;
}

test.each([
  'how is the market today?',
  'price of TAMRAVATI',
  'trend of TAMRAVATI',
  'compare TAMRAVATI and GODHULI',
  'how is my portfolio spread?',
  'how much TAMRAVATI do I have?',
  'which sectors are there?',
  'materials stocks',
  'how is the index doing?',
  'stocks that fell more than 1% today',
])('on a Saturday the figures are of Friday: %s', async (question) => {
  const text = await answer(question);
  expect(text).toContain(dayWords(dayText(saturday - 1)));
  expect(text).not.toMatch(/\btoday\b/i);
});

test('what is held has moved on Friday, and nothing was traded on Saturday', async () => {
  const text = await answer('what is my profit today?');
  expect(text).toContain('You have not traded today.');
  expect(text).toContain(`moved by ₹0.00 on ${dayWords(dayText(saturday - 1))}; 0 orders open.`);
});

test('a book without anybody is that of a closed market', async () => {
  expect(await answer('price of GODHULI')).toContain('The market is closed, and nobody waits in the book.');
  at += 2 * 24 * HOUR_MS;
  expect(await answer('price of GODHULI')).toContain('Nobody waits in the book right now.');
});

test('a stock that has not traded yet has no open, high and low', async () => {
  at = dayStartAt(saturday + 2) + 9.1 * HOUR_MS;
  expect(await answer('price of GODHULI')).toContain('Nothing of it has traded today.');
  expect(await answer('price of TAMRAVATI')).toContain('Today: open ₹270.00, high ₹270.00');
});

test('only what has traded is most traded', async () => {
  const text = await answer('how is the market today?');
  expect(text).toContain('Most traded by value:');
  expect(text).toContain('TAMRAVATI');
  expect(text).not.toContain('₹0.00 |');
});

test('whether it is open comes first', async () => {
  const closed =
    /^Today is no trading day: the market is closed; the pre-open session begins on \d+ [A-Z][a-z]+ \d{4}, 09:00 IST\./;
  for (const question of ['is the market open?', 'can I place an order now?', 'what are the trading hours?'])
    expect(await answer(question)).toMatch(closed);
  at += 2 * 24 * HOUR_MS + 8 * HOUR_MS;
  expect(await answer('is today a holiday?')).toMatch(/^Now the market is closed; /);
});

test('in a halt nothing is called open', async () => {
  expect(await answer('why is trading halted?')).toContain('There is no halt of all trading.');
  await assistant.trading.exchange.submit({ kind: 'halt-market', isHalted: true });
  at += 2 * 24 * HOUR_MS;
  for (const question of ['is trading halted?', 'is the market open?'])
    expect(await answer(question)).toMatch(/^All trading is halted now: .* By the clock, trading ends on/);
  expect(await answer('price of TAMRAVATI')).toContain('All trading is halted now.');
  await assistant.trading.exchange.submit({ kind: 'halt-market', isHalted: false });
});

test.each([
  ['what did I trade on friday', 1],
  ['how did I do on thursday?', 2],
  ['what did I trade on monday', 5],
  ['what did I trade last saturday', 7],
])('a day of the week is the newest one: %s', async (question, back) => {
  expect(await answer(question)).toContain(dayWords(dayText(saturday - back)));
});

test('open orders may be asked for in any order of words, and one that will fill is one that waits', async () => {
  const { call } = assistant;
  const waits = { stock: 'TAMRAVATI', type: 'BUY', orderType: 'LIMIT', price: 250, quantity: 3, timeInForce: 'GTC' };
  await call('POST /orders', waits, { token: asha.token });
  expect(await answer('what orders do I have open?')).toContain('Your 1 open order:');
  for (const question of ['when will my order be filled?', 'is my limit order still open?']) {
    expect(await answer(question)).toContain('BUY 3 TAMRAVATI, LIMIT');
    expect(await answer(question)).toContain('the market is closed; the pre-open session begins on');
  }
});

test('behind a clock that was set back, what trades is not called closed', async () => {
  const { clock, exchange } = assistant.trading;
  clock.at = dayStartAt(saturday + 2) + 11 * HOUR_MS;
  await exchange.submit({ kind: 'halt-market', isHalted: false });
  expect(await answer('is the market open?')).toMatch(/^Now the market is open; /);
  expect(await answer('price of GODHULI')).toContain('Nobody waits in the book right now.');
});
