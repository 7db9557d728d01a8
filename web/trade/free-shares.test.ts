// Selling all shares of a stock cancels every order that would sell some of them first, however many others wait.
import { afterAll, expect, test, vi } from 'vitest';

// A page that nobody is logged in to.
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('BroadcastChannel', undefined);
const { freeShares } = await import('./free-shares.ts');

afterAll(() => void vi.unstubAllGlobals());

interface Waiting {
  _id: string;
  type: 'BUY' | 'SELL';
  stock: { symbol: string };
}

const orders = (count: number, type: Waiting['type'], symbol: string, first: number): Waiting[] =>
  Array.from({ length: count }, (_, index) => ({ _id: String(first - index), type, stock: { symbol } }));

/** The server, with these orders, newest first; it notes what is canceled. */
function serverWith(waiting: readonly Waiting[], status = 200) {
  const canceled: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const id = /^\/cancelOrder\/(\d+)$/.exec(pathname)?.[1];
    if (id !== undefined) {
      canceled.push(id);
      const error = status === 200 ? null : { code: 'order-ended' };
      return Response.json({ success: error === null, message: 'Ended.', data: { _id: id }, error }, { status });
    }
    const after = Number(searchParams.get('after') ?? Number.POSITIVE_INFINITY);
    const page = waiting.filter(({ _id }) => Number(_id) < after).slice(0, Number(searchParams.get('limit')));
    const data = { orders: page, totalOrders: waiting.length, totalPages: 1, page: 1 };
    return Response.json({ success: true, message: '', data });
  });
  return canceled;
}

test('a sale behind a hundred other orders is canceled, and nothing else', async () => {
  const canceled = serverWith([
    ...orders(150, 'BUY', 'MERIT', 300),
    ...orders(2, 'SELL', 'MERIT', 100),
    ...orders(3, 'SELL', 'MERITX', 50),
  ]);
  expect(await freeShares('MERIT', null)).toBeNull();
  expect(canceled).toEqual(['100', '99']);
});

test('an order that has ended meanwhile is no obstacle; any other refusal is reported at once', async () => {
  const ended = serverWith(orders(2, 'SELL', 'MERIT', 10), 409);
  expect(await freeShares('MERIT', null)).toBeNull();
  expect(ended).toEqual(['10', '9']);
  const blocked = serverWith(orders(2, 'SELL', 'MERIT', 10), 422);
  expect(await freeShares('MERIT', null)).toBe('Ended.');
  expect(blocked).toEqual(['10']);
});

test('in a halt the orders stay: their shares could not be sold', async () => {
  const canceled = serverWith(orders(2, 'SELL', 'MERIT', 10));
  expect(await freeShares('MERIT', 'Trading is halted.')).toBe('Trading is halted.');
  expect(canceled).toEqual([]);
});
