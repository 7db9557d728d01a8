// A list that becomes shorter while its pages are asked for: every order that is still pending is found.
import { afterAll, expect, test, vi } from 'vitest';

// A page that nobody is logged in to.
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('BroadcastChannel', undefined);
const { pendingOrders } = await import('./pending-orders.ts');

afterAll(() => void vi.unstubAllGlobals());

/** The server's answers, newest first; after each, the ten newest are filled. */
function shrinking(count: number): (url: string) => Response {
  let ids = Array.from({ length: count }, (_, index) => count - index);
  return (url) => {
    const { searchParams } = new URL(url, 'http://localhost');
    const [limit, page] = [Number(searchParams.get('limit')), Number(searchParams.get('page') ?? 1)];
    const after = searchParams.get('after');
    const from = after === null ? (page - 1) * limit : ids.findIndex((id) => id < Number(after));
    const orders = from < 0 ? [] : ids.slice(from, from + limit).map((id) => ({ _id: String(id) }));
    const totalPages = Math.max(1, Math.ceil(ids.length / limit));
    ids = ids.slice(10);
    return Response.json({ success: true, message: '', data: { orders, totalOrders: ids.length, totalPages, page } });
  };
}

test.each([0, 1, 99, 100, 101, 250])('of %i pending orders none is skipped', async (count) => {
  const answer = shrinking(count);
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  const { orders } = await pendingOrders({});
  expect(orders?.map(({ _id }) => Number(_id))).toEqual(Array.from({ length: count }, (_, index) => count - index));
});
