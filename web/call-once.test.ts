// A press after a lost answer repeats the same request; after an answer or a change it is another one.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let keys: (string | null)[];
let answers: [status: number, code: string][];

beforeEach(() => {
  keys = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push((headers as Record<string, string>)['Idempotency-Key']);
    const [status, code] = answers.shift() ?? [200, ''];
    if (status === 0) throw new TypeError('network');
    return new Response(JSON.stringify({ success: status === 200, message: '', data: null, error: { code } }), {
      status,
    });
  });
});

afterEach(() => vi.unstubAllGlobals());

const order = { id: '7' };

/** How many different keys it takes when this was answered before the same is sent again. */
async function keysAfter(...answer: [number, string]): Promise<number> {
  const { callOnce } = await import('./call-once.ts');
  answers = [answer];
  const send = callOnce();
  await send('POST /cancelOrder/{id}', order);
  await send('POST /cancelOrder/{id}', { ...order });
  return new Set(keys).size;
}

test.each<[number, string]>([
  [0, ''],
  [500, 'failed'],
  [503, 'unavailable'],
  [429, 'too-many'],
  [409, 'idempotency-key-running'],
])('%d %s: the same is sent again', async (status, code) => {
  expect(await keysAfter(status, code)).toBe(1);
});

test.each<[number, string]>([
  [200, ''],
  [400, 'invalid'],
  [409, 'conflict'],
])('%d %s: it is another', async (status, code) => {
  expect(await keysAfter(status, code)).toBe(2);
});

test('a changed request is another, and so is another call', async () => {
  const { callOnce } = await import('./call-once.ts');
  answers = [
    [0, ''],
    [0, ''],
  ];
  const send = callOnce();
  await send('POST /cancelOrder/{id}', order);
  await send('POST /cancelOrder/{id}', { id: '8' });
  await send('POST /unenrol/{id}', { id: '8' });
  expect(new Set(keys).size).toBe(3);
});
