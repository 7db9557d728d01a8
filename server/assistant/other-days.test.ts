// The built-in analyst about days that are over, money that is borrowed, an exit's two prices, and charges with all their decimals.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../tests/assistant.ts';
import type { Assistant } from '../../tests/assistant.ts';
import { DAY_MS, dayText, marketDay } from '../../core/market/day.ts';
import type { Caller } from '../handler.ts';
import { dayWords, monthWords } from './analyst/wording.ts';

let assistant: Assistant;
let meera: Caller & { token: string };

const askMeera = async (question: string) => (await assistant.ask(meera, question)).response;
const buy = (quantity: number, isIntraday: boolean) =>
  assistant.call('POST /orders', { stock: 'NEWCOMER', type: 'BUY', quantity, isIntraday }, { token: meera.token });

beforeAll(async () => {
  assistant = await startAssistant();
  meera = await assistant.trader(10_000_00);
  assistant.trading.quote('NEWCOMER', 'sell', 50_00, 100);
  await buy(100, true);
});
afterAll(() => assistant.close());

test('what is borrowed for intraday shares is not one’s own', async () => {
  const text = await askMeera('how much money can I spend?');
  // A fifth of 5,000 is paid, and 55.
  expect(text).toContain('You can spend ₹8,945.00.');
  expect(text).toContain('Your stocks are worth ₹5,000.00, of which ₹4,000.00 is borrowed for intraday.');
  expect(text).toContain('Together: ₹9,945.00.');
});

test('yesterday is whole, however many fills came since', async () => {
  const { trading } = assistant;
  trading.clock.at += DAY_MS;
  await trading.exchange.submit({ kind: 'start-day', day: marketDay(trading.clock.at) });
  for (let seller = 0; seller < 101; seller++) trading.quote('NEWCOMER', 'sell', 50_00, 1);
  await buy(101, false);
  expect(await askMeera('what did I do yesterday?')).toContain(
    'you bought 100 shares for ₹5,000.00 in 1 fill and sold 0 shares for ₹0.00 in 0 fills.',
  );
  expect(await askMeera('how was my day?')).toContain('Today you bought 101 shares for ₹5,050.00 in 101 fills');
});

test('figures of now are not passed off as those of another day', async () => {
  const note = 'That time is over, and these are the figures of now.';
  for (const past of [
    'what was my balance yesterday?',
    'portfolio value last month',
    'RSI of SANJIVRA on Friday last week',
  ])
    expect(await askMeera(past), past).toContain(note);
  for (const now of ['what is my balance today?', 'my portfolio', 'RSI of SANJIVRA'])
    expect(await askMeera(now), now).not.toContain(note);
});

test('an exit waits for two prices', async () => {
  const exit = { stock: 'NEWCOMER', type: 'SELL', orderType: 'BRACKET', quantity: 1, target: 55, stopLoss: 45 };
  await assistant.call('POST /orders', exit, { token: meera.token });
  // 55 - 50 = 5, which is 10 % of 50
  expect(await askMeera('why is my order not filled?')).toContain(
    'The order waits for the target ₹55.00, or the stop loss ₹45.00. The target is ₹5.00 (10%) away.',
  );
});

test('a commission of four decimals is told with all of them', async () => {
  const { exchange } = assistant.trading;
  const fees = await exchange.read(({ venue }) => venue.fees);
  await exchange.submit({ kind: 'set-fees', fees: { ...fees, commissionRate: 3_333 } });
  expect(await askMeera('how do charges work?')).toContain('pays brokerage of 0.3333% of its value');
});

test('of several days, the best and the worst', async () => {
  const own = await startAssistant();
  try {
    const meera = await own.trader(100_000_00);
    const trade = async (type: string, price: number, quantity: number) => {
      own.trading.quote('GODHULI', type === 'BUY' ? 'sell' : 'buy', price, 100);
      await own.call('POST /orders', { stock: 'GODHULI', type, quantity }, { token: meera.token });
    };
    await trade('BUY', 2410_00, 10);
    await trade('SELL', 2409_00, 5);
    const first = dayText(marketDay(own.trading.clock.at));
    own.trading.clock.at += DAY_MS;
    await trade('SELL', 2600_00, 5);
    const second = dayText(marketDay(own.trading.clock.at));
    // The first day paid 246 for buying and 125.45 for selling, and lost 5; the second gained 950 and paid 135.
    expect((await own.ask(meera, 'which day did I make the most profit?')).response).toContain(
      `Best day: ${dayWords(second)}, +₹815.00 after the charges of the day; worst: ${dayWords(first)}, \u2212₹376.45. 1 day ended with a gain, 1 with a loss.`,
    );
    expect((await own.ask(meera, 'what was my first trade?')).response).toMatch(
      /^Your first trade: on .* you bought 10 shares of GODHULI at ₹2,410\.00, for/,
    );
    expect((await own.ask(meera, 'when did I start trading?')).response).toMatch(/^Your first trade: .* you bought 10/);
    // The start of a time is not the first trade in it.
    expect((await own.ask(meera, 'show trades from the start of this year')).response).toMatch(
      /^Your newest trade in that time: on .* you sold 5 shares of GODHULI at ₹2,6/,
    );
    const byMonth = (await own.ask(meera, 'profit by month')).response;
    const rows = [first, second].map(monthWords);
    expect(byMonth).toContain(
      rows[0] === rows[1]
        ? `| ${rows[0]} | 2 | 1 | +₹945.00 | ₹506.45 | +₹438.55 |`
        : `| ${rows[1]} | 1 | 1 | +₹950.00 | ₹135.00 | +₹815.00 |\n| ${rows[0]} | 1 | 0 | \u2212₹5.00 | ₹371.45 | \u2212₹376.45 |`,
    );
    expect((await own.ask(meera, 'am I getting better?')).response).toMatch(/^Your closed trades, side by side:/);
    expect((await own.ask(meera, 'how many trades did I make on 31 june?')).response).toMatch(
      /^The calendar has no such day/,
    );
  } finally {
    await own.close();
  }
});
