// Calls of the stocks desk: administrators list, halt and change stocks and plan corporate actions.
import * as z from 'zod/mini';
import {
  actionIdInput,
  actionsInput,
  haltStockInput,
  listedStock,
  listStockInput,
  planActionInput,
  updateStockInput,
} from '../admin/stocks.ts';
import { corporateAction } from '../market/corporate.ts';
import { nothing } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

export const stockRoutes = {
  'GET /stocklist': {
    role: 'admin',
    summary: 'Every stock with its quote, terms and state',
    input: nothing,
    data: z.array(listedStock),
  },
  'POST /listStock': {
    role: 'admin',
    summary: 'List a new stock; it trades at once',
    input: listStockInput,
    data: listedStock,
    status: 201,
    refusals: [409, 422],
    idempotency: 'reply',
  },
  'POST /haltStock': {
    role: 'admin',
    summary: 'Halt trading in one stock, or resume it; open orders can be canceled meanwhile',
    input: haltStockInput,
    data: listedStock,
    refusals: [404, 409],
    idempotency: 'reply',
  },
  'POST /updateStock': {
    role: 'admin',
    summary: 'Change tick and band of a stock; ends open orders that no longer fit them',
    input: updateStockInput,
    data: listedStock,
    refusals: [404, 409, 422],
    idempotency: 'reply',
  },
  'GET /corporateActions': {
    role: 'admin',
    summary: 'Corporate actions: planned ones first, then the newest, at most 200',
    input: actionsInput,
    data: z.array(corporateAction),
  },
  'POST /corporateActions': {
    role: 'admin',
    summary: 'Plan a split, a bonus or a dividend for the start of a day',
    input: planActionInput,
    data: corporateAction,
    status: 201,
    refusals: [404, 409, 422],
    idempotency: 'reply',
  },
  'POST /corporateActions/cancel': {
    role: 'admin',
    summary: 'Cancel a planned corporate action before its day',
    input: actionIdInput,
    data: corporateAction,
    refusals: [404, 409],
    idempotency: 'reply',
  },
} as const satisfies Record<RouteKey, Route>;
