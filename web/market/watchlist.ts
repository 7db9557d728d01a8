// The watchlist as every screen sees it: what is on it, and adding and removing with one press.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '../../contract/routes.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { callKey, callQuery, queryClient } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { now } from '../ui/now.ts';

type Watchlist = DataOf<'GET /getWatchlist'>;

const KEY = callKey('GET /getWatchlist', {});
/** Spec 9. */
const LIST_NAME = 'My Watchlist';
const STALE_MS = 60_000;

/** Renders anew only when this stock comes or goes. Undefined until the list is known. */
function useIsWatched(symbol: string): boolean | undefined {
  const { data } = useQuery({
    ...callQuery('GET /getWatchlist', {}),
    staleTime: STALE_MS,
    select: ({ stocks }: Watchlist) => stocks.some((stock) => stock.symbol === symbol),
  });
  return data;
}

/** Spec 3: the list goes out with an owner and times; the server takes the symbols and knows the rest itself. */
export function addToWatchlist(symbol: string) {
  const addedAt = new Date(now()).toISOString();
  const input = { user: '', name: LIST_NAME, createdAt: addedAt, stocks: [{ stockId: symbol, addedAt }] };
  return change(call('POST /ensureAndAddStock', input, { idempotencyKey: newIdempotencyKey() }));
}

export function removeFromWatchlist(symbol: string) {
  return change(call('POST /removeStockFromWatchlist', { symbol }, { idempotencyKey: newIdempotencyKey() }));
}

async function change<Reply extends { ok: true; data: Watchlist } | { ok: false }>(
  sent: Promise<Reply>,
): Promise<Reply> {
  const reply = await sent;
  if (reply.ok) {
    // An older answer that is still under way must not bring the old list back.
    await queryClient.cancelQueries({ queryKey: KEY });
    queryClient.setQueryData<Watchlist>(KEY, reply.data);
  }
  return reply;
}

/** For a button that puts a stock on the list or takes it off. Spec 8: adding says so in the modal. */
export function useWatchToggle(symbol: string): { isWatched: boolean; isBusy: boolean; toggle: () => void } {
  const isWatched = useIsWatched(symbol) ?? false;
  const [isBusy, setIsBusy] = useState(false);

  async function toggle(): Promise<void> {
    setIsBusy(true);
    const reply = await (isWatched ? removeFromWatchlist(symbol) : addToWatchlist(symbol));
    setIsBusy(false);
    if (!isWatched || !reply.ok) await showAlert(reply.message);
  }

  return { isWatched, isBusy, toggle: () => void toggle() };
}
