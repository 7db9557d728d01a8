// What is answered about the asker's own alerts, watchlists, notes, figures, stops, sizes and lessons: nobody else's, and no number of its own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../tests/assistant.ts';
import { listed } from '../../tests/still-market.ts';
import type { Assistant } from '../../tests/assistant.ts';
import type { Caller } from '../handler.ts';
import { analyse } from './analyst/analyst.ts';
import type { Intent } from './analyst/intent.ts';
import { Asker } from './asker.ts';
import { unprovenNumbers } from './proof.ts';
import { Toolbox } from './tools/toolbox.ts';

type Person = Caller & { token: string };

let assistant: Assistant;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  assistant = await startAssistant();
  const { trading, call } = assistant;
  asha = await assistant.trader(100_000_00);
  ravi = await assistant.trader(100_000_00);
  trading.quote('TAMRAVATI', 'sell', 268_00, 1000);
  trading.quote('TAMRAVATI', 'buy', 267_00, 1000);
  trading.quote('SANJIVRA', 'sell', 1131_00, 1000);
  for (const order of [
    { stock: 'TAMRAVATI', type: 'BUY', quantity: 50 },
    { stock: 'TAMRAVATI', type: 'SELL', quantity: 10 },
    { stock: 'SANJIVRA', type: 'BUY', quantity: 2 },
    { stock: 'TAMRAVATI', type: 'SELL', orderType: 'STOP', quantity: 30, stopPrice: 250 },
  ])
    await call('POST /orders', order, { token: asha.token });
  const own = { token: asha.token };
  await trading.call('POST /priceAlerts', { symbol: 'SANJIVRA', price: 1200, direction: 'above' }, own);
  await trading.call('POST /priceAlerts', { symbol: 'TAMRAVATI', price: 200, direction: 'below' }, own);
  await trading.call('POST /ensureAndAddStock', { stocks: [{ stockId: 'GODHULI' }] }, own);
  const { body } = await trading.call('GET /tradeDiary', {}, own);
  const [{ details }] = (body.data as { trades: { details: { _id: string }[] }[] }).trades;
  const note = { id: details[0]._id, notes: 'Sold too\nearly | again', tags: ['impulse'], mood: 'anxious' };
  await trading.call('POST /tradeDiary/note', note, own);
});
afterAll(() => assistant.close());

/** The answer, which has no number that a tool did not give. */
async function answer(person: Person, question: string, about: Intent): Promise<string> {
  const { text, results, intent } = await analyse(new Asker(person, assistant.sources), question, []);
  expect([intent, unprovenNumbers(text, results)], text).toEqual([about, []]);
  return text;
}

test('price alerts, the nearest first', async () => {
  const text = await answer(asha, 'do I have any alerts?', 'follows');
  expect(text).toContain('2 price alerts of yours are waiting:');
  // 1,200 from 1,131 is 6.1 %, 200 from 267 is 25.09 %.
  expect(text).toContain(
    '| SANJIVRA | at ₹1,200.00 or above | ₹1,131.00 | 6.1% |\n| TAMRAVATI | at ₹200.00 or below | ₹267.00 | 25.09% |',
  );
  expect(await answer(ravi, 'my alerts', 'follows')).toContain('No price alert of yours is waiting.');
});

test('what is on the watchlists, with prices', async () => {
  const text = await answer(asha, 'what is in my watchlist?', 'follows');
  expect(text).toMatch(/: 1 stock:\n\n\| Stock .*\n.*\n\| GODHULI \| Godhuli Foods \| ₹2,410\.00 \|/);
  expect(await answer(ravi, 'show my watchlists', 'follows')).toContain('No stock is on a watchlist of yours.');
});

test('what was written beside trades, in one line, and the results by tag and mood', async () => {
  const text = await answer(asha, 'what did I write about my trade in TAMRAVATI?', 'notes');
  expect(text).toMatch(
    /1 note about trades in TAMRAVATI:\n\n- .*, TAMRAVATI, \u2212₹.* \(#impulse anxious\): Sold too early \| again/,
  );
  const groups = await answer(asha, 'which tags do I use?', 'notes');
  expect(groups).toContain('| impulse | 1 | 0% |');
  expect(groups).toContain('| anxious | 1 | 0% |');
  expect(await answer(ravi, 'show my notes', 'notes')).toContain('You have written nothing in the diary.');
});

test('the part of a sector, held or not', async () => {
  // 40 shares at 267 and 2 at 1,131: 10,680 of 12,942.
  const text = await answer(asha, 'how much of my money is in metals?', 'portfolio');
  expect(text).toMatch(/^Materials: ₹10,680\.00, 82\.52% of what your stocks are worth\./);
  expect(await answer(asha, 'how exposed am I to fmcg', 'portfolio')).toMatch(
    /^You hold no stock of the sector Consumer Staples\./,
  );
});

test('notes of a time without any', async () =>
  expect(await answer(asha, 'show my notes of last year', 'notes')).toContain(
    'You have written nothing in the diary in that time.',
  ));

test('streaks, payoff and drawdown', async () => {
  const text = await answer(asha, 'what is my longest losing streak?', 'figures');
  expect(text).toContain('1 closed trade, after all charges:');
  expect(text).toContain('Longest run of wins 0, of losses 1; now 1 loss in a row.');
  expect(text).toContain('deepest fall from a peak ₹');
  expect(await answer(ravi, 'my sharpe ratio', 'figures')).toContain('You have closed no trade');
});

// 10 of 50 bought at 268 were sold at 267: 27.80 of the 139.00 of the buy, and 31.70 for the sale.
test('what sales brought, by how long the shares were held', async () => {
  const text = await answer(asha, 'am I better at intraday or delivery?', 'gains');
  expect(text).toContain(
    'You sold 10 shares for ₹2,670.00, which had cost ₹2,680.00: \u2212₹10.00 (\u22120.37%) before',
  );
  expect(text).toContain('\u2212₹69.50 (\u22122.59%) after those of buying and selling.');
  expect(text).toContain(
    '| On the day of the buy | 10 | ₹2,680.00 | \u2212₹10.00 | ₹59.50 | \u2212₹69.50 | \u22122.59% |',
  );
  expect(text).not.toContain('| Later |');
  expect(await answer(ravi, 'my intraday profit', 'gains')).toContain('You have sold nothing yet.');
});

test('what reached stops would bring, and what has none', async () => {
  const text = await answer(asha, 'how much would I lose if my stops are hit', 'stops');
  // 30 shares at 250 instead of 267, and instead of the 268 that they cost.
  expect(text).toContain(
    'would bring \u2212₹510.00 against the prices now, and \u2212₹540.00 against what they cost, before charges.',
  );
  // 10 shares at 267 and 2 at 1,131
  expect(text).toContain('Without a stop loss (₹4,932.00 in all):');
  expect(text).toContain('- 10 shares of TAMRAVATI, worth ₹2,670.00');
  expect(text).toContain('- 2 shares of SANJIVRA, worth ₹2,262.00');
  expect(await answer(ravi, 'how much do I have at risk', 'stops')).toContain('You hold no shares');
});

test('a size by what may be lost, with a stop of one’s own and without', async () => {
  // 2 % of 1,00,000 is 2,000; from 267 down to 250 are 17: 117 shares.
  const text = await answer(ravi, 'how many TAMRAVATI can I buy if I risk 2% with a stop at 250', 'sizing');
  expect(text).toContain('If you may lose 2% of your ₹1,00,000.00, that is ₹2,000.00.');
  expect(text).toContain('₹2,000.00 over ₹17.00 comes to 117 shares, worth ₹31,239.00.');
  expect(await answer(ravi, 'what is a good stop loss for TAMRAVATI', 'sizing')).toContain(
    'A stop 2 times the usual daily range of ₹',
  );
  expect(await answer(ravi, 'risk 50% of TAMRAVATI with a stop 5% below', 'sizing')).toContain(
    'That is more than the ₹1,00,000.00 you can spend.',
  );
  for (const stop of [300, 99_999_999_999])
    expect(await answer(ravi, `position size of TAMRAVATI with a stop at ${stop}`, 'sizing')).toContain(
      'lies below the price',
    );
});

test('a stop of one stock, and one that is not held', async () => {
  const text = await answer(asha, 'do I have a stop on TAMRAVATI?', 'stops');
  expect(text).toContain('If every stop loss of yours in TAMRAVATI were reached');
  expect(text).not.toContain('SANJIVRA');
  for (const asked of ['what is the stop loss of my TAMRAVATI', 'does TAMRAVATI have a stop loss?'])
    expect(await answer(asha, asked, 'stops')).toBe(text);
  expect(await answer(asha, 'is there a stop loss? what is my stop for GODHULI', 'stops')).toContain(
    'You hold no shares of GODHULI',
  );
});

test('orders by what became of them, and trades and orders of some days', async () => {
  expect(await answer(asha, 'list my completed orders', 'orders')).toContain('Your 3 completed orders:');
  expect(await answer(asha, 'show my failed orders', 'orders')).toContain('You have no failed orders.');
  expect(await answer(asha, 'my orders of last month', 'orders')).toContain('You have no orders of that time.');
  expect(await answer(asha, 'show trades from this month', 'trades')).toContain('Your newest trade in that time: on');
  expect(await answer(asha, 'show my trades from last year', 'trades')).toMatch(
    /You have not traded anything from 1 Jan \d+ to 31 Dec \d+\./,
  );
});

test('how long winners and losers are held', async () =>
  expect(await answer(asha, 'do I cut my winners short', 'habits')).toContain('1 closed trade.'));

test('that nothing is paid out is the first sentence about a withdrawal', async () => {
  for (const text of ['how do I withdraw my money', 'can I withdraw my profit', 'can I cash out'])
    expect(await answer(ravi, text, 'how-to'), text).toMatch(/^Nothing can be paid out/);
});

test('what margin pays for', async () =>
  expect(await answer(ravi, 'how much margin do I have', 'balance')).toContain(
    'shares worth up to about ₹5,00,000.00',
  ));

test('lessons of one’s own and on offer', async () => {
  const none = await answer(asha, 'when is my next class?', 'lessons');
  expect(none).toContain('You have no place in a lesson that is still to come.');
  const { trading } = assistant;
  const admin = await trading.admin();
  const teacher = await trading.instructor();
  const hour = (hours: number) => new Date(trading.clock.at + hours * 3_600_000).toISOString();
  const plan = { instructor_name: 'Anand', instructor_email: teacher.email, specialization: 'technical' };
  for (const [topic, from] of [
    ['Candles', 48],
    ['Trends', 24],
    ['Risk', 72],
  ] as const) {
    // The price of a lesson is its rate, whatever its length.
    const price = topic === 'Risk' ? 750 : 0;
    const form = { ...plan, topic, hourly_rate: price, start_time: hour(from), end_time: hour(from + 1.5) };
    const { status, body } = await trading.call('POST /createSession', form, { token: admin.token });
    expect(status, body.message).toBe(200);
    if (topic === 'Candles')
      await trading.call('POST /enrol/{id}', { id: (body.data as { id: string }).id }, { token: asha.token });
  }
  expect(await answer(asha, 'how much did I pay for lessons', 'lessons')).toContain(
    'You have paid for no lesson so far',
  );
  const text = await answer(asha, 'when is my next class?', 'lessons');
  expect(text).toMatch(
    /Your next lesson:\n\n- .*Candles.* with Anand, [\s\S]*On offer:\n\n- .*Trends.* with Anand, .*, free\n- .*Risk.* with Anand, .*, ₹750\.00\n/,
  );
  expect(await answer(asha, 'free lessons', 'lessons')).toMatch(/On offer free: 1 of 2\.\n\n- .*Trends.*, free\n\n/);
  expect(await answer(asha, 'lessons under 750', 'lessons')).toContain('On offer for ₹750.00 or less: 2 of 2.');
  for (const asked of ['lessons under 7 days', 'lessons for 2 people', 'lessons under 999999999'])
    expect(await answer(asha, asked, 'lessons')).toContain('On offer:\n');
  expect(await answer(asha, 'is there a place left in a lesson', 'lessons')).toMatch(
    /Trends.*, free, \d+ places left\n/,
  );
  expect(await answer(asha, 'best rated lesson', 'lessons')).toContain('with Anand (no ratings yet), ');
  trading.clock.at += 48.5 * 3_600_000;
  expect(await answer(asha, 'has my class started?', 'lessons')).toMatch(
    /Your next lesson:\n\n- .*Candles.* with Anand, now, since /,
  );
  trading.clock.at -= 48.5 * 3_600_000;
  for (const asked of ['how do I unenrol', 'can I give back my place'])
    expect(await answer(asha, asked, 'lessons')).toContain('the button that gives your place back');
  // Its instructor hears who comes, and is offered no lesson of their own.
  const taught = await answer(teacher, 'how many students do I have?', 'lessons');
  expect(taught).toMatch(
    /^You teach next:\n\n- .*Trends.*, free: 0 learners\n- .*Candles.*, free: 1 learner\n- .*Risk.*, ₹750\.00: 0 learners\n\n/,
  );
  const earned = 'Your lessons have earned ₹0.00 so far, ₹0.00 of it this month.';
  expect(taught).toContain(earned);
  expect(taught).toContain('What learners think of your lessons: no ratings yet.');
  expect(await answer(teacher, 'how much did I earn this month', 'performance')).toContain(earned);
  expect(await answer(asha, 'how much did I earn this month', 'performance')).not.toContain('lessons');
  expect(taught).not.toMatch(/On offer|You have no place/);
});

test.each(['what is my referral code', 'where is my invitation link', 'how many friends can I invite'])(
  '%s: where the code stands, and what it brings',
  async (question) => {
    const text = await answer(asha, question, 'rewards');
    expect(text).toContain('Your referral code stands in your profile');
    expect(text).toContain('0 of at most 10 friends so far');
  },
);

test('orders of a stock are not those of another one whose symbol or name contains its own', async () => {
  const { trading } = assistant;
  await trading.exchange.submit({ kind: 'list-instrument', instrument: listed('TAMRA', 50_00) });
  const own = { token: ravi.token };
  const limit = { type: 'BUY', orderType: 'LIMIT', quantity: 1 };
  await assistant.call('POST /orders', { ...limit, stock: 'TAMRA', price: 49 }, own);
  await assistant.call('POST /orders', { ...limit, stock: 'TAMRAVATI', price: 260 }, own);
  const tools = new Toolbox(new Asker(ravi, assistant.sources));
  expect(await tools.use('orders', { stock: 'TAMRA' })).toMatchObject({ total: 1, orders: [{ symbol: 'TAMRA' }] });
  expect(await tools.use('story', { stock: 'TAMRA', isOpen: true })).toMatchObject({ order: { symbol: 'TAMRA' } });
  const { status, body } = await trading.call('GET /getOrders', { symbol: 'TAMRA' }, own);
  expect([status, body.data.totalOrders]).toEqual([200, 1]);
});

test.each([
  ['how can I add a stock to my watchlist', 'Use the star of a stock'],
  ['how can I add an alert', 'Open the page of a stock and set a price alert'],
  ['how can I add money', 'Press Add money'],
  ['how much can I add', 'Add money says how much'],
  ['how do I get more practice money', 'Press Add money'],
  ['how do I practice with old prices', 'Open Chart, choose a stock, press Replay'],
  ['how do I buy on my phone', 'Open Stocks, choose one and press Buy'],
  ['can I use this on my phone', 'Istock runs in the browser'],
  ['how do I remove an order', 'Open My Orders'],
  ['how do I take profits', 'When you buy, turn on'],
])('%s', async (question, begins) => {
  expect((await answer(asha, question, 'how-to')).slice(0, begins.length)).toBe(begins);
});

test('the results by sector, and those in the one that is named', async () => {
  const all = await answer(asha, 'my results by sector', 'habits');
  expect(all).toMatch(/^1 closed trade\.\n\n\| Sector [^]*\n\| Materials \| 1 \| 0% \| −₹69\.50 \|/);
  expect(await answer(asha, 'how did I do in materials', 'habits')).toContain(
    'Materials: 1 closed trade, 0 of them won, −₹69.50 together.',
  );
  expect(await answer(asha, 'how did I do in pharma', 'habits')).toContain(
    'You have closed no trade in the sector Health Care.',
  );
});

test('mistakes: what stands out, and what was asked about beside it', async () => {
  const plain = await answer(asha, 'what mistakes do I repeat?', 'mistakes');
  expect(plain).toContain('1 closed trade.');
  expect(plain).toContain('Nothing stands out that chance could not have made');
  expect(await answer(asha, 'do I trade worse after a loss', 'mistakes')).toContain('| Nothing closed yet | 1 |');
  expect(await answer(asha, 'am I overtrading', 'mistakes')).toContain('| First | 1 |');
  expect(await answer(asha, 'are my trades without a stop worse', 'mistakes')).toContain('| With a stop | 1 |');
});
