// The ticket's fields as typed, and the order they describe.
import type { Order, OrderSide, OrderType, OrderWire, Validity } from '../../../contract/trade.ts';
import { paiseFromRupees, rupeesFromPaise } from '../../../core/money.ts';
import type { Paise } from '../../../core/money.ts';
import { MAX_PRICE } from '../../../core/trade/check-order.ts';

/** An order at a price that was pointed at. */
export interface TicketPreset {
  orderType: 'LIMIT' | 'STOP';
  /** In rupees. */
  price: number;
}

export interface TicketDraft {
  orderType: OrderType;
  quantity: string;
  /** The limit; for a STOP, which has one price, its trigger. */
  price: string;
  /** Used by STOP-LIMIT only, which has two prices. */
  stopPrice: string;
  validity: Validity;
  isIntraday: boolean;
  /** For a buy: the prices at which its shares are sold again. For a bracket, which is a sale: its own two prices. */
  hasExits: boolean;
  target: string;
  stopLoss: string;
}

/** The order in paise; null for a field that cannot be read, 0 for one that is not used. */
export interface DraftFigures {
  quantity: number | null;
  limit: Paise | null;
  trigger: Paise | null;
  target: Paise | null;
  stopLoss: Paise | null;
}

// Spec 4: closing resets quantity 1, price 0, intraday false. Spec 9: default order type MARKET.
const closedDraft: TicketDraft = {
  orderType: 'MARKET',
  quantity: '1',
  price: '0',
  stopPrice: '0',
  validity: 'DAY',
  isIntraday: false,
  hasExits: false,
  target: '',
  stopLoss: '',
};

/** Spec 4: the dialog opens with the stock's price filled in; from a chart, with the price that was pointed at. */
export function openingDraft(price: number | undefined, preset?: TicketPreset): TicketDraft {
  if (preset) return { ...openingDraft(preset.price), orderType: preset.orderType };
  return price === undefined ? closedDraft : { ...closedDraft, price: priceField(price), stopPrice: priceField(price) };
}

/** A price as its field shows it: two decimals, no grouping. */
export function priceField(rupees: number): string {
  return rupees.toFixed(2);
}

export function usesLimit(type: OrderType): boolean {
  return type === 'LIMIT' || type === 'STOP-LIMIT';
}

export function usesTrigger(type: OrderType): boolean {
  return type === 'STOP' || type === 'STOP-LIMIT';
}

/** The field of the trigger: a STOP, which has one price, keeps it where the others keep their limit. */
export function triggerField(type: OrderType): 'price' | 'stopPrice' {
  return type === 'STOP' ? 'price' : 'stopPrice';
}

/** The trigger is still the price of the stock that the ticket opened with, which no stop can wait for: nobody has made a mistake yet. */
export function isTriggerToCome({ orderType }: Pick<TicketDraft, 'orderType'>, chosen: ReadonlySet<string>): boolean {
  return usesTrigger(orderType) && !chosen.has(triggerField(orderType));
}

/**
 * The validities that make sense for a type: an order that never rests has none to choose. All or nothing is not offered, but an order
 * that came with it, from a program, is repeated with it.
 */
export function validitiesOf({
  orderType,
  validity,
}: Pick<TicketDraft, 'orderType' | 'validity'>): readonly Validity[] {
  if (orderType === 'MARKET') return [];
  const offered: Validity[] =
    usesTrigger(orderType) || orderType === 'BRACKET' ? ['DAY', 'GTC'] : ['DAY', 'GTC', 'IOC'];
  return validity === 'FOK' ? [...offered, validity] : offered;
}

/** A sale with target and stop loss stays until it is canceled, unless another validity is chosen; every other type has again what it had before. */
export function saleValidity(
  type: OrderType,
  { orderType, validity }: Pick<TicketDraft, 'orderType' | 'validity'>,
  before: Validity,
): Validity {
  if (type === 'BRACKET') return 'GTC';
  return orderType === 'BRACKET' ? before : validity;
}

function readQuantity(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 ? Number(text) : null;
}

function readPrice(text: string): Paise | null {
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(text.trim())) return null;
  const paise = paiseFromRupees(Number(text));
  return paise !== null && paise > 0 && paise <= MAX_PRICE ? paise : null;
}

export function figuresOf(draft: TicketDraft): DraftFigures {
  const { orderType } = draft;
  return {
    quantity: readQuantity(draft.quantity),
    limit: usesLimit(orderType) ? readPrice(draft.price) : 0,
    trigger: usesTrigger(orderType) ? readPrice(draft[triggerField(orderType)]) : 0,
    target: draft.hasExits ? readPrice(draft.target) : 0,
    stopLoss: draft.hasExits ? readPrice(draft.stopLoss) : 0,
  };
}

export function isReadable(figures: DraftFigures): boolean {
  return Object.values(figures).every((figure) => figure !== null);
}

/** What is to be said of a stop-limit whose limit the price has left behind at the trigger: it may never trade. Both prices in the same unit. */
export function leftBehindText(side: OrderSide, limit: number | null, trigger: number | null): string | null {
  if (!limit || !trigger || (side === 'BUY' ? limit >= trigger : limit <= trigger)) return null;
  return side === 'BUY'
    ? 'The limit is below the trigger: once the price has risen to the trigger, the order waits for it to fall back, and may never trade.'
    : 'The limit is above the trigger: once the price has fallen to the trigger, the order waits for it to rise again, and may never trade.';
}

/** Requires that all figures can be read. */
export function orderOf(side: OrderSide, symbol: string, draft: TicketDraft, figures: DraftFigures): OrderWire {
  const { quantity, limit, trigger, target, stopLoss } = figures;
  return {
    stock: symbol,
    type: side,
    orderType: draft.orderType,
    quantity: quantity ?? 0,
    price: limit ? rupeesFromPaise(limit) : undefined,
    stopPrice: trigger ? rupeesFromPaise(trigger) : undefined,
    timeInForce: validitiesOf(draft).includes(draft.validity) ? draft.validity : undefined,
    isIntraday: side === 'BUY' ? draft.isIntraday : undefined,
    target: target ? rupeesFromPaise(target) : undefined,
    stopLoss: stopLoss ? rupeesFromPaise(stopLoss) : undefined,
  };
}

/** The draft that describes an existing order. */
export function draftOf(order: OrderWire): TicketDraft {
  const { orderType = closedDraft.orderType, target, stopLoss } = order;
  const field = (rupees: number | null | undefined, empty = '0'): string => (rupees ? priceField(rupees) : empty);
  return {
    orderType,
    quantity: String(order.quantity),
    price: field(orderType === 'STOP' ? order.stopPrice : order.price),
    stopPrice: field(order.stopPrice),
    validity: order.timeInForce ?? closedDraft.validity,
    isIntraday: order.isIntraday === true,
    hasExits: Boolean(target ?? stopLoss),
    target: field(target, ''),
    stopLoss: field(stopLoss, ''),
  };
}

/** The same order again, at the same prices. */
export function draftAgain(order: Order, last: number | undefined): TicketDraft {
  const { orderType, price, stopPrice: stopLoss } = order;
  const exits = orderType === 'BRACKET' && { target: price, stopLoss };
  const draft = draftOf({ ...order, stock: order.stock.symbol, ...exits });
  // A market order has no price and cannot wait, so turning it into a limit order starts from today's price.
  if (orderType !== 'MARKET') return draft;
  const opening = openingDraft(last);
  return { ...draft, price: opening.price, stopPrice: opening.stopPrice, validity: opening.validity };
}

/** A ticket as it was when a login lapsed. */
export interface TypedTicket {
  side: OrderSide;
  symbol: string;
  draft: TicketDraft;
}

/** Storage may contain anything. */
export function isTypedTicket(value: unknown): value is TypedTicket {
  if (typeof value !== 'object' || value === null) return false;
  const { side, symbol, draft } = value as Record<string, unknown>;
  if ((side !== 'BUY' && side !== 'SELL') || typeof symbol !== 'string') return false;
  if (typeof draft !== 'object' || draft === null) return false;
  const fields = draft as Record<string, unknown>;
  return Object.entries(closedDraft).every(([name, usual]) => typeof fields[name] === typeof usual);
}
