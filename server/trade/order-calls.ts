// The calls that place, cancel and modify orders, and those that show in advance what that would cost.
import { refusalText } from '../../contract/messages/refusals.ts';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { InputOf } from '../../contract/routes.ts';
import type { Order as WireOrder } from '../../contract/trade.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Paise } from '../../core/money.ts';
import { changeOutlook, previewChange, previewOrder, refusalNow } from '../../core/preview.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { CommandKey } from '../exchange/command-keys.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Caller, Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import type { TradeContext } from './context.ts';
import { haltReason } from './halt-reason.ts';
import { orderIdOf } from './order-id.ts';
import { findOrder } from './order-queries.ts';
import { presentOrder, presentPreview } from './present.ts';
import type { Mine } from './mine.ts';
import { canceledBefore, refused, refusedChange } from './refusals.ts';
import { placeCommand } from './words.ts';

export type OrderCalls =
  | 'POST /orders'
  | 'POST /cancelOrder/{id}'
  | 'POST /modifyOrder/{id}'
  | 'GET /orders/{id}/queue'
  | 'GET /orders/{id}/charges'
  | 'GET /charges';

export function orderHandlers(context: TradeContext): Pick<Handlers, OrderCalls> {
  const { db, venue, exchange, now } = context;
  const mine = (user: Caller): Mine => ({ venue, account: user.accountNo });
  const stockNameOf = rememberedNames(exchange);
  /** As the order itself would be refused. */
  const sentenceOf = async (refusal: Refusal | null): Promise<string | null> =>
    refusal && refusalText(refusal) + (await haltReason(db, venue, refusal));
  const lastPriceOf = (symbol: string): Promise<Paise | null> =>
    exchange.read((engine) => engine.market(symbol)?.quote.last ?? null);

  return {
    async 'POST /orders'({ input, user, idempotencyKey }) {
      const command = placeCommand(user.accountNo, input);
      const decision = await exchange.submit(command, keyOf(user, 'order', idempotencyKey));
      if (!decision.isAccepted)
        throw refused(decision.refusal, await haltReason(db, venue, decision.refusal, decision.at));
      const message = command.side === 'buy' ? tradeMessages.orderPlaced : tradeMessages.sellPlaced;
      const name = stockNameOf(input.stock);
      // Awaiting a known name would let all other work go first.
      const stockName = typeof name === 'string' ? name : await name;
      return { message, data: presentDecided(decision.order!, user, stockName, decision.last) };
    },

    async 'POST /cancelOrder/{id}'({ input, user, idempotencyKey }) {
      const orderId = orderIdOf(input.id);
      const decision = await exchange.submit(
        { kind: 'cancel-order', account: user.accountNo, orderId },
        keyOf(user, 'cancel', idempotencyKey),
      );
      const order = decision.isAccepted
        ? decision.order!
        : await canceledBefore(context, mine(user), orderId, decision.sequence);
      // With a key, a repeat must not follow the market.
      const last = decision.isAccepted
        ? decision.last
        : idempotencyKey === null
          ? await lastPriceOf(order.symbol)
          : null;
      const stockName = await stockNameOf(order.symbol);
      return { message: tradeMessages.orderCanceled, data: presentDecided(order, user, stockName, last) };
    },

    async 'POST /modifyOrder/{id}'({ input, user, idempotencyKey }) {
      const orderId = orderIdOf(input.id);
      const change = { account: user.accountNo, orderId, ...changeOf(input) };
      const decision = await exchange.submit(
        { kind: 'modify-order', ...change },
        keyOf(user, 'modify', idempotencyKey),
      );
      if (!decision.isAccepted) throw await refusedChange(context, change, decision);
      const order = decision.order!;
      const stockName = await stockNameOf(order.symbol);
      const { last, at } = decision;
      return { message: tradeMessages.orderModified, data: presentDecided(order, user, stockName, last, at) };
    },

    async 'GET /orders/{id}/queue'({ input, user }) {
      const orderId = orderIdOf(input.id);
      const open = await exchange.read((engine) => {
        const order = engine.venue.orders.get(orderId);
        if (order?.owner !== user.accountNo) return null;
        return { price: toRupees(order.price), place: order.market.book.placeOf(order) };
      });
      if (open === null && (await findOrder(db, mine(user), orderId)) === null) throw notFound();
      return { data: { place: open === null || open.place === null ? null : { price: open.price, ...open.place } } };
    },

    async 'GET /orders/{id}/charges'({ input, user }) {
      const change = { account: user.accountNo, orderId: orderIdOf(input.id), ...changeOf(input) };
      const at = now();
      const [outcome, { refusal, keepsPlace }] = await exchange.read((engine) => [
        previewChange(engine, change, at),
        changeOutlook(engine, change, at),
      ]);
      if (outcome.isPossible)
        return { data: { ...presentPreview(outcome.preview), refusal: await sentenceOf(refusal), keepsPlace } };
      throw await refusedChange(context, change, outcome);
    },

    async 'GET /charges'({ input, user }) {
      const command = placeCommand(user.accountNo, input);
      const at = now();
      const [outcome, refusal] = await exchange.read((engine) => [
        previewOrder(engine, command, at),
        refusalNow(engine, command, at),
      ]);
      if (!outcome.isPossible) throw refused(outcome.refusal);
      return { data: { ...presentPreview(outcome.preview), refusal: await sentenceOf(refusal) } };
    },
  };
}

/** Keeps people's own keys apart from the server's, and the keys of one call from those of another. */
function keyOf(
  { accountNo: account }: Caller,
  call: 'order' | 'cancel' | 'modify',
  idempotencyKey: string | null,
): CommandKey | undefined {
  return idempotencyKey === null ? undefined : { account, key: `${call}:${idempotencyKey}` };
}

/**
 * An order as the exchange decided it. A repeat of the call gets the same answer, so `lastPrice` is from that moment too. `changedAt`: when
 * the order was changed, which it does not remember itself.
 */
function presentDecided(
  order: OrderRecord,
  { name: userName }: Caller,
  stockName: string,
  lastPrice: Paise | null = null,
  changedAt = 0,
): WireOrder {
  const updatedAt = Math.max(order.createdAt, order.triggeredAt ?? 0, order.endedAt ?? 0, changedAt);
  return presentOrder(order, { userName, stockName, lastPrice, updatedAt });
}

function changeOf({ quantity, price, stopPrice }: Omit<InputOf<'POST /modifyOrder/{id}'>, 'id'>) {
  return { quantity, limitPrice: price ?? 0, stopPrice: stopPrice ?? 0 };
}

/** Names of stocks never change, so each is looked up once. */
function rememberedNames(exchange: Exchange): (symbol: string) => Promise<string> | string {
  const names = new Map<string, string>();
  const ask = async (symbol: string): Promise<string> => {
    const name = await exchange.read((engine) => engine.market(symbol)?.instrument.name);
    if (name !== undefined) names.set(symbol, name);
    return name ?? symbol;
  };
  return (symbol) => names.get(symbol) ?? ask(symbol);
}
