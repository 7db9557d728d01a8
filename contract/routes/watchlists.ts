// Calls of the watchlists. Those of the specification speak of My Watchlist, unless the name of another list is given.
import {
  addToWatchlistInput,
  moveStockInput,
  newWatchlistInput,
  orderStocksInput,
  orderWatchlistsInput,
  removeFromWatchlistInput,
  renameWatchlistInput,
  watchlistData,
  watchlistIdInput,
  watchlistInput,
  watchlistsData,
} from '../watchlists.ts';
import { nothing } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

/** Every change of a list: a trader's, repeated without harm, and as often as somebody can press. */
const change = { role: 'trader', idempotency: 'reply', rate: { calls: 120, seconds: 60 } } as const;

export const watchlistRoutes = {
  'GET /getWatchlist': {
    role: 'trader',
    summary: 'An own watchlist with quotes, in its order; My Watchlist, unless another is named',
    input: watchlistInput,
    data: watchlistData,
    refusals: [404],
  },
  'POST /ensureAndAddStock': {
    ...change,
    summary: 'Add listed stocks to an own watchlist; those that are there stay',
    input: addToWatchlistInput,
    data: watchlistData,
    refusals: [404, 422],
  },
  'POST /removeStockFromWatchlist': {
    ...change,
    summary: 'Take a stock off an own watchlist',
    input: removeFromWatchlistInput,
    data: watchlistData,
    refusals: [404],
  },
  'GET /watchlists': {
    role: 'trader',
    summary: 'All own watchlists with the symbols on them, My Watchlist first',
    input: nothing,
    data: watchlistsData,
  },
  'POST /watchlists': {
    ...change,
    summary: 'Make a watchlist; it stands last. Answers all of them, as every change of the lists does',
    input: newWatchlistInput,
    data: watchlistsData,
    refusals: [409, 422],
  },
  'POST /watchlists/rename': {
    ...change,
    summary: 'Give an own watchlist another name',
    input: renameWatchlistInput,
    data: watchlistsData,
    refusals: [404, 409, 422],
  },
  'POST /watchlists/remove': {
    ...change,
    summary: 'Remove an own watchlist with what is on it',
    input: watchlistIdInput,
    data: watchlistsData,
    refusals: [404, 422],
  },
  'POST /watchlists/order': {
    ...change,
    summary: 'Put the own watchlists in this order, behind My Watchlist; those not named follow',
    input: orderWatchlistsInput,
    data: watchlistsData,
    refusals: [404],
  },
  'POST /watchlists/orderStocks': {
    ...change,
    summary: 'Put the stocks of a watchlist in this order; those not named follow, those not on it are passed over',
    input: orderStocksInput,
    data: watchlistsData,
    refusals: [404],
  },
  'POST /watchlists/moveStock': {
    ...change,
    summary: 'Take a stock off one own watchlist and put it on another',
    input: moveStockInput,
    data: watchlistsData,
    refusals: [404, 422],
  },
} as const satisfies Record<RouteKey, Route>;
