// Calls of the market and of price alerts.
import * as z from 'zod/mini';
import {
  bar,
  barsData,
  barsInput,
  depthData,
  fullDepthData,
  recentTradesData,
  historyItem,
  indexData,
  priceAlert,
  priceAlertIdInput,
  priceAlertInput,
  searchInput,
  sparkline,
  stock,
  symbolQuery,
} from '../market.ts';
import { sparklinesInput } from '../watchlists.ts';
import { marketState } from '../admin/market-state.ts';
import { corporateAction, stockNews } from '../market/corporate.ts';
import { drawnLinesData, drawnLinesInput } from '../market/drawn-lines.ts';
import { nothing } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

export const marketRoutes = {
  'GET /search': {
    role: 'any',
    summary: 'Find stocks by symbol or name, at most 20',
    input: searchInput,
    data: z.array(stock),
    rate: { calls: 10, seconds: 1 },
  },
  'GET /stocks': {
    role: 'any',
    summary: 'Every stock with its quote',
    input: nothing,
    data: z.array(stock),
    isForEveryone: true,
  },
  'GET /marketState': {
    role: 'any',
    summary: 'Whether all trading is halted, since when and why',
    input: nothing,
    data: marketState,
  },
  'GET /stockNews': {
    role: 'any',
    summary: 'Why a stock is halted, and its corporate actions, coming and past',
    input: symbolQuery,
    data: stockNews,
    refusals: [404],
  },
  'GET /comingActions': {
    role: 'any',
    summary: 'Corporate actions that are planned, of all stocks, the next one first, at most 200',
    input: nothing,
    data: z.array(corporateAction),
  },
  'GET /index': { role: 'any', summary: 'The market index now', input: nothing, data: indexData },
  'GET /gethistorical': {
    role: 'any',
    summary: 'The days of a stock, newest first, beginning with the current one',
    input: symbolQuery,
    data: z.array(historyItem),
    refusals: [404],
    isForEveryone: true,
  },
  'GET /getStockData': {
    role: 'any',
    summary: 'Daily bars of a stock for its chart, oldest first, each at midnight UTC of its date',
    input: symbolQuery,
    data: z.array(bar),
    refusals: [404],
    isForEveryone: true,
  },
  'GET /bars': {
    role: 'any',
    summary: 'Bars of a stock at one interval, between two instants',
    input: barsInput,
    data: barsData,
    refusals: [404],
    isForEveryone: true,
  },
  'GET /depth': {
    role: 'any',
    summary: 'The best five levels of each side of the book',
    input: symbolQuery,
    data: depthData,
    refusals: [404],
  },
  'GET /fullDepth': {
    role: 'any',
    summary: 'The best twenty levels of each side of the book, with running totals',
    input: symbolQuery,
    data: fullDepthData,
    refusals: [404],
    rate: { calls: 60, seconds: 10 },
  },
  'GET /recentTrades': {
    role: 'any',
    summary: 'The newest trades of a stock since the server started, with the side that took',
    input: symbolQuery,
    data: recentTradesData,
    refusals: [404],
  },

  'GET /sparklines': {
    role: 'any',
    summary: 'The last day of many stocks, one price every quarter of an hour',
    input: sparklinesInput,
    data: z.array(sparkline),
    refusals: [404],
    isForEveryone: true,
  },
  'GET /drawnLines': {
    role: 'trader',
    summary: 'The caller\u2019s drawn lines on the chart of a stock, with their version',
    input: symbolQuery,
    data: drawnLinesData,
    refusals: [404],
  },
  'POST /drawnLines': {
    role: 'trader',
    summary: 'Replace the caller\u2019s drawn lines on the chart of a stock, if the given version is still the newest',
    input: drawnLinesInput,
    data: drawnLinesData,
    refusals: [404, 409],
    rate: { calls: 120, seconds: 60 },
  },
  'GET /priceAlerts': {
    role: 'trader',
    summary: 'The caller\u2019s waiting price alerts, newest first',
    input: nothing,
    data: z.array(priceAlert),
  },
  'POST /priceAlerts': {
    role: 'trader',
    summary: 'Set an alert: the caller is told once, when the last price reaches a price',
    input: priceAlertInput,
    data: priceAlert,
    refusals: [404, 422],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'POST /priceAlerts/remove': {
    role: 'trader',
    summary: 'Remove one of the caller\u2019s waiting price alerts',
    input: priceAlertIdInput,
    data: priceAlert,
    refusals: [404],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
} as const satisfies Record<RouteKey, Route>;
