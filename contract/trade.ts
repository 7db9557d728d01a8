// Orders and fills: what an order may say, and how orders and the trader's transactions look on the wire.
import * as z from 'zod/mini';
import { MAX_PRICE } from '../core/trade/check-order.ts';
import { tradeMessages } from './messages/trade.ts';
import { daySpanFields } from './trade/day-span.ts';
import { statutoryFields, statutoryRates } from './trade/statutory.ts';
import {
  booleanFromQuery,
  count,
  cursor,
  id,
  idInput,
  instant,
  numberFromQuery,
  pageQuery,
  positiveRupees,
  rupees,
  searchText,
  symbolInput,
  wholeNumber,
} from './wire.ts';

export const sides = ['BUY', 'SELL'] as const;
/** `BRACKET`: a sale with target and stop loss, of shares already held or bought by a buy with both. */
const orderTypes = ['MARKET', 'LIMIT', 'STOP', 'STOP-LIMIT', 'BRACKET'] as const;
const validities = ['DAY', 'GTC', 'IOC', 'FOK'] as const;
export const orderStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;

export type OrderSide = (typeof sides)[number];
export type OrderType = (typeof orderTypes)[number];
export type Validity = (typeof validities)[number];
export type OrderStatus = (typeof orderStatuses)[number];

/** Words come in any case, and with `_` for `-`. */
function asWord<Word extends string>(value: Word): Word {
  const given: unknown = value;
  return typeof given === 'string' ? (given.trim().toUpperCase().replace('_', '-') as Word) : value;
}

const side = z.pipe(z.transform(asWord<OrderSide>), z.enum(sides, { error: tradeMessages.sideInvalid }));
const orderType = z.pipe(z.transform(asWord<OrderType>), z.enum(orderTypes, { error: tradeMessages.orderTypeInvalid }));
const validity = z.pipe(z.transform(asWord<Validity>), z.enum(validities, { error: tradeMessages.validityInvalid }));
/** Spec 9: all, PENDING, COMPLETED, FAILED; in any case. */
export const statusFilter = z.optional(
  z.pipe(
    z.transform((given: string): OrderStatus | undefined => {
      const word = asWord(given);
      return word === '' || word === 'ALL' ? undefined : (word as OrderStatus);
    }),
    z.optional(z.enum(orderStatuses, { error: tradeMessages.statusInvalid })),
  ),
);
const priceField = (wrong: string, tooLarge: string) =>
  positiveRupees(wrong, wrong, { most: MAX_PRICE, error: tooLarge });
const price = priceField(tradeMessages.priceInvalid, tradeMessages.priceTooLarge);
const exitPrice = priceField(tradeMessages.exitsInvalid, tradeMessages.exitsTooLarge);
const stopPrice = priceField(tradeMessages.stopPriceInvalid, tradeMessages.stopPriceTooLarge);
const { quantityInvalid, quantityTooLarge } = tradeMessages;
/** The exchange refuses a quantity that is merely over a limit, because it knows the limit. */
const quantity = wholeNumber(1, Number.MAX_SAFE_INTEGER, quantityInvalid, quantityTooLarge);

const orderFields = z.object({
  /** The stock's original id is its symbol. */
  stock: symbolInput,
  type: side,
  orderType: z._default(orderType, 'MARKET'),
  quantity,
  price: z.optional(price),
  stopPrice: z.optional(stopPrice),
  /** How long the order stays open; `validity` is an alias. */
  timeInForce: z._default(validity, 'DAY'),
  /** For a buy only. A sale has no product: it sells the intraday shares first, and this field changes nothing. */
  isIntraday: z._default(z.boolean({ error: 'isIntraday must be true or false.' }), false),
  /** For a buy: where its shares are sold again, at a gain or a loss; both or neither. For a bracket: its own two prices. */
  target: z.optional(exitPrice),
  stopLoss: z.optional(exitPrice),
});

const orderRules = orderFields.check(
  z.superRefine((order, refinement) => {
    if ((order.orderType === 'LIMIT' || order.orderType === 'STOP-LIMIT') && order.price === undefined)
      refinement.addIssue({ code: 'custom', path: ['price'], message: tradeMessages.priceRequired });
    if ((order.orderType === 'STOP' || order.orderType === 'STOP-LIMIT') && order.stopPrice === undefined)
      refinement.addIssue({ code: 'custom', path: ['stopPrice'], message: tradeMessages.stopPriceRequired });
    const isBracket = order.orderType === 'BRACKET';
    const hasExits = order.target !== undefined || order.stopLoss !== undefined;
    if (isBracket ? order.type === 'BUY' || !hasExits : order.type === 'SELL' && hasExits)
      refinement.addIssue({ code: 'custom', path: ['target'], message: tradeMessages.exitsInvalid });
    if (isBracket && order.timeInForce !== 'DAY' && order.timeInForce !== 'GTC')
      refinement.addIssue({ code: 'custom', path: ['timeInForce'], message: tradeMessages.bracketWaits });
    if ((order.target === undefined) !== (order.stopLoss === undefined))
      refinement.addIssue({
        code: 'custom',
        path: [order.target === undefined ? 'target' : 'stopLoss'],
        message: tradeMessages.exitMissing,
      });
  }),
);

/** An order as a client sends it: the spec's payload, and the fields beyond it. */
export interface OrderWire {
  stock: string;
  type: OrderSide;
  orderType?: OrderType;
  quantity: number;
  price?: number | null;
  stopPrice?: number | null;
  timeInForce?: Validity;
  isIntraday?: boolean;
  target?: number | null;
  stopLoss?: number | null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Drops the prices an order type does not use (a dialog sends what it shows) and reads the older spellings. */
function arrange(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const orderType = typeof given.orderType === 'string' ? asWord(given.orderType) : 'MARKET';
  const prices: Record<string, unknown> = {};
  if (orderType === 'LIMIT' || orderType === 'STOP-LIMIT') prices.price = given.price ?? undefined;
  if (orderType === 'STOP-LIMIT') prices.stopPrice = given.stopPrice ?? undefined;
  // Spec 4: the dialog has one price field for LIMIT and STOP, so a stop's `price` is its trigger.
  if (orderType === 'STOP') prices.stopPrice = given.stopPrice ?? given.price ?? undefined;
  return {
    stock: given.stock ?? given.symbol,
    type: given.type,
    orderType: given.orderType,
    quantity: given.quantity,
    timeInForce: given.timeInForce ?? given.validity ?? undefined,
    isIntraday: given.isIntraday ?? undefined,
    target: given.target ?? undefined,
    stopLoss: given.stopLoss ?? undefined,
    ...prices,
  };
}

/** POST /orders. Prices come out in paise. */
export const placeOrderInput = z.pipe(
  z.transform((given: OrderWire): z.input<typeof orderRules> => arrange(given) as z.input<typeof orderRules>),
  orderRules,
);

/** Numbers as a query string carries them. */
function withNumbers(given: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  const numbers = keys.filter((key) => given[key] !== undefined);
  return { ...given, ...Object.fromEntries(numbers.map((key) => [key, numberFromQuery(given[key] as number)])) };
}

/** GET /charges: the same order as a query string. */
export const chargesInput = z.pipe(
  z.transform((given: Omit<OrderWire, 'stock'> & { symbol: string }): z.input<typeof orderRules> => {
    const order: unknown = given;
    if (!isRecord(order)) return order as z.input<typeof orderRules>;
    const isIntraday = booleanFromQuery(order.isIntraday as boolean);
    const numbers = withNumbers(order, ['quantity', 'price', 'stopPrice', 'target', 'stopLoss']);
    return arrange({ ...numbers, isIntraday }) as z.input<typeof orderRules>;
  }),
  orderRules,
);

/** What an order would cost, computed by the function that will post it. */
const chargesData = z.object({
  symbol: z.string(),
  /** The average price of a share if the book filled it now; what would have to wait counts at the limit. */
  estimatedPrice: rupees,
  value: rupees,
  /** What the shares of a sale had cost, first in first out and charges not included; null for a buy, and if not all of them are held. */
  cost: z.nullable(rupees),
  brokerage: rupees,
  flatFee: rupees,
  ...statutoryFields,
  /** The rates behind them, in percent; null while nothing is charged by law. */
  statutoryRates: z.nullable(statutoryRates),
  /** brokerage + flatFee + statutoryCharges. */
  totalCharges: rupees,
  /** One fifth of the value for an intraday buy, else null. */
  margin: z.nullable(rupees),
  /** What is reserved when the order is accepted; of a buy that is not affordable, what it would take at least. */
  cashNeeded: rupees,
  /** Cash left to spend after the order has filled as estimated. */
  cashAfter: rupees,
  balance: rupees,
  heldQuantity: count,
  availableQuantity: count,
});

export const orderChargesData = z.extend(chargesData, {
  /** Why the order would be refused if it arrived now; null if it would be accepted. */
  refusal: z.nullable(z.string()),
});

export const changeChargesData = z.extend(chargesData, {
  /** Why the change would be refused if it arrived now; null if it would be accepted. */
  refusal: z.nullable(z.string()),
  /** It keeps its place before the orders that arrived later at its price. */
  keepsPlace: z.boolean(),
});

export const orderIdInput = z.object({ id: idInput });

export const queuePlaceData = z.object({
  /** Null while the order is not in the book: a stop before its trigger, an order that has ended. */
  place: z.nullable(
    z.object({
      price: rupees,
      /** Orders that came earlier at this price, and their shares. */
      orders: count,
      quantity: count,
      /** Shares that wait at better prices on the same side. */
      better: count,
    }),
  ),
});

/** The new values of an open order: its whole quantity, including what is filled, and the prices of its type. */
export const modifyOrderInput = z.object({
  id: idInput,
  quantity,
  price: z.optional(z.nullable(price)),
  stopPrice: z.optional(z.nullable(stopPrice)),
});

/** GET /orders/{id}/charges: the same as a query string. */
export const changeChargesInput = z.pipe(
  z.transform((given: z.input<typeof modifyOrderInput>): z.input<typeof modifyOrderInput> => {
    const change: unknown = given;
    if (!isRecord(change)) return given;
    return withNumbers(change, ['quantity', 'price', 'stopPrice']) as z.input<typeof modifyOrderInput>;
  }),
  modifyOrderInput,
);

const stockOfOrder = z.object({ _id: id, symbol: z.string(), name: z.string(), price: rupees });

export const order = z.object({
  _id: id,
  orderId: id,
  user: z.object({ name: z.string() }),
  stock: stockOfOrder,
  type: z.enum(sides),
  orderType: z.enum(orderTypes),
  quantity: count,
  /** The limit price; without one the average price of its fills, before any fill the trigger, and without one the last price. */
  price: rupees,
  stopPrice: z.nullable(rupees),
  timeInForce: z.enum(validities),
  isIntraday: z.boolean(),
  /** For a buy that was placed with both. */
  target: z.nullable(rupees),
  stopLoss: z.nullable(rupees),
  /** For a BRACKET order: the buy that it closes. */
  entryId: z.nullable(id),
  status: z.enum(orderStatuses),
  filledQuantity: count,
  averagePrice: z.nullable(rupees),
  /** Everything it has paid, including statutory charges. */
  charges: rupees,
  ...statutoryFields,
  /** Why it has this status, in words. */
  reason: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});

export const getOrdersInput = z.object({
  ...pageQuery,
  after: cursor,
  status: statusFilter,
  symbol: z.optional(symbolInput),
  /** Words that must all match: parts of a symbol, a company's name or an order id, or a whole side or order type. */
  q: z.optional(searchText()),
  /** The first and last market day on which they were placed. */
  ...daySpanFields,
});

export const ordersData = z.object({
  orders: z.array(order),
  totalOrders: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

/** One step of an order's own story. */
export const orderEvent = z.object({
  at: instant,
  kind: z.string(),
  text: z.string(),
  quantity: z.optional(count),
  price: z.optional(rupees),
});

/** A trader's transaction is a fill: one side of one execution. */
const transaction = z.object({
  _id: id,
  orderId: id,
  completedAt: instant,
  type: z.enum(sides),
  stock: z.object({ symbol: z.string(), name: z.string() }),
  companyName: z.string(),
  quantity: count,
  price: rupees,
  totalAmount: rupees,
  charges: rupees,
  /** The part of `charges` that was passed on by law. */
  statutoryCharges: rupees,
  isIntraday: z.boolean(),
  status: z.enum(orderStatuses),
});

export const transactionsInput = z.object({
  ...pageQuery,
  symbol: z.optional(symbolInput),
  type: z.optional(side),
  ...daySpanFields,
  /** Words that must all match: parts of a symbol, a company's name, or the number of an order or transaction. */
  q: z.optional(searchText()),
});

export const transactionsData = z.object({
  transactions: z.array(transaction),
  totalTransactions: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
});

export const limitsData = z.object({
  maxBuyLimit: z.int().check(z.gte(1)),
  maxSellLimit: z.int().check(z.gte(1)),
  timeframeInHours: z.int().check(z.gte(1)),
});

export type PlaceOrder = z.output<typeof placeOrderInput>;
export type Charges = z.output<typeof chargesData>;
export type OrderCharges = z.output<typeof orderChargesData>;
export type Order = z.output<typeof order>;
export type OrderEvent = z.output<typeof orderEvent>;
export type Transaction = z.output<typeof transaction>;
export type LimitsData = z.output<typeof limitsData>;
