// What is said of an order that waits: for trading to open, where no price keeps it from trading, or in a queue; and of intraday shares.
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

test('the place in the queue is told, if the order has one', async () => {
  const open = await startAssistant();
  try {
    const [meera, ravi] = [await open.trader(100_000_00), await open.trader(100_000_00)];
    const limit = { stock: 'TAMRAVATI', type: 'BUY', orderType: 'LIMIT', price: 260 };
    await open.call('POST /orders', { ...limit, quantity: 12 }, { token: ravi.token });
    await open.call('POST /orders', { ...limit, quantity: 4 }, { token: meera.token });
    expect((await open.ask(meera, 'where am I in the queue?')).response).toContain(
      'Before it wait 12 shares in 1 order at the same price, ₹260.00.',
    );
    await open.call('POST /orders', { ...limit, quantity: 5, price: 261 }, { token: ravi.token });
    const { response } = await open.ask(ravi, 'how many shares are ahead of me');
    expect(response).toContain('It is first in line at ₹261.00.');
    expect((await open.ask(meera, 'how many shares are ahead of me')).response).toContain(
      'At better prices wait 5 shares, which trade first.',
    );
    // A stop in the same stock stands in no queue, and is not the order that is asked about.
    const stop = { stock: 'TAMRAVATI', type: 'BUY', orderType: 'STOP', stopPrice: 290, quantity: 1 };
    expect((await open.call('POST /orders', stop, { token: meera.token })).status).toBe(200);
    expect((await open.ask(meera, 'how many shares are ahead of me in TAMRAVATI')).response).toContain(
      'At better prices wait 5 shares, which trade first.',
    );
  } finally {
    await open.close();
  }
});

test('intraday shares are named in the portfolio, with what was borrowed for them', async () => {
  const open = await startAssistant();
  try {
    const meera = await open.trader(100_000_00);
    open.trading.quote('TAMRAVATI', 'sell', 268_00, 100);
    const buy = { stock: 'TAMRAVATI', type: 'BUY', quantity: 10 };
    await open.call('POST /orders', buy, { token: meera.token });
    await open.call('POST /orders', { ...buy, quantity: 5, isIntraday: true }, { token: meera.token });
    // Four fifths of 5 x 268 = 1,340
    const { response } = await open.ask(meera, 'what is my intraday position?');
    expect(response).toContain('Intraday: 5 TAMRAVATI, with ₹1,072.00 borrowed.');
    expect((await open.ask(meera, 'how much margin am I using?')).response).toContain('₹1,072.00 is borrowed');
  } finally {
    await open.close();
  }
});

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
