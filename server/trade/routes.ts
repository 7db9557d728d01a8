// The calls of trading: orders, their story, fills, the portfolio, previews, the diary, limits, and the proof of the books.
import type { LedgerProof } from '../../contract/admin.ts';
import { refusalText } from '../../contract/messages/refusals.ts';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { Order as WireOrder } from '../../contract/trade.ts';
import type { PortfolioData } from '../../contract/trade/portfolio.ts';
import type { InputOf } from '../../contract/routes.ts';
import type { ModifyOrder } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Paise } from '../../core/money.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import { wireStatus } from '../../contract/trade/words.ts';
import { portfolioOf } from '../../core/trade/portfolio.ts';
import { changeOutlook, previewChange, previewOrder, refusalNow } from '../../core/preview.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { CommandKey, Exchange } from '../exchange/exchange.ts';
import { proveAll } from '../exchange/proof/proving.ts';
import { ASKED_FOR } from '../db/polite.ts';
import { pagesOf } from '../db/list-query.ts';
import type { Caller, Handlers } from '../handler.ts';
import { blocked, HttpError, notFound } from '../http-error.ts';
import { spanOf } from './day-span.ts';
import { diaryHandlers } from './diary/routes.ts';
import type { DiaryCalls } from './diary/routes.ts';
import { haltReason } from './halt-reason.ts';
import { orderIdOf, tradeListHandlers } from './lists.ts';
import type { TradeListCalls } from './lists.ts';
import { OwnOrders } from './own-orders.ts';
import { presentOrder, presentPortfolio, presentPreview, withLastPrice } from './present.ts';
import { findOrder } from './queries.ts';
import type { Mine } from './queries.ts';
import { placeCommand } from './words.ts';

export interface TradeContext {
  readonly db: Database;
  /** For history and lists; `db` when left out. */
  readonly reads?: Queryable;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly now: () => number;
  /** Trading at all hours when left out. */
  readonly calendar?: TradingCalendar;
}

type TradeCalls =
  | 'POST /orders'
  | 'POST /cancelOrder/{id}'
  | 'POST /modifyOrder/{id}'
  | 'GET /orders/{id}/charges'
  | 'GET /getOrders'
  | TradeListCalls
  | 'GET /charges'
  | 'GET /portfolio'
  | 'POST /updatePortfolio'
  | DiaryCalls
  | 'GET /limit'
  | 'GET /ledger/verify';

export function tradeHandlers(context: TradeContext): Pick<Handlers, TradeCalls> {
  const { db, reads = db, venue, exchange, now, calendar = new TradingCalendar('always') } = context;
  const mine = (user: Caller): Mine => ({ venue, account: user.accountNo });
  const prove = sharedProof(context);
  const stockNameOf = rememberedNames(exchange);
  const ownOrders = new OwnOrders(reads, venue, exchange);
  exchange.subscribe((batch) => ownOrders.committed(batch));

  return {
    async 'POST /orders'({ input, user, idempotencyKey }) {
      const command = placeCommand(user.accountNo, input);
      const decision = await exchange.submit(command, keyOf(user, 'order', idempotencyKey));
      if (!decision.isAccepted) throw refused(decision.refusal, await haltReason(db, venue, decision.refusal));
      const message = command.side === 'buy' ? tradeMessages.orderPlaced : tradeMessages.sellPlaced;
      const name = stockNameOf(input.stock);
      // Awaiting a known name would let everybody else's work go first.
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
      const stockName = await stockNameOf(order.symbol);
      return { message: tradeMessages.orderCanceled, data: presentDecided(order, user, stockName) };
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
      return { message: tradeMessages.orderModified, data: presentDecided(order, user, stockName, decision.last) };
    },

    async 'GET /orders/{id}/charges'({ input, user }) {
      const change = { account: user.accountNo, orderId: orderIdOf(input.id), ...changeOf(input) };
      const at = now();
      const [outcome, { refusal, keepsPlace }] = await exchange.read((engine) => [
        previewChange(engine, change),
        changeOutlook(engine, change, at),
      ]);
      if (outcome.isPossible)
        return { data: { ...presentPreview(outcome.preview), refusal: refusal && refusalText(refusal), keepsPlace } };
      throw await refusedChange(context, change, { refusal: outcome.refusal, sequence: Number.MAX_SAFE_INTEGER });
    },

    async 'GET /getOrders'({ input, user }) {
      const { orders, total } = await ownOrders.list(user, { ...input, ...spanOf(input) });
      const data = {
        orders: await exchange.read((engine) => orders.map((order) => atLastPrice(engine, order))),
        totalOrders: total,
        totalPages: pagesOf(total, input.limit),
        page: input.page,
      };
      return { data };
    },

    ...tradeListHandlers(reads, venue, calendar),

    async 'GET /charges'({ input, user }) {
      const command = placeCommand(user.accountNo, input);
      const at = now();
      const [outcome, refusal] = await exchange.read((engine) => [
        previewOrder(engine, command, at),
        refusalNow(engine, command, at),
      ]);
      if (!outcome.isPossible) throw refused(outcome.refusal);
      return { data: { ...presentPreview(outcome.preview), refusal: refusal && refusalText(refusal) } };
    },

    'GET /portfolio': async ({ user }) => ({ data: await readPortfolio(exchange, user.accountNo) }),
    // What the client claims to hold is ignored.
    'POST /updatePortfolio': async ({ user }) => ({ data: await readPortfolio(exchange, user.accountNo) }),

    ...diaryHandlers({ ...context, calendar }),
    'GET /limit': async () => ({ data: await exchange.read(limitsOf) }),
    'GET /ledger/verify': async () => ({ data: await prove() }),
  };
}

/** What GET /portfolio answers; the profile shows the same. */
export function readPortfolio(exchange: Pick<Exchange, 'read'>, account: number): Promise<PortfolioData> {
  return exchange.read((engine) => presentPortfolio(portfolioOf(engine.venue, account)));
}

/** Keeps people's own keys apart from the server's, and the keys of one call from those of another. */
function keyOf(
  { accountNo: account }: Caller,
  call: 'order' | 'cancel' | 'modify',
  idempotencyKey: string | null,
): CommandKey | undefined {
  return idempotencyKey === null ? undefined : { account, key: `${call}:${idempotencyKey}` };
}

/** An order as the exchange decided it. Contains nothing that a repeat of the call would answer differently: `lastPrice` is from that moment. */
function presentDecided(
  order: OrderRecord,
  { name: userName }: Caller,
  stockName: string,
  lastPrice: Paise | null = null,
): WireOrder {
  const updatedAt = Math.max(order.createdAt, order.triggeredAt ?? 0, order.endedAt ?? 0);
  return presentOrder(order, { userName, stockName, lastPrice, updatedAt });
}

/** The exchange does not have this order open: it never was this trader's, or it has ended. Only the trader's own cancel may be repeated. */
async function canceledBefore(
  context: TradeContext,
  mine: Mine,
  orderId: number,
  decidedAs: number,
): Promise<OrderRecord> {
  const order = await knownThen(context, mine, orderId, decidedAs);
  if (order === null) throw notFound();
  if (order.endReason === 'canceled-by-trader') return order;
  throw orderEnded(order);
}

async function endedOrUnknown(
  context: TradeContext,
  mine: Mine,
  orderId: number,
  decidedAs: number,
): Promise<HttpError> {
  const order = await knownThen(context, mine, orderId, decidedAs);
  return order === null ? notFound() : orderEnded(order);
}

function changeOf({ quantity, price, stopPrice }: Omit<InputOf<'POST /modifyOrder/{id}'>, 'id'>) {
  return { quantity, limitPrice: price ?? 0, stopPrice: stopPrice ?? 0 };
}

async function refusedChange(
  context: TradeContext,
  { account, orderId, limitPrice, stopPrice }: Omit<ModifyOrder, 'kind'>,
  { refusal, sequence }: { refusal: Refusal; sequence: number },
): Promise<HttpError> {
  const mine = { venue: context.venue, account };
  switch (refusal.reason) {
    case 'unknown-order':
      return endedOrUnknown(context, mine, orderId, sequence);
    case 'invalid-price':
      return invalidField('price', limitPrice === 0 ? tradeMessages.priceMissing : tradeMessages.priceInvalid);
    case 'invalid-stop-price':
      return invalidField('stopPrice', stopPrice > 0 ? tradeMessages.stopPriceFixed : tradeMessages.stopPriceMissing);
    default:
      return refused(refusal, await haltReason(context.db, context.venue, refusal));
  }
}

/** The order, if the trader had it when the call was decided. One placed since would give a repeated call a different answer. */
async function knownThen(
  { db }: TradeContext,
  mine: Mine,
  orderId: number,
  decidedAs: number,
): Promise<OrderRecord | null> {
  const order = (await findOrder(db, mine, orderId))?.order ?? null;
  return order === null || order.id > decidedAs ? null : order;
}

function orderEnded(order: OrderRecord): HttpError {
  const status = wireStatus(order);
  return new HttpError(409, tradeMessages.alreadyEnded(status), { code: 'order-ended' });
}

function invalidField(name: 'quantity' | 'price' | 'stopPrice', message: string): HttpError {
  return new HttpError(400, message, { fields: { [name]: message } });
}

/** `more` is appended to the sentence of the refusal. */
function refused(refusal: Refusal, more = ''): HttpError {
  const { reason } = refusal;
  const message = refusalText(refusal) + more;
  switch (reason) {
    case 'unknown-account':
    case 'unknown-instrument':
    case 'unknown-order':
      return notFound();
    case 'account-blocked':
      return blocked();
    case 'invalid-quantity':
      return invalidField('quantity', message);
    case 'invalid-price':
    case 'price-not-own':
      return invalidField('price', message);
    case 'invalid-stop-price':
      return invalidField('stopPrice', message);
    default:
      return new HttpError(422, message, { code: reason });
  }
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

function atLastPrice(engine: Engine, order: WireOrder): WireOrder {
  const market = engine.market(order.stock.symbol);
  return market === undefined ? order : withLastPrice(order, market.quote.last);
}

function limitsOf({ venue }: Engine) {
  const { maxBuyLimit, maxSellLimit, timeframeInHours } = venue.limits;
  return { maxBuyLimit, maxSellLimit, timeframeInHours };
}

/** A proof reads everything, so whoever asks while one is running shares its result. */
function sharedProof(context: TradeContext): () => Promise<LedgerProof> {
  let running: Promise<LedgerProof> | null = null;
  return () => {
    running ??= proveAll(context, ASKED_FOR)
      .then(({ ok, checks }) => ({
        ok,
        checks: checks.map(({ name, ok: isOk, detail }) => ({ name, ok: isOk, detail })),
      }))
      .finally(() => (running = null));
    return running;
  };
}
