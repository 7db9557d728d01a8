// Calls of the wallet and its payments.
import * as z from 'zod/mini';
import {
  checkoutData,
  checkoutInput,
  createOrderInput,
  paymentOrder,
  verifyPaymentData,
  verifyPaymentInput,
} from '../wallet.ts';
import type { Route, RouteKey } from './route.ts';

export const walletRoutes = {
  'POST /create-order': {
    role: 'trader',
    summary: 'Create a payment order at the provider, to top up the wallet or to buy a lesson',
    input: createOrderInput,
    data: paymentOrder,
    top: z.pick(paymentOrder, { id: true, amount: true, currency: true }),
    status: 201,
    refusals: [404],
    idempotency: 'reply',
    rate: { calls: 10, seconds: 60 },
  },
  'POST /verify-payment': {
    role: 'trader',
    summary: 'Credit a payment, exactly once',
    input: verifyPaymentInput,
    data: verifyPaymentData,
    top: z.object({ success: z.boolean() }),
    idempotency: 'reply',
    rate: { calls: 120, seconds: 60 },
  },
  'POST /sandbox/checkout': {
    role: 'trader',
    summary: 'Pay at the built-in test provider',
    input: checkoutInput,
    data: checkoutData,
    top: checkoutData,
    refusals: [402, 404, 409],
    idempotency: 'reply',
    rate: { calls: 30, seconds: 60 },
  },
} as const satisfies Record<RouteKey, Route>;
