// The calls by which administrators supervise everybody's orders and trades.
import type { DeskContext } from './context.ts';
import { deskFeeHandlers } from './fees.ts';
import { deskOrderHandlers } from './orders.ts';
import { deskTransactionHandlers } from './transactions.ts';

export const deskHandlers = (context: DeskContext) => ({
  ...deskOrderHandlers(context),
  ...deskTransactionHandlers(context),
  ...deskFeeHandlers(context),
});
