// The socket itself, and how its pushes update what is shown: a script of its own, fetched once the first screen is shown.
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, PushName, ServerToClient } from '../contract/events.ts';
import type { Stock } from '../contract/market.ts';
import type { PortfolioData } from '../contract/trade/portfolio.ts';
import { call } from './api.ts';
import { ABOUT_LESSONS, listenForNotices, recountNotifications, takeNotification, takeUnread } from './notices.ts';
import { callKey, invalidate, invalidateCalls, queryClient, takePushed } from './query.ts';
import { quoteOf, takeIndex, takeQuotes, takeSummary } from './quotes.ts';
import type { Quote } from './quotes.ts';
import { onSessionEnd, session } from './session.ts';

export type LiveSocket = Socket<ServerToClient, ClientToServer>;

const versions = new Map<PushName, number>();

/** Notes the version of a push. Returns whether others of its kind were missed: versions grow by one, and the first one seen sets the start. */
function takeVersion(event: PushName, version: number): boolean {
  const before = versions.get(event);
  versions.set(event, version);
  return before !== undefined && version > before + 1;
}

/** Counts the pushes of prices: the last one of each stock, and the last one of all. */
let pushed = 0;
let allPushedAt = 0;
const pushedAt = new Map<string, number>();

function takePushedQuotes(changes: readonly Quote[]): void {
  pushed++;
  for (const { symbol } of changes) pushedAt.set(symbol, pushed);
  takeQuotes(changes);
}

/** What is pushed while the answer is on its way may be newer. */
async function refetchPrices(): Promise<void> {
  const since = pushed;
  const reply = await call('GET /stocks', {});
  if (!reply.ok || allPushedAt > since) return;
  takeQuotes(reply.data.filter(({ symbol }) => (pushedAt.get(symbol) ?? 0) <= since));
  queryClient.setQueryData(callKey('GET /stocks', {}), reply.data);
}

function takeStocks(stocks: Stock[]): void {
  allPushedAt = ++pushed;
  takeQuotes(stocks);
  takePushed(callKey('GET /stocks', {}), stocks);
}

/** What is shown about stocks besides their prices. */
function termsOf(stocks: readonly Stock[]): string {
  const terms = stocks.map((one) => [one.symbol, one.name, one.sector, one.previousClose, one.tickSize, one.isHalted]);
  return JSON.stringify(terms);
}

/** The first list of stocks comes because the page has connected, and usually repeats what the page has just read: then everything else it has read is as new. */
let isFirstStocks = true;

const JUST_READ_MS = 60_000;

function areJustRead(stocks: readonly Stock[]): boolean {
  const { data, dataUpdatedAt = 0 } = queryClient.getQueryState<Stock[]>(callKey('GET /stocks', {})) ?? {};
  if (data === undefined || Date.now() - dataUpdatedAt > JUST_READ_MS) return false;
  return termsOf(data) === termsOf(stocks);
}

/** Further from the last price than a quote can be behind. The smallest bonus is one share for a hundred. */
const RESTATED_PART = 0.005;

/** A day has begun with another close than the last price: a split or bonus has restated the days before. */
function isSomeRestated(stocks: readonly Stock[]): boolean {
  const known = new Map(queryClient.getQueryData<Stock[]>(callKey('GET /stocks', {}))?.map((one) => [one.symbol, one]));
  return stocks.some(({ symbol, previousClose }) => {
    const before = known.get(symbol);
    if (before === undefined || before.previousClose === previousClose) return false;
    const { price } = quoteOf(symbol) ?? before;
    return Math.abs(price / previousClose - 1) > RESTATED_PART;
  });
}

const FROM_ORDERS = ['GET /getOrders', 'GET /orders/{id}/events'] as const;
const FROM_FILLS = [
  'GET /transactions',
  'GET /Userprofile',
  'GET /rewards',
  'GET /statement',
  'GET /tradeDiary',
  'GET /diaryAnalytics',
  'GET /profitReport',
  'GET /contractNote',
  'GET /entitlements',
] as const;

function refetchOwn(): void {
  void invalidateCalls(
    'GET /portfolio',
    ...FROM_ORDERS,
    ...FROM_FILLS,
    'GET /priceAlerts',
    'GET /watchlists',
    ...ABOUT_LESSONS,
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
  const isFirst = isFirstPortfolio;
  const before = isFirst ? queryClient.getQueryData<PortfolioData>(queryKey) : undefined;
  isFirstPortfolio = false;
  takePushed(queryKey, portfolio);
  takeSummary(portfolio);
  if (before && ownFigures(before) === ownFigures(portfolio)) return;
  // Orders have pushes of their own, but what happened between the page's first read and its socket was not pushed.
  void invalidateCalls(...FROM_FILLS, ...(isFirst ? FROM_ORDERS : []));
}

function takePushes(live: LiveSocket): void {
  live.on('stockUpdate', (stocks) => {
    const isKnown = isFirstStocks && areJustRead(stocks);
    isFirstStocks = false;
    const isRestated = isSomeRestated(stocks);
    takeStocks(stocks);
    if (isKnown) return;
    // This is sent again when a stock is listed, halted or changed, so whatever else is shown about stocks is fetched again.
    void invalidateCalls('GET /stocklist', 'GET /stockNews', 'GET /comingActions', 'GET /corporateActions');
    if (isRestated) void invalidateCalls('GET /bars', 'GET /gethistorical', 'GET /sparklines', 'GET /priceAlerts');
  });
  live.on('stock-update', (changes, version) => {
    takePushedQuotes(changes);
    const areSomeMissed = takeVersion('stock-update', version);
    if (areSomeMissed) void refetchPrices();
  });
  live.on('market-state', (state) => {
    takePushed(callKey('GET /marketState', {}), state);
    void invalidateCalls('GET /adminDashboard');
  });
  live.on('index-update', (index) => takeIndex(index));
  live.on('WatchlistStockUpdate', (stocks) => takePushedQuotes(stocks));
  live.on('portfolioSummaryUpdate', (summary) => takeSummary(summary));
  live.on('portfolioUpdate', takePortfolio);
  live.on('order-update', (order, version) => {
    const areSomeMissed = takeVersion('order-update', version);
    if (areSomeMissed) return refetchOwn();
    void invalidateCalls('GET /getOrders');
    void invalidate(callKey('GET /orders/{id}/events', { id: order._id }));
  });
  live.on('notification', (notification, version) => {
    takeNotification(notification);
    const areSomeMissed = takeVersion('notification', version);
    if (areSomeMissed) recountNotifications();
  });
  live.on('lesson-update', () => void invalidateCalls(...ABOUT_LESSONS));
  live.on('unread-count', ({ unread }) => {
    takeUnread(unread);
    void invalidateCalls('GET /notifications');
  });
}

/** Also by an earlier socket: a page for paper has none, and what happened meanwhile was not pushed. */
let hasConnected = false;

// The next person has not read anything yet.
onSessionEnd(() => (hasConnected = false));

/** Begins to connect. `tokenNow`: that of the login of now. */
export function openSocket(tokenNow: () => string | undefined): LiveSocket {
  const live: LiveSocket = io({
    // Asked for at every attempt, so that a reconnection carries the newest token.
    auth: (give) => give({ token: tokenNow() }),
    reconnectionDelayMax: 5000,
    // After an outage all pages return at once. A page that gives up goes to the end of the queue while the server still works on its first request.
    timeout: 45_000,
    // One request instead of four, which matters when everybody returns after a restart; polling where WebSockets are blocked.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
  });
  isFirstPortfolio = true;
  live.on('connect', () => {
    versions.clear();
    // The server sends all prices on connecting, but the trader's own data may have changed while we were away.
    if (hasConnected) refetchOwn();
    hasConnected = true;
    // A halt, too, also one between a page's first read and its socket, which comes a little later.
    void invalidateCalls('GET /marketState');
    listenForNotices();
    if (session()?.role !== 'admin') live.emit('requestPortfolioUpdate', undefined);
  });
  takePushes(live);
  return live;
}
