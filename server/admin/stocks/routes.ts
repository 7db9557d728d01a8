// The calls of the stocks desk.
import { stockMessages } from '../../../contract/messages/stocks.ts';
import type { Handlers } from '../../handler.ts';
import { requestId } from '../../request-id.ts';
import type { AdminContext } from '../context.ts';
import { StockChanges } from './changes.ts';
import { readStocks } from './list.ts';
import { ActionPlans } from './plan.ts';

export type StockCalls =
  | 'GET /stocklist'
  | 'POST /listStock'
  | 'POST /haltStock'
  | 'POST /updateStock'
  | 'GET /corporateActions'
  | 'POST /corporateActions'
  | 'POST /corporateActions/cancel';

export function stockHandlers(context: AdminContext): Pick<Handlers, StockCalls> {
  const changes = new StockChanges(context);
  const plans = new ActionPlans(context);
  return {
    'GET /stocklist': async () => ({ data: await readStocks(context) }),
    async 'POST /listStock'({ input, user, ip, idempotencyKey }) {
      const id = requestId({ call: 'POST /listStock', userId: user.id, key: idempotencyKey, input });
      const data = await changes.list(input, { actor: user.id, ip }, id);
      return { message: stockMessages.listed(input.symbol), data };
    },
    async 'POST /haltStock'({ input, user, ip, idempotencyKey }) {
      const id = requestId({ call: 'POST /haltStock', userId: user.id, key: idempotencyKey, input });
      const data = await changes.halt(input, { actor: user.id, ip }, id);
      const { symbol, isHalted } = input;
      return { message: isHalted ? stockMessages.halted(symbol) : stockMessages.resumed(symbol), data };
    },
    async 'POST /updateStock'({ input, user, ip }) {
      const { stock, ended } = await changes.changeTerms(input, { actor: user.id, ip });
      return { message: stockMessages.termsChanged(input.symbol, ended), data: stock };
    },
    'GET /corporateActions': async ({ input }) => ({ data: await plans.read(input) }),
    'POST /corporateActions': ({ input, user, ip }, keep) => plans.plan(input, { actor: user.id, ip }, keep),
    'POST /corporateActions/cancel': ({ input, user, ip }, keep) =>
      plans.cancel(input.id, { actor: user.id, ip }, keep),
  };
}
