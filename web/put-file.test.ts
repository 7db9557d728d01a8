// Sending a file: what an answer means, and that a line that has died does not keep the page waiting for ever.
import { afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { putFile } = await import('./put-file.ts');
afterEach(() => vi.restoreAllMocks());

const send = (bytes: number) => putFile('/materials/a', new Blob([new Uint8Array(bytes)]), 'application/pdf');

test.each<[string, () => Promise<Response>, Awaited<ReturnType<typeof putFile>>]>([
  ['taken', async () => new Response('{}'), { ok: true }],
  [
    'refused',
    async () => Response.json({ message: 'Too large.' }, { status: 413 }),
    { ok: false, sentence: 'Too large.' },
  ],
  ['answered by a proxy', async () => new Response('<html>', { status: 502 }), { ok: false, sentence: null }],
  ['not answered', () => Promise.reject(new TypeError('Failed to fetch')), { ok: false, sentence: null }],
])('%s', async (_, answer, outcome) => {
  vi.stubGlobal('fetch', answer);
  expect(await send(1)).toEqual(outcome);
});

test('is given up after a time that a slow line needs for its size', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const signals: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    signals.push(signal);
    return new Response();
  });
  await send(0);
  await send(400_000);
  expect(limits.mock.calls).toEqual([[45_000], [55_000]]);
  expect(signals).toEqual(limits.mock.results.map(({ value }) => value));
});
