// The open orders in one stock: all of them, however many there are, and none of another stock.
import { afterAll, expect, test, vi } from 'vitest';

// A page that nobody is logged in to.
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('BroadcastChannel', undefined);
const { openOrdersIn } = await import('./own-in-stock.ts');

afterAll(() => void vi.unstubAllGlobals());

test('orders of a stock whose name has the symbol in it take no place from those of the stock', async () => {
  const all = Array.from({ length: 260 }, (_, index) => ({
    _id: String(260 - index),
    stock: { symbol: index < 130 ? 'ABCD' : 'ABC' },
  }));
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://localhost');
    const after = Number(searchParams.get('after') ?? Infinity);
    const orders = all.filter(({ _id }) => Number(_id) < after).slice(0, Number(searchParams.get('limit')));
    return Response.json({ success: true, message: '', data: { orders, totalOrders: 260, totalPages: 3, page: 1 } });
  });
  expect((await openOrdersIn('ABC')).map(({ _id }) => Number(_id))).toEqual(
    Array.from({ length: 130 }, (_, index) => 130 - index),
  );
});

test('a server that is away is an error that is tried again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: false, message: 'Away.' }, { status: 503 }));
  await expect(openOrdersIn('ABC')).rejects.toMatchObject({ refusal: { status: 503, message: 'Away.' } });
});
