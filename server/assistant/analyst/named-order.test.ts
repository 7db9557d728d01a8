// Questions about one order or one stock among several: the answer is about that one, with every price it has.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../../tests/assistant.ts';
import type { Assistant } from '../../../tests/assistant.ts';
import type { Caller } from '../../handler.ts';

let assistant: Assistant;
let asha: Caller & { token: string };

const place = (order: object) => assistant.call('POST /orders', order, { token: asha.token });
const ask = async (question: string): Promise<string> => (await assistant.ask(asha, question)).response;

beforeAll(async () => {
  assistant = await startAssistant();
  asha = await assistant.trader(100_000_00);
  assistant.trading.quote('TAMRAVATI', 'sell', 268_00, 1000);
});
afterAll(() => assistant.close());

test.each(['what does order # wait for?', 'has order # been executed', 'how much did order # cost'])(
  '%s',
  async (question) => {
    const { body } = await place({ stock: 'TAMRAVATI', type: 'BUY', orderType: 'LIMIT', price: 260, quantity: 3 });
    await place({ stock: 'TAMRAVATI', type: 'BUY', orderType: 'LIMIT', price: 250, quantity: 1 });
    const { orderId } = body.data;
    expect(await ask(question.replace('#', orderId))).toContain(`Order #${orderId}: BUY 3 TAMRAVATI, LIMIT`);
  },
);

test('an order that is to be placed is not one that has a number', async () => {
  expect(await ask('how do I order 10 shares of TAMRAVATI')).not.toContain('You have no order with that number.');
});

test('open orders with two prices are listed with both', async () => {
  await place({ stock: 'TAMRAVATI', type: 'BUY', quantity: 5 });
  await place({ stock: 'TAMRAVATI', type: 'SELL', orderType: 'BRACKET', quantity: 2, target: 290, stopLoss: 255 });
  await place({ stock: 'TAMRAVATI', type: 'BUY', orderType: 'STOP-LIMIT', quantity: 2, stopPrice: 275, price: 278 });
  const text = await ask('show my open orders');
  expect(text).toContain('| ₹290.00 or ₹255.00 |');
  expect(text).toContain('| ₹278.00, trigger ₹275.00 |');
});

test('of a named stock, its own refusals are told, and not those of others', async () => {
  await place({ stock: 'TAMRAVATI', type: 'SELL', quantity: 100 });
  for (const stock of ['SANJIVRA', 'GODHULI']) await place({ stock, type: 'SELL', quantity: 7 });
  const text = await ask('why was my sell of TAMRAVATI refused');
  expect(text).toContain('SELL 100 TAMRAVATI MARKET. The answer was: Not enough Istock to sell');
  expect(text).not.toContain('SELL 7');
  for (let n = 0; n < 4; n++) await place({ stock: 'GODHULI', type: 'SELL', quantity: 7 });
  const later = await ask('why was my sell of TAMRAVATI refused');
  expect(later).toContain(
    'None of your newest refused orders was for TAMRAVATI, and only the newest few are remembered.',
  );
  expect(later).toContain('SELL 7 GODHULI');
});
