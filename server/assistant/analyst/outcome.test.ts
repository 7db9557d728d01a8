// Answers to "what if" and "where did it go": what a sale would bring, from which price on nothing is lost, what a sum buys, what became of the money.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../../tests/assistant.ts';
import type { Assistant } from '../../../tests/assistant.ts';
import type { Caller } from '../../handler.ts';
import { Asker } from '../asker.ts';
import { unprovenNumbers } from '../proof.ts';
import { analyse } from './analyst.ts';

let assistant: Assistant;
let asha: Caller & { token: string };

beforeAll(async () => {
  assistant = await startAssistant();
  asha = await assistant.trader(100_000_00);
  assistant.trading.quote('TAMRAVATI', 'sell', 268_00, 1000);
  assistant.trading.quote('SANJIVRA', 'sell', 1131_00, 1000);
  assistant.trading.quote('GODHULI', 'sell', 2420_00, 50_000);
  const order = { stock: 'TAMRAVATI', type: 'BUY', quantity: 20 };
  await assistant.call('POST /orders', order, { token: asha.token });
});
afterAll(() => assistant.close());

/** The answer, which has no number that neither a tool nor the question gave. */
async function answer(
  question: string,
  wanted: 'outcome' | 'trip' | 'affordable' | 'cost' = 'outcome',
): Promise<string> {
  const { text, results, intent } = await analyse(new Asker(asha, assistant.sources), question, []);
  expect([intent, unprovenNumbers(text, [results, question])], text).toEqual([wanted, []]);
  return text;
}

// 20 at 268 cost 5,360; brokerage is 1 %, the flat fee 5: 58.60 for the buy.
test('what is held, at a price that is supposed', async () => {
  const text = await answer('how much profit will I make if TAMRAVATI goes to 300?');
  expect(text).toContain('You hold 20 shares of TAMRAVATI. They cost ₹5,360.00, on average ₹268.00 each.');
  expect(text).toContain('Sold at ₹300.00, +11.94% from the last price of ₹268.00:');
  expect(text).toContain('They bring ₹6,000.00: +₹640.00 before charges.');
  // 60 and 5 for the sale
  expect(text).toContain('about ₹58.60 for the buy and ₹65.00 for the sale: +₹516.40 after both');
  // 20 x 273.91 = 5,478.20 bring 5,418.42, a paisa more 5,418.62; needed are 5,418.60.
  expect(text).toContain('Break-even, with the charges of both: ₹273.92 a share.');
});

// 20 at 100: 20 and 5 for the buy; 20 at 110: 22 and 5 for the sale. 102.61 x 20 = 2,052.20, less 25.52, is 2,026.68, a paisa a share less 2,024.52.
test('bought at one price and sold at another, whatever the stock', async () => {
  const text = await answer('if I buy 20 TAMRAVATI at 100 and sell at 110 what is my profit', 'trip');
  expect(text).toContain('20 shares bought at ₹100.00 and sold at ₹110.00:');
  expect(text).toContain('They cost ₹2,000.00 and bring ₹2,200.00: +₹200.00 before charges.');
  expect(text).toContain('Charges are ₹25.00 for the buy and ₹27.00 for the sale: +₹148.00 after both.');
  expect(text).toContain('Break-even, with the charges of both:');
  expect(await answer('if I buy 1.5 shares at 100 and sell at 110 what profit', 'trip')).toMatch(
    /^For example, 10 shares/,
  );
  const loss = await answer('suppose i bought 10 shares at ₹100 and sold for 90, how much did it make', 'trip');
  expect(loss).toContain('They cost ₹1,000.00 and bring ₹900.00: \u2212₹100.00 before charges.');
});

test('the price of a loss', async () => {
  const text = await answer('at what price would I lose 500 on TAMRAVATI');
  expect(text).toMatch(/: \u2212₹(?:499\.\d\d|500\.00) after both/);
  expect(await answer('at what price do I make -5 percent on TAMRAVATI')).toMatch(/: \u2212₹26[78]\.\d\d after both/);
});

// They cost 5,360, and the buy 58.60: 5,418.60 are lost at a price of 0.
test('a loss of more than was paid has no price', async () => {
  for (const loss of ['5418.61', '50,000'])
    expect(await answer(`at what price would I lose ${loss} on TAMRAVATI`)).toBe(
      'No more can be lost on shares than they have cost, with the charges of the buy.',
    );
  expect(await answer('at what price would I lose 5418.60 on TAMRAVATI')).toContain('Sold at \u20b90.00');
});

test('a part of it, and no more than all of it', async () => {
  expect(await answer('if i sell 5 TAMRAVATI at 300 what do i get')).toContain('They bring ₹1,500.00: +₹160.00');
  expect(await answer('if i sell 500 TAMRAVATI at 300 what do i get')).toContain('They bring ₹6,000.00: +₹640.00');
});

test('a move in percent, up and down', async () => {
  expect(await answer('what do I lose if TAMRAVATI falls by 10%')).toContain('Sold at ₹241.20, \u221210.00% from');
  expect(await answer('suppose tamravati rises 5 percent, my gain?')).toContain('Sold at ₹281.40, +5.00% from');
});

test('break-even of what is held, and of what is not', async () => {
  expect(await answer('what is the break-even of my TAMRAVATI')).toContain('₹273.92 a share');
  expect(await answer('at what price can I sell TAMRAVATI without a loss?')).toContain('At the last price of ₹268.00:');
  const text = await answer('if I buy 10 SANJIVRA and it goes to 1200, how much do I make');
  expect(text).toContain('You hold no shares of SANJIVRA. 10 shares would cost about ₹11,310.00 now, ₹1,131.00 each.');
  // 12,000 less 11,310; 118.10 and 125 of charges
  expect(text).toContain('+₹690.00 before charges');
  expect(text).toContain('+₹446.90 after both');
});

test('the price at which so much is made, after all charges', async () => {
  const text = await answer('what price do I need to make 500 on TAMRAVATI?');
  // Needed are 5,418.60 and 500: 20 x 299.17 = 5,983.40 bring 5,918.57, a paisa a share more 5,918.76.
  expect(text).toContain('Sold at ₹299.18,');
  expect(text).toContain('+₹500.16 after both');
});

test('a goal with fractions of a paisa, and one in percent of what the shares have cost', async () => {
  // To the nearest paisa, 500.50: 20 x 299.20 = 5,984 bring 5,919.16; a paisa a share less would bring 500.36.
  expect(await answer('what price do I need to make 500.495 on TAMRAVATI?')).toContain('+₹500.56 after both');
  expect(await answer('what price do I need to make 0.001 on TAMRAVATI?')).toContain('Sold at ₹273.92,');
  // 536 of 5,360: 20 x 300.99 = 6,019.80 bring 5,954.60, a paisa a share more 5,954.80; needed are 5,954.60.
  for (const goal of ['make 10%', 'earn 10 percent', 'make 10 per cent'])
    expect(await answer(`at what price must I sell TAMRAVATI to ${goal}?`)).toContain('+₹536.00 after both');
});

test('a price that is supposed goes before what is to be made', async () => {
  expect(await answer('will I make 500 if TAMRAVATI goes to 300?')).toContain('Sold at ₹300.00,');
});

test('all of it, sold now', async () => {
  // 20 at the last price of 268 bring what they cost.
  const text = await answer('what happens if I sell all my TAMRAVATI');
  expect(text).toContain('They bring ₹5,360.00');
});

test('what a sum buys', async () => {
  // 8 x 1,130 = 9,040 and 95.40; a ninth would bring them to 10,170.
  const text = await answer('how many SANJIVRA can I buy for ₹10,000', 'affordable');
  expect(text).toContain('₹10,000.00 pays for 8 shares of SANJIVRA');
  expect(text).not.toContain('Your free cash is less');
  expect(await answer('how many SANJIVRA can I buy with 5,00,000', 'affordable')).toContain(
    'Your free cash is less: ₹',
  );
  // Without a stock: the largest holding, as an example.
  expect(await answer('how many shares can i buy for 1000', 'affordable')).toContain(
    'That depends on the stock. For example TAMRAVATI:',
  );
});

test('what was bought in the timeframe of the limit leaves less, whatever the money would pay for', async () => {
  const rich = await assistant.trader(100_00_000_00);
  const ask = async () => (await analyse(new Asker(rich, assistant.sources), 'how many GODHULI can I buy', [])).text;
  expect(await ask()).toContain('One order may name at most 1,000 shares.');
  const buy = { stock: 'GODHULI', type: 'BUY', quantity: 600 };
  await assistant.call('POST /orders', buy, { token: rich.token });
  const waiting = { ...buy, quantity: 300, orderType: 'LIMIT', price: 2400 };
  await assistant.call('POST /orders', waiting, { token: rich.token });
  const { text, results } = await analyse(new Asker(rich, assistant.sources), 'how many GODHULI can I buy', []);
  expect(text).toContain(
    'At most 1,000 shares of GODHULI may be bought within 24 hours. You have bought 600, and 300 more are in your open orders: an order now may name at most 100 shares.',
  );
  expect(unprovenNumbers(text, [results])).toEqual([]);
  const rest = { ...buy, quantity: 100 };
  expect((await assistant.call('POST /orders', rest, { token: rich.token })).status).toBe(200);
  expect(await ask()).toContain(
    'You have bought 700, and 300 more are in your open orders: an order now may name none.',
  );
});

test('what became of the money', async () => {
  const { trading } = assistant;
  const meena = await assistant.trader(50_000_00);
  const order = (type: string, quantity: number) =>
    assistant.call('POST /orders', { stock: 'LOHITYA', type, quantity }, { token: meena.token });
  trading.quote('LOHITYA', 'sell', 530_00, 10);
  await order('BUY', 10);
  trading.quote('LOHITYA', 'buy', 540_00, 4);
  await order('SELL', 4);
  const { text, results, intent } = await analyse(new Asker(meena, assistant.sources), 'where did my money go?', []);
  expect([intent, unprovenNumbers(text, results)], text).toEqual(['trail', []]);
  // 58 of charges for the buy, 26.60 for the sale; six shares at 540.
  expect(text).toContain('Everything together is worth ₹50,015.40 now');
  expect(text).toContain('1 closed trade made +₹40.00 before charges.');
  expect(text).toContain('Charges of all orders: \u2212₹84.60; without them it would be +₹100.00.');
  expect(text).toContain('Shares that you hold have changed by +₹60.00');
  expect(text).not.toContain('The rest');
});

test.each([
  ['if I buy 20000 GODHULI and it goes to 10000000 how much do i make', 'outcome'],
  ['how many SANJIVRA can i buy for 999999999999999', 'affordable'],
] as const)('%j is of a sum that nobody can have', async (question, wanted) => {
  expect(await answer(question, wanted)).toBe('No account of this market can hold such a sum.');
});

test.each([
  ['what would 5000 shares of SANJIVRA cost me?', 'cost'],
  ['if I buy 5000 SANJIVRA and it goes to 1200 how much do i make', 'outcome'],
] as const)('%j is of more shares than the book holds, of which no figure would be true', async (question, wanted) => {
  expect(await answer(question, wanted)).toMatch(/^The book of SANJIVRA does not hold that many shares now/);
});

test('what is asked about the future is no supposition', async () => {
  const intent = async (question: string) => (await analyse(new Asker(asha, assistant.sources), question, [])).intent;
  expect(await intent('when will TAMRAVATI reach 300')).toBe('advice');
  expect(await intent('should I sell if TAMRAVATI hits 300?')).toBe('advice');
  expect(await intent('what happens to my stop order if TAMRAVATI falls to 200')).not.toBe('outcome');
  expect(await intent('what is the break-even of 10 TAMRAVATI')).toBe('cost');
});
