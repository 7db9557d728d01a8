// Calls of the watchlists. Those of the specification mean My Watchlist, unless another list is named.
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

/** What all changes of lists have in common. The rate is above what a person can press. */
const change = { role: 'trader', idempotency: 'reply', rate: { calls: 120, seconds: 60 } } as const;

export const watchlistRoutes = {
  'GET /getWatchlist': {
    role: 'trader',
    summary: 'One of the caller\u2019s watchlists with quotes, in its order: My Watchlist, unless another is named',
    input: watchlistInput,
    data: watchlistData,
    refusals: [404],
  },
  'POST /ensureAndAddStock': {
    ...change,
    summary: 'Add listed stocks to one of the caller\u2019s watchlists; those already on it stay',
    input: addToWatchlistInput,
    data: watchlistData,
    refusals: [404, 422],
  },
  'POST /removeStockFromWatchlist': {
    ...change,
    summary: 'Take a stock off one of the caller\u2019s watchlists',
    input: removeFromWatchlistInput,
    data: watchlistData,
    refusals: [404],
  },
  'GET /watchlists': {
    role: 'trader',
    summary: 'All of the caller\u2019s watchlists with their symbols, My Watchlist first',
    input: nothing,
    data: watchlistsData,
  },
  'POST /watchlists': {
    ...change,
    summary: 'Create a watchlist, as the last one. Answers with all of them, as every change of the lists does',
    input: newWatchlistInput,
    data: watchlistsData,
    refusals: [409, 422],
  },
  'POST /watchlists/rename': {
    ...change,
    summary: 'Rename one of the caller\u2019s watchlists',
    input: renameWatchlistInput,
    data: watchlistsData,
    refusals: [404, 409, 422],
  },
  'POST /watchlists/remove': {
    ...change,
    summary: 'Remove one of the caller\u2019s watchlists, with what is on it',
    input: watchlistIdInput,
    data: watchlistsData,
    refusals: [404, 422],
  },
  'POST /watchlists/order': {
    ...change,
    summary: 'Put the caller\u2019s watchlists in this order, behind My Watchlist; those not named follow',
    input: orderWatchlistsInput,
    data: watchlistsData,
    refusals: [404],
  },
  'POST /watchlists/orderStocks': {
    ...change,
    summary: 'Put the stocks of a watchlist in this order; those not named follow, those not on it are ignored',
    input: orderStocksInput,
    data: watchlistsData,
    refusals: [404],
  },
  'POST /watchlists/moveStock': {
    ...change,
    summary: 'Move a stock from one of the caller\u2019s watchlists to another',
    input: moveStockInput,
    data: watchlistsData,
    refusals: [404, 422],
  },
} as const satisfies Record<RouteKey, Route>;
