// The order that waits for its answer: kept over a reload, for its owner alone, and not for ever.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SENT = { body: '{"stock":"MERIT","quantity":5}', key: 'k1' };
const MINUTE = 60_000;

beforeEach(() => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('location', { pathname: '/stocks', search: '' });
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page anew, as after a reload. */
async function load(email: string) {
  vi.resetModules();
  const session = await import('../../session.ts');
  const { unanswered, unansweredOrder } = await import('./unanswered.ts');
  session.beginSession({ token: 't', role: 'user', name: 'A', email });
  return { ...session, unanswered, unansweredOrder };
}

test('the same order for a quarter of an hour, also after a reload; then it is another one', async () => {
  const before = await load('asha@example.com');
  before.unanswered.write(SENT);
  expect(before.unanswered.read()).toMatchObject(SENT);
  const { unanswered, unansweredOrder } = await load('asha@example.com');
  vi.setSystemTime(1_000_000 + 15 * MINUTE - 1);
  expect(unanswered.read()).toMatchObject(SENT);
  expect(unansweredOrder()).toMatchObject({ stock: 'MERIT', quantity: 5 });
  vi.setSystemTime(1_000_000 + 15 * MINUTE);
  expect(unanswered.read()).toBeNull();
  expect(unansweredOrder()).toBeNull();
});

test('nobody else sends it; a login that lapsed keeps it, one that was ended does not', async () => {
  (await load('asha@example.com')).unanswered.write(SENT);
  expect((await load('ravi@example.com')).unanswered.read()).toBeNull();
  const lapsed = await load('asha@example.com');
  lapsed.endSession('expired');
  lapsed.beginSession({ token: 't2', role: 'user', name: 'A', email: 'asha@example.com' });
  expect(lapsed.unanswered.read()).toMatchObject(SENT);
  lapsed.endSession('logout');
  expect((await load('asha@example.com')).unanswered.read()).toBeNull();
});

test.each(['', 'null', '7', '{"owner":"asha@example.com","body":1,"key":"k"}', '{"owner":"asha@example.com"'])(
  'what storage holds besides is nothing: %s',
  async (text) => {
    sessionStorage.setItem('istock.unanswered', text);
    expect((await load('asha@example.com')).unanswered.read()).toBeNull();
  },
);

test('sent again when the login has ended, it is still the same order after the next login', async () => {
  const keys: unknown[] = [];
  const answers = [0, 401, 422, 422];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push((headers as Record<string, string>)['Idempotency-Key']);
    const status = answers.shift();
    if (!status) throw new TypeError('network');
    const body = { success: false, message: 'Unauthorized', data: null, error: { code: 'refused' } };
    return new Response(JSON.stringify(body), { status });
  });
  const { beginSession, unansweredOrder } = await load('asha@example.com');
  const { placeOrder } = await import('./place-order.ts');
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 5 } as const;
  expect((await placeOrder(order)).isUnknown).toBe(true);
  await placeOrder(order);
  beginSession({ token: 't', role: 'user', name: 'A', email: 'asha@example.com' });
  expect(unansweredOrder()).toMatchObject(order);
  await placeOrder(order);
  expect(new Set(keys).size).toBe(1);
  // Answered at last: the next one is another.
  await placeOrder(order);
  expect(new Set(keys).size).toBe(2);
});

test('sent again from the ticket that asks for it, it is the same order however long that ticket has stood open', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push((headers as Record<string, string>)['Idempotency-Key']);
    throw new TypeError('network');
  });
  await load('asha@example.com');
  const { placeOrder } = await import('./place-order.ts');
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 5 } as const;
  await placeOrder(order);
  vi.setSystemTime(1_000_000 + 40 * MINUTE);
  await placeOrder(order, true);
  expect(new Set(keys).size).toBe(1);
  // That press counts, too: filled in anew, it is another order only a quarter of an hour later.
  vi.setSystemTime(1_000_000 + 54 * MINUTE);
  await placeOrder(order);
  expect(new Set(keys).size).toBe(1);
  vi.setSystemTime(1_000_000 + 69 * MINUTE);
  await placeOrder(order);
  expect(new Set(keys).size).toBe(2);
});
