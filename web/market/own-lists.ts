// Changes the watchlists themselves, their order and that of their stocks, for the screen and the dialogs about them.
import type { CallOnce } from '../call-once.ts';
import { tellOtherWindows } from '../other-windows.ts';
import { invalidate, queryClient } from '../query.ts';
import { onSessionEnd } from '../session.ts';
import { showAlert } from '../ui/alert.tsx';
import { withMoved } from '../ui/move-place.ts';
import { ShownFirst } from '../ui/shown-first.ts';
import { KEY, said, send, showLists, stopAsking } from './watchlist.ts';
import type { Lists } from './watchlist.ts';

const ofOnePerson = (): ShownFirst<Lists> =>
  new ShownFirst({ read: () => queryClient.getQueryData<Lists>(KEY), show: showLists }, (sentence) => {
    void invalidate(KEY);
    void showAlert(sentence);
  });
let shownFirst = ofOnePerson();
// The next person's changes do not wait for an answer to somebody who has left.
onSessionEnd(() => (shownFirst = ofOnePerson()));
said.take = (lists) => shownFirst.said(lists);

async function takeAll<Reply extends { ok: true; data: Lists } | { ok: false }>(sent: Promise<Reply>): Promise<Reply> {
  const reply = await sent;
  if (reply.ok) {
    await stopAsking();
    said.take(reply.data);
  }
  return reply;
}

export async function makeWatchlist(name: string, callOnce: CallOnce) {
  const reply = await takeAll(callOnce('POST /watchlists', { name }));
  if (reply.ok) tellOtherWindows('GET /watchlists');
  return reply;
}
export const renameWatchlist = (id: string, name: string) => takeAll(send('POST /watchlists/rename', { id, name }));
export const removeWatchlist = (id: string) => takeAll(send('POST /watchlists/remove', { id }));
export const moveToWatchlist = (symbol: string, id: string, to: string) =>
  takeAll(send('POST /watchlists/moveStock', { id, symbol, to }));

/** Moves a list to another place at once. */
export async function orderWatchlists(lists: Lists, from: number, to: number): Promise<void> {
  await stopAsking();
  const ids = withMoved(lists, from, to).map(({ _id }) => _id);
  const place = (one: Lists[number]): number => ids.indexOf(one._id);
  await shownFirst.change({
    kind: 'lists',
    change: (shown) => shown.toSorted((one, other) => place(one) - place(other)),
    send: () => send('POST /watchlists/order', { ids }),
  });
}

/** Puts the stocks of a list into this order at once. */
export async function orderStocks(id: string, symbols: string[]): Promise<void> {
  await stopAsking();
  await shownFirst.change({
    kind: `stocks of ${id}`,
    change: (shown) => shown.map((list) => (list._id === id ? { ...list, symbols } : list)),
    send: () => send('POST /watchlists/orderStocks', { id, symbols }),
  });
}
