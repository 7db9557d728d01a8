// Selling all shares of a stock cancels every order that would sell some of them first, however many others wait; none in vain.
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

const NOW = Date.parse('2026-03-06T12:00:00Z');

const soldAt = (completedAt: string, quantity: number) => ({ completedAt, quantity });
type Sold = ReturnType<typeof soldAt>;

/** The server, with these orders, newest first, and these sales; it notes what is canceled. */
function serverWith(waiting: readonly Waiting[], { status = 200, sold = [] }: { status?: number; sold?: Sold[] } = {}) {
  const canceled: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    if (pathname === '/transactions') {
      const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
      const transactions = sold.slice((page - 1) * limit, page * limit);
      const totalPages = Math.max(1, Math.ceil(sold.length / limit));
      return Response.json({ success: true, message: '', data: { transactions, totalPages } });
    }
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

const LIMITS = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };

/** Sells 500 of 800 shares, of which orders hold some. */
const free = ({ available = 0, halt = null as string | null } = {}) =>
  freeShares({ symbol: 'MERIT', availableQuantity: available }, { quantity: 500, limits: LIMITS, halt });

test('a sale behind a hundred other orders is canceled, and nothing else', async () => {
  const canceled = serverWith([
    ...orders(150, 'BUY', 'MERIT', 300),
    ...orders(2, 'SELL', 'MERIT', 100),
    ...orders(3, 'SELL', 'MERITX', 50),
  ]);
  expect(await free()).toBeNull();
  expect(canceled).toEqual(['100', '99']);
});

test('an order that has ended meanwhile is no obstacle; any other refusal is reported at once', async () => {
  const ended = serverWith(orders(2, 'SELL', 'MERIT', 10), { status: 409 });
  expect(await free()).toBeNull();
  expect(ended).toEqual(['10', '9']);
  const blocked = serverWith(orders(2, 'SELL', 'MERIT', 10), { status: 422 });
  expect(await free()).toBe('Ended.');
  expect(blocked).toEqual(['10']);
});

test('in a halt the orders stay: their shares could not be sold', async () => {
  const canceled = serverWith(orders(2, 'SELL', 'MERIT', 10));
  expect(await free({ halt: 'Trading is halted.' })).toBe('Trading is halted.');
  expect(canceled).toEqual([]);
});

test('where as many as may be sold are free, the orders of the others stay', async () => {
  const canceled = serverWith(orders(2, 'SELL', 'MERIT', 10));
  expect(await free({ available: 500 })).toBeNull();
  expect(canceled).toEqual([]);
  expect(await free({ available: 499 })).toBeNull();
  expect(canceled).toEqual(['10', '9']);
});

test('what the limit of the last hours refuses cancels nothing; older sales do not count', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const old = soldAt('2026-03-05T12:00:00.000Z', 300);
  const many = Array.from({ length: 100 }, () => soldAt('2026-03-05T12:00:00.000Z', 1));
  const over = serverWith(orders(2, 'SELL', 'MERIT', 10), { sold: [...many, soldAt('2026-03-05T12:00:00.001Z', 7)] });
  expect(await free()).toBe('You cannot sell more than 500 units of MERIT in 24 hours. Already sold: 7.');
  expect(over).toEqual([]);
  const under = serverWith(orders(2, 'SELL', 'MERIT', 10), { sold: [old] });
  expect(await free()).toBeNull();
  expect(under).toEqual(['10', '9']);
  vi.useRealTimers();
});
