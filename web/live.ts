// The socket after login: keeps prices, portfolio and orders up to date, notices missed pushes, and reports how fresh the screen is.
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, PushName, PushOf, ServerToClient } from '../contract/events.ts';
import type { Stock } from '../contract/market.ts';
import type { PortfolioData } from '../contract/trade/portfolio.ts';
import { call, freshToken } from './api.ts';
import { forgetNotices, listenForNotices, recountNotifications, takeNotification, takeUnread } from './notices.ts';
import { callKey, invalidateCalls, queryClient } from './query.ts';
import { forgetQuotes, takeIndex, takeQuotes, takeSummary } from './quotes.ts';
import { onSessionEnd, session } from './session.ts';

/** `delayed`: the connection was lost a moment ago and is being restored; `offline`: it has been gone for longer. */
export type Connection = 'connecting' | 'live' | 'delayed' | 'offline';

const OFFLINE_AFTER_MS = 10_000;

export type LiveSocket = Socket<ServerToClient, ClientToServer>;
type BarListener = (bar: PushOf<'transaction-update'>) => void;

let socket: LiveSocket | null = null;
let connection: Connection = 'connecting';
let offlineTimer: ReturnType<typeof setTimeout> | undefined;
/** The stocks of the watchlist, while it is on the screen. */
let watched: readonly string[] = [];
const listeners = new Set<() => void>();
const charts = new Map<string, Set<BarListener>>();
const versions = new Map<PushName, number>();
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

/** Whether pushes of this kind were missed. Versions grow by one; the first one seen sets the start. */
function hasGap(event: PushName, version: number): boolean {
  const before = versions.get(event);
  versions.set(event, version);
  return before !== undefined && version > before + 1;
}

async function refetchPrices(): Promise<void> {
  const reply = await call('GET /stocks', {});
  if (reply.ok) takeStocks(reply.data);
}

function takeStocks(stocks: Stock[]): void {
  takeQuotes(stocks);
  queryClient.setQueryData(callKey('GET /stocks', {}), stocks);
}

function refetchOwn(): void {
  void invalidateCalls(
    'GET /portfolio',
    'GET /getOrders',
    'GET /transactions',
    'GET /Userprofile',
    'GET /rewards',
    'GET /tradeDiary',
    'GET /diaryAnalytics',
    'GET /orders/{id}/events',
    'GET /priceAlerts',
    'GET /watchlists',
  );
  recountNotifications();
}

/** The figures that change only when the trader does something, unlike prices. */
function ownFigures({ balance, heldBalance, portfolio }: PortfolioData): string {
  const held = portfolio.map((item) => [item._id, item.quantity, item.availableQuantity, item.averagePrice, item.loan]);
  return JSON.stringify([balance, heldBalance, held]);
}

/** A page's first portfolio comes because the page asked for it, usually just after reading the same one, so nothing needs refetching. */
let isFirstPortfolio = true;

function takePortfolio(portfolio: PortfolioData): void {
  const queryKey = callKey('GET /portfolio', {});
  const before = isFirstPortfolio ? queryClient.getQueryData<PortfolioData>(queryKey) : undefined;
  isFirstPortfolio = false;
  // An answer still on its way is older than this push and must not overwrite it.
  void queryClient.cancelQueries({ queryKey }).then(() => queryClient.setQueryData(queryKey, portfolio));
  takeSummary(portfolio);
  if (before && ownFigures(before) === ownFigures(portfolio)) return;
  void invalidateCalls(
    'GET /Userprofile',
    'GET /rewards',
    'GET /transactions',
    'GET /tradeDiary',
    'GET /diaryAnalytics',
  );
}

function listen(live: LiveSocket): void {
  live.on('stockUpdate', (stocks, version) => {
    versions.set('stockUpdate', version);
    takeStocks(stocks);
    // This is sent again when a stock is listed, halted or changed, so whatever else is shown about stocks is fetched again.
    void invalidateCalls('GET /stocklist', 'GET /stockNews');
  });
  live.on('stock-update', (changes, version) => {
    takeQuotes(changes);
    if (hasGap('stock-update', version)) void refetchPrices();
  });
  live.on('market-state', (state) => {
    queryClient.setQueryData(callKey('GET /marketState', {}), state);
    void invalidateCalls('GET /adminDashboard');
  });
  live.on('index-update', (index) => takeIndex(index));
  live.on('WatchlistStockUpdate', (stocks) => takeQuotes(stocks));
  live.on('transaction-update', (bar) => {
    for (const listener of charts.get(bar.symbol) ?? []) listener(bar);
  });
  live.on('portfolioSummaryUpdate', (summary) => takeSummary(summary));
  live.on('portfolioUpdate', takePortfolio);
  live.on('order-update', (order, version) => {
    if (hasGap('order-update', version)) return refetchOwn();
    void invalidateCalls('GET /getOrders');
    void queryClient.invalidateQueries({ queryKey: callKey('GET /orders/{id}/events', { id: order._id }) });
  });
  live.on('notification', (notification, version) => {
    takeNotification(notification);
    if (hasGap('notification', version)) recountNotifications();
  });
  live.on('unread-count', ({ unread }) => {
    takeUnread(unread);
    void invalidateCalls('GET /notifications');
  });
}

function sendCharts(): void {
  if (socket?.connected) socket.emit('subscribeChart', [...charts.keys()]);
}

let isRenewing = false;

/** The handshake was refused: an expired token is renewed once; without a token there is nothing to connect with. */
async function refused(live: LiveSocket, failure: Error): Promise<void> {
  markLost();
  // The client retries by itself when it cannot connect; it becomes inactive only when the server refuses.
  if (live.active || isRenewing) return;
  isRenewing = true;
  const token = await freshToken().finally(() => (isRenewing = false));
  // Clients that were refused together should not all return at the same moment.
  const pauseMs = /token/i.test(failure.message) ? 0 : OFFLINE_AFTER_MS * (0.5 + Math.random());
  // The login may end during the pause, and its socket with it.
  if (token) setTimeout(() => socket === live && live.connect(), pauseMs);
}

const UNSEEN_MS = 60_000;
const TOO_SOON_MS = 10_000;
let cutAt = 0;

/**
 * The server has cut us off: the token expired, the account is blocked, or this person has too many screens open. Reconnecting tells
 * which. A hidden screen waits and leaves its place to the others, or they would push each other out forever.
 */
function returnAfterCut(): void {
  const isSoon = Date.now() - cutAt < TOO_SOON_MS;
  cutAt = Date.now();
  if (document.hidden || isSoon) setTimeout(reconnect, UNSEEN_MS * (0.5 + Math.random()));
  else reconnect();
}

function reconnect(): void {
  if (socket && !socket.active) socket.connect();
}

function reconnectWhenSeen(): void {
  if (!document.hidden) reconnect();
}

async function connect(isWanted: () => boolean): Promise<void> {
  const { io } = await import('socket.io-client');
  if (socket || !isWanted() || !session()) return;
  const live: LiveSocket = io({
    // Asked for at every attempt, so that a reconnection carries the newest token.
    auth: (give) => give({ token: session()?.token }),
    reconnectionDelayMax: 5000,
    // After an outage all pages return at once. A page that gives up goes to the end of the queue while the server still works on its first request.
    timeout: 45_000,
    // One request instead of four, which matters when everybody returns after a restart; polling where WebSockets are blocked.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
  });
  socket = live;
  let hasConnected = false;
  live.on('connect', () => {
    clearTimeout(offlineTimer);
    versions.clear();
    setConnection('live');
    sendCharts();
    if (watched.length > 0) sendWatched();
    for (const follower of followers) follower(live);
    // The server sends all prices on connecting, but the trader's own data may have changed while we were away.
    if (hasConnected) {
      refetchOwn();
      void invalidateCalls('GET /marketState');
    }
    hasConnected = true;
    listenForNotices();
    if (session()?.role !== 'admin') live.emit('requestPortfolioUpdate', undefined);
  });
  live.on('disconnect', (reason) => {
    markLost();
    if (reason === 'io server disconnect') returnAfterCut();
  });
  live.on('connect_error', (failure) => void refused(live, failure));
  listen(live);
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
  void connect(() => !isStopped).catch(markLost);
  return () => {
    isStopped = true;
    window.removeEventListener('offline', markLost);
    window.removeEventListener('online', startAfresh);
    document.removeEventListener('visibilitychange', reconnectWhenSeen);
    stopWatch();
    stopLive();
  };
}

function stopLive(): void {
  clearTimeout(offlineTimer);
  socket?.disconnect();
  socket = null;
  versions.clear();
  isFirstPortfolio = true;
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
