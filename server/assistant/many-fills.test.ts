// A day with more fills than a list of them shows at a time: what was bought and sold is all of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../tests/assistant.ts';
import type { Assistant } from '../../tests/assistant.ts';

const FILLS = 1_200;
let assistant: Assistant;

beforeAll(async () => {
  assistant = await startAssistant();
  const limits = { maxBuyLimit: 10_000, maxSellLimit: 10_000, timeframeInHours: 1 };
  await assistant.trading.exchange.submit({ kind: 'set-limits', limits });
});
afterAll(() => assistant.close());

test('the sums of a day are those of all its fills', async () => {
  const asha = await assistant.trader(10_000_000_00);
  for (let n = 0; n < FILLS; n++) assistant.trading.quote('TAMRAVATI', 'sell', 268_00, 1);
  const order = { stock: 'TAMRAVATI', type: 'BUY', quantity: FILLS };
  const { body } = await assistant.call('POST /orders', order, { token: asha.token });
  expect(body.data.filledQuantity).toBe(FILLS);
  // 1,200 x 268
  const { response } = await assistant.ask(asha, 'what did I buy today?');
  expect(response).toContain('Today you bought 1,200 shares for ₹3,21,600.00 in 1,200 fills');
  expect(response).not.toContain('newest');
});
