// What the analyst says of the newest closed trade that lost or won, of the largest one, of what was paid in, and of several things at once.
import { expect, test } from 'vitest';
import { answer, assistant, order } from '../../tests/scenes/newcomer-trades.ts';
import { dayText, marketDay } from '../../core/market/day.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayWords } from './analyst/wording.ts';

test('before the first sale there is none', async () => {
  expect(await answer('my last losing trade')).toContain('You have closed no trade with a loss yet.');
  expect(await answer('my last win in NEWCOMER')).toContain('You have closed no trade with a gain in NEWCOMER yet.');
});

test('the newest that lost, the newest that won, and the largest', async () => {
  await order('BUY', 10, 50_00);
  await order('SELL', 4, 49_00);
  // Nothing has been won, so there is no average of it.
  expect(await answer('what is my win rate?')).toContain('- Before charges, average loss −₹4.00.');
  assistant.trading.clock.at += 60_000;
  await order('SELL', 6, 52_00);
  expect(await answer('what is my win rate?')).toContain('- Before charges, average win +₹12.00, average loss −₹4.00.');
  const lost = await answer('What can I learn from my last loss?');
  expect(lost).toContain('you sold 4 shares of NEWCOMER at ₹49.00 on average, which had cost ₹50.00 each.');
  expect(lost).toContain('Result: −₹4.00 before charges');
  expect(lost).toContain('No stop protected it.');
  expect(lost).toContain('You have written nothing about it');
  expect(await answer('my last winning trade')).toContain('Result: +₹12.00 before charges');
  // Six at 50.
  expect(await answer('what is my biggest trade?')).toContain(
    'The largest of your closed trades: 6 shares of NEWCOMER that had cost ₹300.00',
  );
});

test('what was paid in on some days', async () => {
  const today = dayText(marketDay(assistant.trading.clock.at));
  expect(await answer('How much did I deposit today?')).toContain('You have paid in ₹10,000.00 so far.');
  expect(await answer(`How much did I deposit on ${today}?`)).toContain(
    `On ${dayWords(today)} you paid in ₹10,000.00.`,
  );
  expect(await answer('How much did I deposit last year?')).toContain('you paid in nothing.');
});

test('a company that is not listed is named, and nothing is told of another one', async () => {
  expect(await answer('charges of 10 TCS')).toBe(
    'This market has no stock of TCS: those that can be traded here stand under Stocks.',
  );
  expect(await answer('compare TCS, Infosys and WIPRO')).toContain('no stock of TCS, Infosys or WIPRO:');
});

test('three stocks are compared in one table, of five the first four', async () => {
  const three = await answer('compare SANJIVRA, TAMRAVATI and GODHULI');
  expect(three).toContain('| Figure | SANJIVRA | TAMRAVATI | GODHULI |');
  expect(three).toContain('| Price | ₹1,130.00 | ₹268.00 | ₹2,410.00 |');
  expect(three).not.toContain('correlation');
  const five = await answer('compare SANJIVRA, TAMRAVATI, GODHULI, LOHITYA and NEWCOMER');
  expect(five).toContain('| Figure | SANJIVRA | TAMRAVATI | GODHULI | LOHITYA |');
  expect(five).toContain('please ask for the others by themselves');
});

test('two questions have two answers', async () => {
  const text = await answer('show my balance and my open orders');
  expect(text).toContain('You can spend ');
  expect(text).toContain('You have no open orders.');
});

test('whether the market opens on a day to come', async () => {
  const holiday = dayText(marketDay(Date.parse('2026-12-25T06:00:00Z')));
  const nse = new TradingCalendar('nse', [holiday]);
  const at = (day: string) => Date.parse(`${day}T06:00:00Z`) - assistant.trading.clock.at;
  assistant.trading.clock.at += at('2026-12-23');
  expect(await answer('will the market be open on 25 december?', nse)).toContain(
    'On 25 Dec 2026 the market is closed: it is a holiday of the exchange.',
  );
  expect(await answer('is the market open tomorrow?', nse)).toContain('On 24 Dec 2026 the market opens.');
  expect(await answer('is the market closed on saturday', nse)).toContain('is closed: it is a weekend.');
  expect(await answer('is the market open on 4 january', nse)).toContain('no holidays of that year have been entered');
  expect(await answer('is the market open tomorrow?')).toContain('The market is open day and night');
});
