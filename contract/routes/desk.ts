// Calls by which administrators look after everybody's orders, trades, payments and fees.
import {
  feePreviewData,
  feePromotionInput,
  feeReportData,
  feeReportInput,
  feesData,
  feesInput,
  updateFeesInput,
} from '../admin/fees.ts';
import {
  changeStatusInput,
  deskOrder,
  deskOrdersData,
  deskOrdersInput,
  deskOverviewData,
  orderDetailsData,
  ordersOfTypeInput,
} from '../admin/orders.ts';
import { deskPaymentsData, deskPaymentsInput, settleStrayInput, strayPayments } from '../admin/payments.ts';
import { deskTransactionsData, deskTransactionsInput } from '../admin/transactions.ts';
import { nothing } from '../platform.ts';
import { orderIdInput } from '../trade.ts';
import type { Route, RouteKey } from './route.ts';

export const deskRoutes = {
  'GET /orders': {
    role: 'admin',
    summary: 'Everybody\u2019s orders, newest first, and how many there are of each kind',
    input: deskOrdersInput,
    data: deskOverviewData,
  },
  'GET /marketorders': {
    role: 'admin',
    summary: 'Everybody\u2019s market orders',
    input: ordersOfTypeInput,
    data: deskOrdersData,
  },
  'GET /limitorders': {
    role: 'admin',
    summary: 'Everybody\u2019s limit orders',
    input: ordersOfTypeInput,
    data: deskOrdersData,
  },
  'GET /stoporders': {
    role: 'admin',
    summary: 'Everybody\u2019s stop and stop-limit orders',
    input: ordersOfTypeInput,
    data: deskOrdersData,
  },
  'GET /orderDetails/{id}': {
    role: 'admin',
    summary: 'An order with its execution, its fills and its story',
    input: orderIdInput,
    data: orderDetailsData,
  },
  'POST /changeStatus/{id}': {
    role: 'admin',
    summary: 'Cancel anybody\u2019s open order; its owner is notified',
    input: changeStatusInput,
    data: deskOrder,
    refusals: [409],
    idempotency: 'reply',
  },
  'GET /allTransactions': {
    role: 'admin',
    summary: 'Everybody\u2019s trades with buyer and seller, newest first, and their totals',
    input: deskTransactionsInput,
    data: deskTransactionsData,
  },
  'GET /strayPayments': {
    role: 'admin',
    summary: 'Money at the provider that is credited to nobody, and whom it may belong to',
    input: nothing,
    data: strayPayments,
  },
  'POST /settleStray/{id}': {
    role: 'admin',
    summary: 'Note what was done about money that is credited to nobody',
    input: settleStrayInput,
    data: strayPayments,
    refusals: [404, 409],
    idempotency: 'reply',
  },
  'GET /payments': {
    role: 'admin',
    summary: 'Everybody\u2019s payments and what became of each, newest first',
    input: deskPaymentsInput,
    data: deskPaymentsData,
  },
  'GET /getFees': {
    role: 'admin',
    summary: 'The fees, their promotions, and what was collected this month',
    input: nothing,
    data: feesData,
  },
  'POST /updateFees': {
    role: 'admin',
    summary: 'Set commission, flat fee and volume discounts for orders from now on',
    input: updateFeesInput,
    data: feesData,
    refusals: [409],
    idempotency: 'reply',
  },
  'POST /feePromotions': {
    role: 'admin',
    summary: 'Add a promotion, or end one',
    input: feePromotionInput,
    data: feesData,
    refusals: [404],
    idempotency: 'reply',
  },
  'POST /feePreview': {
    role: 'admin',
    summary: 'What the last thirty days would have cost with these fees; changes nothing',
    input: feesInput,
    data: feePreviewData,
    rate: { calls: 60, seconds: 60 },
  },
  'GET /feeReport': {
    role: 'admin',
    summary: 'Fees collected day by day; as a file with format=csv',
    input: feeReportInput,
    data: feeReportData,
    rate: { calls: 60, seconds: 60 },
  },
} as const satisfies Record<RouteKey, Route>;
