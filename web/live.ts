// The connection after login: opens the socket, restores it, and reports how fresh the screen is; lets screens follow what it brings.
import { useSyncExternalStore } from 'react';
import type { PushOf } from '../contract/events.ts';
import { freshToken } from './api.ts';
import { networkOrTime, sayMissing } from './lazy-part.ts';
import type { LiveSocket, openSocket } from './live-socket.ts';
import { forgetNotices } from './notices.ts';
import { queryClient } from './query.ts';
import { forgetQuotes } from './quotes.ts';
import { isReached } from './reached.ts';
import { onSessionEnd, session } from './session.ts';

/** `delayed`: the connection was lost a moment ago and is being restored; `offline`: it has been gone for longer. */
export type Connection = 'connecting' | 'live' | 'delayed' | 'offline';

const OFFLINE_AFTER_MS = 10_000;

type BarListener = (bar: PushOf<'transaction-update'>) => void;

let socket: LiveSocket | null = null;
let connection: Connection = 'connecting';
let offlineTimer: ReturnType<typeof setTimeout> | undefined;
/** The stocks of the watchlist, while it is on the screen. */
let watched: readonly string[] = [];
const listeners = new Set<() => void>();
const charts = new Map<string, Set<BarListener>>();
const followers = new Set<(live: LiveSocket) => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  // The style sheet dims live numbers that are no longer live.
  document.documentElement.dataset.connection = next;
  notify();
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

function markLost(): void {
  if (connection === 'offline' || connection === 'delayed') return;
  setConnection(navigator.onLine ? 'delayed' : 'offline');
  clearTimeout(offlineTimer);
  offlineTimer = setTimeout(() => connection === 'delayed' && setConnection('offline'), OFFLINE_AFTER_MS);
}

function sendCharts(): void {
  if (socket?.connected) socket.emit('subscribeChart', [...charts.keys()]);
}

let isRenewing = false;
/** What the server was last asked with: another call may have renewed the token since. */
let shownToken: string | undefined;
const showToken = (): string | undefined => (shownToken = session()?.token);

/** The handshake was refused: an expired token is renewed once; without a token there is nothing to connect with. */
async function refused(live: LiveSocket, failure: Error): Promise<void> {
  markLost();
  // The client retries by itself when it cannot connect; it becomes inactive only when the server refuses.
  if (live.active || isRenewing) return;
  isRenewing = true;
  const before = shownToken;
  const token = await freshToken().finally(() => (isRenewing = false));
  // Clients that were refused together should not all return at the same moment; nor one without pause, as long as nobody renews its token.
  const isCured = token !== before && /token/i.test(failure.message);
  const pauseMs = isCured ? 0 : OFFLINE_AFTER_MS * (0.5 + Math.random());
  // The login may end during the pause, and its socket with it.
  if (token) setTimeout(() => socket === live && live.connect(), pauseMs);
}

const UNSEEN_MS = 60_000;
const TOO_SOON_MS = 10_000;
let cutAt = 0;

/**
 * The server has cut us off: the token expired, the account is blocked, or this person has too many screens open. Reconnecting tells
 * which. A hidden screen waits and leaves its place to the others, or they would push each other out forever. Not so a call, whose seat is
 * kept for a minute: its page is hidden whenever somebody shows the others another window.
 */
function returnAfterCut(): void {
  const isSoon = Date.now() - cutAt < TOO_SOON_MS;
  cutAt = Date.now();
  const isUnseen = document.hidden && followers.size === 0;
  if (isUnseen || isSoon) setTimeout(reconnect, UNSEEN_MS * (0.5 + Math.random()));
  else reconnect();
}

function reconnect(): void {
  if (socket && !socket.active) socket.connect();
}

function reconnectWhenSeen(): void {
  if (!document.hidden) reconnect();
}

/** Where the browser does not ask again for what has failed (`lazy-part.ts`), it does so under another address, if it says which one failed. */
async function fetchScript(): Promise<{ openSocket: typeof openSocket } | null> {
  try {
    return await import('./live-socket.ts');
  } catch (failure) {
    const failed = /https?:\S+js/.exec(String(failure));
    return failed && import(/* @vite-ignore */ `${failed[0]}?${Date.now()}`).catch(() => null);
  }
}

/** A server that is there and a script that still does not come. */
const MISSING_AFTER = 3;

async function connect(isWanted: () => boolean, missed = 0): Promise<void> {
  const script = await fetchScript();
  if (socket || !isWanted() || !session()) return;
  if (!script) {
    // A slow or broken line has kept it back: without it prices would stand still until the page is reloaded.
    markLost();
    const isThere = await isReached();
    if (isThere && missed + 1 === MISSING_AFTER && isWanted()) sayMissing();
    await networkOrTime();
    return connect(isWanted, missed + Number(isThere));
  }
  const live = script.openSocket(showToken);
  socket = live;
  live.on('connect', () => {
    clearTimeout(offlineTimer);
    setConnection('live');
    sendCharts();
    if (watched.length > 0) sendWatched();
    for (const follower of followers) follower(live);
  });
  live.on('disconnect', (reason) => {
    markLost();
    if (reason === 'io server disconnect') returnAfterCut();
  });
  live.on('connect_error', (failure) => void refused(live, failure));
  live.on('transaction-update', (bar) => {
    for (const listener of charts.get(bar.symbol) ?? []) listener(bar);
  });
}

/** The network is back. A connection that seems to have survived may be dead or have missed pushes, so start afresh at once. */
function startAfresh(): void {
  socket?.disconnect().connect();
}

const LOOK_EVERY_MS = 5_000;
/** A hidden tab runs about once a minute. A longer pause means the computer was asleep. */
const ASLEEP_AFTER_MS = 120_000;

/** After a sleep the connection looks alive for most of a minute, and old figures look live. Returns a function that stops watching. */
function watchSleep(): () => void {
  let lookedAt = Date.now();
  const look = (): void => {
    const sleptMs = Date.now() - lookedAt;
    lookedAt = Date.now();
    if (sleptMs > ASLEEP_AFTER_MS) startAfresh();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Opens the socket for this tab's login; the returned function closes it. */
export function startLive(): () => void {
  let isStopped = false;
  window.addEventListener('offline', markLost);
  window.addEventListener('online', startAfresh);
  document.addEventListener('visibilitychange', reconnectWhenSeen);
  const stopWatch = watchSleep();
  void connect(() => !isStopped);
  return () => {
    isStopped = true;
    window.removeEventListener('offline', markLost);
    window.removeEventListener('online', startAfresh);
    document.removeEventListener('visibilitychange', reconnectWhenSeen);
    stopWatch();
    stopLive();
  };
}

/** The server does not hear what arrives together with the goodbye: a person who leaves a call by leaving its page would seem to be cut off. */
const GOODBYE_MS = 300;

function stopLive(): void {
  clearTimeout(offlineTimer);
  const last = socket;
  socket = null;
  // Nothing that it still brings is for this page.
  last?.off();
  setTimeout(() => last?.disconnect(), GOODBYE_MS);
  setConnection('connecting');
}

/** Nothing of one login is shown to the next. */
function forgetLogin(): void {
  queryClient.clear();
  stopLive();
  forgetQuotes();
  forgetNotices();
  notify();
}

onSessionEnd(forgetLogin);

/** For features that talk over the socket themselves, such as a call: called now and at every reconnection. Returns a function that stops it. */
export function followSocket(follower: (live: LiveSocket) => void): () => void {
  followers.add(follower);
  if (socket?.connected) follower(socket);
  return () => followers.delete(follower);
}

/** Follows the bars of one stock as trades form them, and tells the server which charts are open. */
export function watchBars(symbol: string, listener: BarListener): () => void {
  const bars = charts.get(symbol) ?? new Set();
  charts.set(symbol, bars.add(listener));
  sendCharts();
  return () => {
    bars.delete(listener);
    if (bars.size === 0) charts.delete(symbol);
    sendCharts();
  };
}

/** Tells the server which watchlist stocks are on the screen, again after each reconnection. Returns a function that stops it. */
export function watchSymbols(symbols: readonly string[]): () => void {
  watched = symbols;
  sendWatched();
  return () => {
    if (watched !== symbols) return;
    watched = [];
    sendWatched();
  };
}

function sendWatched(): void {
  if (socket?.connected) socket.emit('subscribeWatchlist', [...watched]);
}
