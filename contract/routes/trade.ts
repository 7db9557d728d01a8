// Calls of orders, fills, the portfolio and the diary.
import * as z from 'zod/mini';
import { entitlement } from '../market/corporate.ts';
import { nothing } from '../platform.ts';
import {
  changeChargesData,
  changeChargesInput,
  orderChargesData,
  chargesInput,
  getOrdersInput,
  limitsData,
  modifyOrderInput,
  order,
  orderEvent,
  orderIdInput,
  queuePlaceData,
  ordersData,
  placeOrderInput,
  transactionsData,
  transactionsInput,
} from '../trade.ts';
import { daySpanInput } from '../trade/day-span.ts';
import { portfolioData, updatePortfolioInput } from '../trade/portfolio.ts';
import { profitReportData } from '../trade/profit.ts';
import { contractNoteData, contractNoteInput } from '../trade/contract-note.ts';
import { statementData, statementInput } from '../trade/statement.ts';
import { diaryAnalyticsData, diaryNote, diaryNoteInput, tradeDiaryData } from '../trade/diary.ts';
import type { Route, RouteKey } from './route.ts';

/** A program that trades all day stays below it, but one that runs wild does not fill the disk: a kilobyte is kept of each. */
const manyButNotAllDay = { calls: 300, seconds: 10, aDay: 50_000 } as const;

export const tradeRoutes = {
  'POST /orders': {
    role: 'trader',
    summary: 'Place an order',
    input: placeOrderInput,
    data: order,
    refusals: [404, 422],
    idempotency: 'exchange',
    rate: manyButNotAllDay,
  },
  'POST /cancelOrder/{id}': {
    role: 'trader',
    summary: 'Cancel one of the caller\u2019s pending orders',
    input: orderIdInput,
    data: order,
    refusals: [409],
    idempotency: 'exchange',
    rate: { calls: 300, seconds: 10 },
  },
  'POST /modifyOrder/{id}': {
    role: 'trader',
    summary: 'Change quantity and prices of one of the caller\u2019s pending orders',
    input: modifyOrderInput,
    data: order,
    refusals: [409, 422],
    idempotency: 'exchange',
    rate: manyButNotAllDay,
  },
  'GET /orders/{id}/events': {
    role: 'trader',
    summary: 'The story of one of the caller\u2019s orders: each check, hold and fill, and why it ended',
    input: orderIdInput,
    data: z.array(orderEvent),
  },
  'GET /orders/{id}/queue': {
    role: 'trader',
    summary: 'What trades before one of the caller\u2019s orders that waits in the book, as things stand',
    input: orderIdInput,
    data: queuePlaceData,
  },
  'GET /orders/{id}/charges': {
    role: 'trader',
    summary:
      'What the rest of a pending order would cost with another price, on the terms it was accepted with, or with another quantity, on today\u2019s while nothing is filled; and whether the change would be accepted',
    input: changeChargesInput,
    data: changeChargesData,
    refusals: [409, 422],
  },
  'GET /getOrders': {
    role: 'trader',
    summary: 'The caller\u2019s orders, newest first',
    input: getOrdersInput,
    data: ordersData,
  },
  'GET /transactions': {
    role: 'trader',
    summary: 'The caller\u2019s fills, newest first',
    input: transactionsInput,
    data: transactionsData,
    weight: 3,
  },
  'GET /entitlements': {
    role: 'trader',
    summary:
      'What the caller got from corporate actions: new shares, dividends, cash for fractions; newest first, at most 200',
    input: nothing,
    data: z.array(entitlement),
  },
  'GET /charges': {
    role: 'trader',
    summary: 'What an order would cost and at what price it would trade, if it were placed now',
    input: chargesInput,
    data: orderChargesData,
    refusals: [404, 422],
  },
  'GET /portfolio': {
    role: 'trader',
    summary: 'The caller\u2019s positions, totals and cash',
    input: nothing,
    data: portfolioData,
  },
  'POST /updatePortfolio': {
    role: 'trader',
    summary: 'Answers with the true portfolio; what the client sends is never stored',
    input: updatePortfolioInput,
    data: portfolioData,
  },
  'GET /statement': {
    role: 'trader',
    summary: 'How the caller\u2019s balance came about, and everything besides trades that changed it',
    input: statementInput,
    data: statementData,
  },
  'GET /tradeDiary': {
    role: 'trader',
    summary: 'The caller\u2019s closed trades, day by day',
    input: daySpanInput,
    data: tradeDiaryData,
  },
  'POST /tradeDiary/note': {
    role: 'trader',
    summary: 'Save notes, tags and mood of one of the caller\u2019s trades, or of a day; empty ones are removed',
    input: diaryNoteInput,
    data: diaryNote,
    refusals: [404, 409],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'GET /diaryAnalytics': {
    role: 'trader',
    summary: 'An analysis of the caller\u2019s closed trades, and the worth of the account at each close',
    input: daySpanInput,
    data: diaryAnalyticsData,
    weight: 3,
  },
  'GET /contractNote': {
    role: 'trader',
    summary: 'Each of the caller\u2019s orders, fills and charges of one day',
    input: contractNoteInput,
    data: contractNoteData,
    refusals: [422],
  },
  'GET /profitReport': {
    role: 'trader',
    summary: 'The caller\u2019s realised gains over some days, by lot, stock and term, with dividends and rewards',
    input: daySpanInput,
    data: profitReportData,
  },
  'GET /limit': { role: 'any', summary: 'Trading limits in force', input: nothing, data: limitsData },
} as const satisfies Record<RouteKey, Route>;
