// What is said of an order that waits for trading to open: no price keeps it from trading.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../../tests/assistant.ts';
import type { Assistant } from '../../../tests/assistant.ts';
import type { Caller } from '../../handler.ts';

let assistant: Assistant;
let asha: Caller & { token: string };

beforeAll(async () => {
  assistant = await startAssistant();
  asha = await assistant.trader(100_000_00);
  await assistant.trading.exchange.submit({ kind: 'close-market' });
});
afterAll(() => assistant.close());

test.each([
  { stock: 'TAMRAVATI', type: 'BUY', quantity: 2 },
  { stock: 'TAMRAVATI', type: 'BUY', quantity: 3, orderType: 'LIMIT', price: 260 },
])('an order queued for the opening waits for that alone: %o', async (order) => {
  await assistant.call('POST /orders', order, { token: asha.token });
  const { response } = await assistant.ask(asha, 'why is my order not filled?');
  expect(response).toContain(`BUY ${order.quantity} TAMRAVATI`);
  expect(response).toContain('Waits for trading to open.');
  expect(response).not.toContain('The order waits for its price');
});
