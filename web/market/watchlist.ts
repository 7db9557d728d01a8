// The watchlists as every screen sees them: on which of them a stock is, and putting it on and taking it off.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FIRST_LIST } from '../../contract/market/watchlist-rules.ts';
import type { DataOf, RouteName, WireInputOf } from '../../contract/routes.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../api.ts';
import { tellOtherWindows } from '../other-windows.ts';
import { callKey, callQuery, invalidate, queryClient } from '../query.ts';
import { onSessionEnd } from '../session.ts';
import { showAlert } from '../ui/alert.tsx';
import { now } from '../ui/now.ts';
import { openStockLists } from './stock-lists-state.ts';

export type Lists = DataOf<'GET /watchlists'>;
type OneList = DataOf<'GET /getWatchlist'>;

export const KEY = callKey('GET /watchlists', {});
const STALE_MS = 60_000;

/** If nothing is known any more, the login has ended. */
export const showLists = (lists: Lists): void => void queryClient.setQueryData<Lists>(KEY, (known) => known && lists);

/** Takes the server's state; while a new order is shown that the server has not heard of, `own-lists.ts` keeps it. */
export const said = { take: showLists };

/** How many lists contain a stock, and how many there are; re-renders only when that changes. */
function useMarks(symbol: string): { on: number; lists: number } {
  const { data = { on: 0, lists: 1 } } = useQuery({
    ...callQuery('GET /watchlists', {}),
    staleTime: STALE_MS,
    select: (lists: Lists) => ({
      on: lists.filter(({ symbols }) => symbols.includes(symbol)).length,
      lists: lists.length,
    }),
  });
  return data;
}

const none = () => ({ underWay: 0, haveCrossed: false });
let changes = none();
// What the last person sent is never answered here any more.
onSessionEnd(() => (changes = none()));

/** Each answer says how a list is after one change. Of several on their way an older one may come last, so the server is asked afterwards. */
export async function send<N extends RouteName>(name: N, input: WireInputOf<N>) {
  const own = changes;
  own.underWay++;
  own.haveCrossed ||= own.underWay > 1;
  const reply = await call(name, input, { idempotencyKey: newIdempotencyKey(), timeoutMs: ANSWER_WITHIN_MS });
  own.underWay--;
  if (own.haveCrossed && own.underWay === 0) {
    own.haveCrossed = false;
    // When this answer has been taken in.
    setTimeout(() => void invalidate(KEY));
  }
  if (reply.ok) tellOtherWindows('GET /watchlists');
  return reply;
}

/** An older answer still under way must not bring the old lists back. */
export const stopAsking = (): Promise<void> => queryClient.cancelQueries({ queryKey: KEY });

/** Updates one list; the others stay as they are. */
async function takeOne<Reply extends { ok: true; data: OneList } | { ok: false }>(
  sent: Promise<Reply>,
): Promise<Reply> {
  const reply = await sent;
  if (!reply.ok) return reply;
  await stopAsking();
  const { _id, name, stocks } = reply.data;
  const symbols = stocks.map(({ symbol }) => symbol);
  const known = queryClient.getQueryData<Lists>(KEY);
  if (known?.some((list) => list._id === _id))
    said.take(known.map((list) => (list._id === _id ? { _id, name, symbols } : list)));
  else void invalidate(KEY);
  return reply;
}

/** Spec 3: a list is sent with an owner and times; the server uses only its name and symbols, and knows the rest itself. */
export function addToWatchlist(symbol: string, name: string = FIRST_LIST.name) {
  const addedAt = new Date(now()).toISOString();
  const input = { user: '', name, createdAt: addedAt, stocks: [{ stockId: symbol, addedAt }] };
  return takeOne(send('POST /ensureAndAddStock', input));
}

export function removeFromWatchlist(symbol: string, name: string = FIRST_LIST.name) {
  return takeOne(send('POST /removeStockFromWatchlist', { symbol, name }));
}

export interface WatchMark {
  isWatched: boolean;
  isBusy: boolean;
  /** The button's label. */
  label: string;
  text: string;
  /** Opens the list dialog instead of adding the stock to the only list. */
  isChoice: boolean;
  press: () => void;
}

function textsOf(symbol: string, { on, lists }: { on: number; lists: number }): Pick<WatchMark, 'label' | 'text'> {
  if (lists > 1)
    return {
      label: `Watchlists of ${symbol}, on ${on === 0 ? 'none' : on}`,
      text: on === 0 ? 'Add to list' : on === 1 ? 'On 1 list' : `On ${on} lists`,
    };
  return on > 0
    ? { label: `Remove ${symbol} from your watchlist`, text: 'On your list' }
    : { label: `Add ${symbol} to your watchlist`, text: 'Add to list' };
}

/** For a stock's star: with one list, adds the stock or removes it; with several, asks which. Spec 8: the modal says that it was added. */
export function useWatchMark(symbol: string): WatchMark {
  const marks = useMarks(symbol);
  const [isBusy, setIsBusy] = useState(false);
  const isWatched = marks.on > 0;
  const isChoice = marks.lists > 1;

  async function toggle(): Promise<void> {
    setIsBusy(true);
    const reply = await (isWatched ? removeFromWatchlist(symbol) : addToWatchlist(symbol));
    setIsBusy(false);
    if (!isWatched || !reply.ok) await showAlert(reply.message);
  }

  return {
    ...textsOf(symbol, marks),
    isWatched,
    isBusy,
    isChoice,
    press: () => (isChoice ? openStockLists(symbol) : void toggle()),
  };
}
