// Answers about exactly the thing in the question: the newest order, a whole buy, and the price band of a stock.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../../tests/assistant.ts';
import type { Assistant } from '../../../tests/assistant.ts';

let assistant: Assistant;
let asha: { token: string };

beforeAll(async () => {
  assistant = await startAssistant();
  asha = await assistant.trader(100_000_00);
});
afterAll(() => assistant.close());

const answer = async (question: string): Promise<string> => (await assistant.ask(asha, question)).response;

test('a number of shares before the name of a stock is that number', async () => {
  const { trading } = assistant;
  trading.quote('GODHULI', 'sell', 2410_00, 500);
  expect(await answer('what would 50 GODHULI cost me with charges')).toContain('for 50 shares of GODHULI at market:');
  expect(await answer('how much margin do I need for 30 GODHULI intraday')).toContain('for 30 shares of GODHULI');
  expect(await answer('what are the charges for 7 of GODHULI')).toContain('for 7 shares of GODHULI');
  expect(await answer('charges of GODHULI')).toContain('for 10 shares of GODHULI');
});

test('what a company does is its sector, and that it is invented', async () => {
  expect(await answer('which sector is GODHULI in')).toContain('Godhuli Foods is of the sector Consumer Staples.');
  expect(await answer('trend of GODHULI')).not.toContain('of the sector');
});

test('a stock with a price band of its own is told its own, and the rules name the whole range', async () => {
  expect(await answer('what is the price band today here')).toContain(
    'Prices may go 20% from the previous close in a day. A market order trades at most 5% from the last price.',
  );
  const { exchange } = assistant.trading;
  await exchange.submit({ kind: 'set-terms', symbol: 'LOHITYA', tickSize: 5, priceBand: 100_000 });
  const text = await answer('price band of LOHITYA');
  // A tenth of 536 is 53.60.
  expect(text).toContain(
    'LOHITYA may go today from ₹482.40 to ₹589.60: its price band around the previous close of ₹536.00.',
  );
  expect(text).toContain('Prices may go 10% to 20%, by stock, from the previous close in a day.');
});

test('the last order is the newest of all, whatever became of an earlier one; a buy at two prices is told as one', async () => {
  const { trading, call } = assistant;
  trading.quote('NEWCOMER', 'sell', 50_00, 1);
  trading.quote('NEWCOMER', 'sell', 50_10, 1);
  const newcomer = { stock: 'NEWCOMER', type: 'BUY' };
  await call('POST /orders', { ...newcomer, orderType: 'LIMIT', price: 45, quantity: 3 }, { token: asha.token });
  await call('POST /orders', { ...newcomer, quantity: 2 }, { token: asha.token });
  expect(await answer('What happened to my last order?')).toContain('BUY 2 NEWCOMER, MARKET');
  expect(await answer('Why is my last order not filled?')).toContain('BUY 3 NEWCOMER, LIMIT');
  const canceled = 'why was my limit order canceled?';
  expect(await answer(canceled)).toMatch(/^None of your newest orders was canceled or ran out\.(?!.*refused)/s);
  const gone = { ...newcomer, orderType: 'LIMIT', price: 46, quantity: 4, timeInForce: 'IOC' };
  await call('POST /orders', gone, { token: asha.token });
  expect(await answer(canceled)).toContain('BUY 4 NEWCOMER, LIMIT');
  const reached = 'Why did my stop loss hit?';
  expect(await answer(reached)).toContain('No trigger, stop loss or target of your newest orders has been reached.');
  await call(
    'POST /orders',
    { ...newcomer, type: 'SELL', orderType: 'STOP', stopPrice: 49, quantity: 2 },
    { token: asha.token },
  );
  expect(await answer('why did my order end?')).toContain('BUY 4 NEWCOMER, LIMIT');
  trading.quote('NEWCOMER', 'buy', 48_90, 3);
  trading.mark('NEWCOMER', 48_90);
  expect(await answer(reached)).toContain('SELL 2 NEWCOMER, STOP');
  expect(await answer("Why can't I buy?")).toContain('None of your orders has been refused since the server started.');
  expect(await answer('When did I buy NEWCOMER?')).toContain('Last bought: 2 shares at \u20b950.05 on ');
});

test('a list of orders says what each has traded at, not the limit it was better than', async () => {
  const { trading, call } = assistant;
  trading.quote('NEWCOMER', 'sell', 49_05, 1);
  const better = { stock: 'NEWCOMER', type: 'BUY', orderType: 'LIMIT', price: 49.5, quantity: 1 };
  await call('POST /orders', better, { token: asha.token });
  expect(await answer('show my orders')).toContain('BUY LIMIT | 1 of 1 | \u20b949.05 | COMPLETED');
});

test('no sum stands right behind the name of a company, which may be written from right to left', async () => {
  expect(await answer('how risky is LOHITYA')).toContain('(Lohitya Steel) has moved over the last year, to \u20b9');
});

test('how something is done is told by the words of the screens, and what the market does not have is said', async () => {
  expect(await answer('how do i buy shares')).toContain('Open Stocks, choose one and press Buy');
  expect(await answer('How do I set a stop loss?')).toContain('turn on "Target and stop loss" in the ticket');
  expect(await answer('Can I sell a stock I do not own?')).toContain('there is no short selling');
  expect(await answer('PE ratio of LOHITYA')).toContain('no accounts are kept, so there are no earnings');
});
