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
  ordersData,
  placeOrderInput,
  tradeDiaryData,
  tradeDiaryInput,
  transactionsData,
  transactionsInput,
} from '../trade.ts';
import { portfolioData, updatePortfolioInput } from '../trade/portfolio.ts';
import { profitReportData } from '../trade/profit.ts';
import { contractNoteData, contractNoteInput, diaryAnalyticsData, diaryNote, diaryNoteInput } from '../trade/diary.ts';
import type { Route, RouteKey } from './route.ts';

export const tradeRoutes = {
  'POST /orders': {
    role: 'trader',
    summary: 'Place an order',
    input: placeOrderInput,
    data: order,
    refusals: [404, 422],
    idempotency: 'exchange',
    rate: { calls: 300, seconds: 10 },
  },
  'POST /cancelOrder/{id}': {
    role: 'trader',
    summary: 'Cancel an own pending order',
    input: orderIdInput,
    data: order,
    refusals: [409],
    idempotency: 'exchange',
    rate: { calls: 300, seconds: 10 },
  },
  'POST /modifyOrder/{id}': {
    role: 'trader',
    summary: 'Change quantity and prices of an own pending order',
    input: modifyOrderInput,
    data: order,
    refusals: [409, 422],
    idempotency: 'exchange',
    rate: { calls: 300, seconds: 10 },
  },
  'GET /orders/{id}/events': {
    role: 'trader',
    summary: 'The own story of an order: each check, hold, fill, and why it ended',
    input: orderIdInput,
    data: z.array(orderEvent),
  },
  'GET /orders/{id}/charges': {
    role: 'trader',
    summary:
      'What the rest of an own pending order would cost with another quantity or price, by the terms it was accepted with, and whether the change would be taken',
    input: changeChargesInput,
    data: changeChargesData,
    refusals: [409, 422],
  },
  'GET /getOrders': { role: 'trader', summary: 'Own orders, newest first', input: getOrdersInput, data: ordersData },
  'GET /transactions': {
    role: 'trader',
    summary: 'Own fills, newest first',
    input: transactionsInput,
    data: transactionsData,
  },
  'GET /entitlements': {
    role: 'trader',
    summary:
      'What came of corporate actions: new shares, dividends, cash for parts of a share; newest first, 200 at most',
    input: nothing,
    data: z.array(entitlement),
  },
  'GET /charges': {
    role: 'trader',
    summary: 'What an order would cost, by the function that will post it',
    input: chargesInput,
    data: orderChargesData,
    refusals: [404, 422],
  },
  'GET /portfolio': { role: 'trader', summary: 'Own positions, totals and cash', input: nothing, data: portfolioData },
  'POST /updatePortfolio': {
    role: 'trader',
    summary: 'Answers the true portfolio; what the client claims is never stored',
    input: updatePortfolioInput,
    data: portfolioData,
  },
  'GET /tradeDiary': { role: 'trader', summary: 'Round trips by day', input: tradeDiaryInput, data: tradeDiaryData },
  'POST /tradeDiary/note': {
    role: 'trader',
    summary: 'Notes, tags and mood of an own trade, or of a day; empty ones are forgotten',
    input: diaryNoteInput,
    data: diaryNote,
    refusals: [404, 409],
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'GET /diaryAnalytics': {
    role: 'trader',
    summary: 'What closed trades add up to, how they compare, and the worth of the account at each close',
    input: tradeDiaryInput,
    data: diaryAnalyticsData,
  },
  'GET /contractNote': {
    role: 'trader',
    summary: 'Every order, fill and charge of one day',
    input: contractNoteInput,
    data: contractNoteData,
  },
  'GET /profitReport': {
    role: 'trader',
    summary: 'Realised gains of some days by lots, stocks and terms, with dividends and rewards',
    input: tradeDiaryInput,
    data: profitReportData,
  },
  'GET /limit': { role: 'any', summary: 'Trading limits in force', input: nothing, data: limitsData },
} as const satisfies Record<RouteKey, Route>;
