// A list that grows while its pages are asked for, as a file.
import { afterEach, expect, test, vi } from 'vitest';

// A page that nobody is logged in to.
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('BroadcastChannel', undefined);
const { CSV_PAGE_SIZE, csvPages } = await import('./csv-button.tsx');

afterEach(() => void vi.unstubAllGlobals());

/** The server's answer to a page of transactions, the newest first; between two pages three more come. */
function growing(before: number): (url: string) => Response {
  let count = before;
  return (url) => {
    const { searchParams } = new URL(url, 'http://localhost');
    const from = (Number(searchParams.get('page')) - 1) * CSV_PAGE_SIZE;
    const all = Array.from({ length: count }, (_, index) => ({ _id: String(count - index) }));
    const transactions = all.slice(from, from + CSV_PAGE_SIZE);
    const totalPages = Math.ceil(count / CSV_PAGE_SIZE);
    count += 3;
    return Response.json({ success: true, message: '', data: { transactions, totalPages } });
  };
}

test('new rows during the download push others onto the next page, and each is in the file once', async () => {
  const answer = growing(250);
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  const load = csvPages('GET /transactions', {}, ({ transactions, totalPages }) => ({
    rows: transactions,
    totalPages,
  }));
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const reply = await load(page, undefined);
    if (!reply.ok) throw new Error(reply.message);
    ids.push(...reply.data.rows.map(({ _id }) => _id));
    pages = reply.data.totalPages;
  }
  // The 250 that were there when it began, from the newest to the oldest.
  expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => String(250 - index)));
  // Pressed again, it begins anew.
  const again = await load(1, undefined);
  expect(again.ok && again.data.rows).toHaveLength(CSV_PAGE_SIZE);
});
