// What an order would cost if it came now: the book's own prices and the very functions that hold and post.
import type { PlaceOrder } from './command.ts';
import type { Engine } from './engine.ts';
import type { Ledger } from './ledger/ledger.ts';
import { checkExits, onTick } from './trade/exits.ts';
import { crosses } from './market/book.ts';
import { opposite, protectionPrice, toTick } from './market/instrument.ts';
import type { Side } from './market/instrument.ts';
import { MAX_PAISE, mean } from './money.ts';
import type { Instant, Paise, Quantity } from './money.ts';
import { chargeTerms, totalCharges } from './trade/charges.ts';
import type { Charges, ChargeTerms } from './trade/charges.ts';
import { cashToHold, mostPayable } from './trade/cash-to-hold.ts';
import { checkFields, checkOrder, expectedPrice } from './trade/check-order.ts';
import { Order } from './trade/order.ts';
import { Position } from './trade/position.ts';
import type { Refusal } from './trade/refusal.ts';

export interface Preview {
  readonly symbol: string;
  readonly side: Side;
  /** Mean price of a share; the limit for what would have to wait. */
  readonly estimatedPrice: Paise;
  readonly value: Paise;
  readonly charges: Charges;
  /** What the charges are counted by, and on which part of `value` as intraday shares. */
  readonly chargeTerms: ChargeTerms;
  readonly intradayValue: Paise;
  /** The trader's own part of an intraday buy, else null. */
  readonly margin: Paise | null;
  /** Cash set aside when the order is accepted. */
  readonly cashNeeded: Paise;
  readonly cash: Paise;
  /** Cash once it filled as estimated; below zero says how much is missing. */
  readonly cashAfter: Paise;
  readonly heldQuantity: Quantity;
  readonly availableQuantity: Quantity;
}

export type PreviewOutcome =
  | { readonly isPossible: true; readonly preview: Preview }
  | { readonly isPossible: false; readonly refusal: Refusal };

/** Shares at one price, as the book would fill them. */
interface Part {
  readonly price: Paise;
  readonly quantity: Quantity;
}

interface Estimate {
  readonly parts: readonly Part[];
  /** Cash that the trader's own orders in the way set free: they are canceled. */
  readonly freed: Paise;
}

/** Refuses only what no order can be; too little cash or too few shares show in the figures. Changes nothing. */
export function previewOrder(engine: Engine, command: PlaceOrder, at: Instant): PreviewOutcome {
  const order = imagine(engine, command, at);
  if (!(order instanceof Order)) return { isPossible: false, refusal: order };
  const { ledger } = engine.venue;
  return { isPossible: true, preview: order.side === 'buy' ? previewBuy(order, ledger) : previewSale(order, ledger) };
}

/** Why the exchange would refuse this order if it came now; null when it would take it. Changes nothing. */
export function refusalNow(engine: Engine, command: PlaceOrder, at: Instant): Refusal | null {
  const order = imagine(engine, command, at);
  return order instanceof Order ? (checkOrder(order, engine.venue, at) ?? checkExits(order)) : order;
}

/** An order of its own that is never accepted: it holds nothing, and nobody else sees it. */
function imagine(engine: Engine, command: PlaceOrder, at: Instant): Order | Refusal {
  const impossible = checkFields(command, engine.venue.limits);
  if (impossible !== null) return impossible;
  const { venue } = engine;
  const trader = venue.traders.get(command.account);
  if (trader === undefined) return { reason: 'unknown-account' };
  const market = engine.market(command.symbol);
  if (market === undefined) return { reason: 'unknown-instrument' };
  const limitPrice = toTick(market.instrument, command.side, command.limitPrice);
  if (command.limitPrice > 0 && limitPrice === 0) return { reason: 'invalid-price' };
  const terms = chargeTerms(venue.fees, command.quantity, at);
  const position = trader.positions.get(market.instrument.id) ?? new Position(trader, market);
  const exits = onTick(command.exits, market);
  const origin = 'trader';
  const order = new Order(
    { ...command, limitPrice, origin, id: 0, createdAt: at, chargeTerms: terms, exits, entryId: null },
    position,
  );
  return order.quantity * expectedPrice(order) > MAX_PAISE ? { reason: 'invalid-quantity' } : order;
}

function previewBuy(order: Order, ledger: Ledger): Preview {
  const cash = ledger.available(order.trader.cash);
  const cashNeeded = cashToHold(order, ledger);
  const isAffordable = order.cashFor(order.quantity, expectedPrice(order)) <= cash;
  const { parts } = estimate(order, order.isMarketable && isAffordable ? cashNeeded : Infinity);
  const value = valueOf(parts);
  const ownMoney = order.ownMoneyIn(value);
  const charges = order.chargesAt(value, order.intradayIn(value));
  return {
    ...figures(order, ledger, parts, charges),
    intradayValue: order.intradayIn(value),
    margin: order.product === 'intraday' ? ownMoney : null,
    cashNeeded,
    cash,
    cashAfter: cash - ownMoney - totalCharges(charges),
  };
}

function previewSale(order: Order, ledger: Ledger): Preview {
  const cash = ledger.available(order.trader.cash);
  const { parts, freed } = estimate(order, Infinity);
  const { charges, intradayValue, cashAfter } = afterSale(order, parts, cash + freed);
  const sums = figures(order, ledger, parts, charges);
  return { ...sums, intradayValue, margin: null, cashNeeded: 0, cash, cashAfter };
}

type AfterSale = Pick<Preview, 'charges' | 'intradayValue' | 'cashAfter'>;

/** Sells part by part: the loan of intraday shares goes back first, charges take at most what is then free. */
function afterSale(order: Order, parts: readonly Part[], cash: Paise): AfterSale {
  const shares = new Position(order.trader, order.market);
  for (const lot of order.position.lots) shares.add({ ...lot });
  let free = cash;
  let [value, intradayValue] = [0, 0];
  let paid: Charges = { brokerage: 0, flatFee: 0, statutory: 0 };
  for (const { price, quantity } of parts) {
    value += price * quantity;
    free += price * quantity;
    const { loan, intradayQuantity } = shares.take(Math.min(quantity, shares.quantity));
    intradayValue += price * intradayQuantity;
    free -= Math.min(loan, free);
    const due = order.chargesAt(value, intradayValue);
    const brokerage = Math.min(due.brokerage - paid.brokerage, free);
    const flatFee = Math.min(due.flatFee - paid.flatFee, free - brokerage);
    const statutory = Math.min(due.statutory - paid.statutory, free - brokerage - flatFee);
    free -= brokerage + flatFee + statutory;
    paid = {
      brokerage: paid.brokerage + brokerage,
      flatFee: paid.flatFee + flatFee,
      statutory: paid.statutory + statutory,
    };
  }
  return { charges: paid, intradayValue, cashAfter: free };
}

type Figures = Omit<Preview, 'intradayValue' | 'margin' | 'cashNeeded' | 'cash' | 'cashAfter'>;

function figures(order: Order, ledger: Ledger, parts: readonly Part[], charges: Charges): Figures {
  const value = valueOf(parts);
  let quantity = 0;
  for (const part of parts) quantity += part.quantity;
  return {
    symbol: order.market.instrument.symbol,
    side: order.side,
    estimatedPrice: mean(value, quantity),
    value,
    charges,
    chargeTerms: order.chargeTerms,
    heldQuantity: order.position.quantity,
    availableQuantity: ledger.available(order.position.shares),
  };
}

function valueOf(parts: readonly Part[]): Paise {
  let value = 0;
  for (const { price, quantity } of parts) value += price * quantity;
  return value;
}

/**
 * How an order is expected to fill. A stop trades at its trigger. Everything else takes from the book what it can now; the
 * rest of a limit order waits for its limit. Where nobody stands, the expected price speaks for the whole.
 */
function estimate(order: Order, budget: Paise): Estimate {
  const whole = { parts: [{ price: expectedPrice(order), quantity: order.quantity }], freed: 0 };
  if (order.stopPrice > 0) return whole;
  const { parts, freed } = walkBook(order, budget);
  let filled = 0;
  for (const { quantity } of parts) filled += quantity;
  if (order.timeInForce === 'fok' && filled < order.quantity) return whole;
  if (filled === 0) return { ...whole, freed };
  const doesWait = !order.isMarketable && order.timeInForce !== 'ioc' && filled < order.quantity;
  return { parts: doesWait ? [...parts, { price: order.price, quantity: order.quantity - filled }] : parts, freed };
}

/** What others in the book would give now, in price-time order; a market buy stops where `budget` ends. */
function walkBook(order: Order, budget: Paise): Estimate {
  const { book, instrument, quote } = order.market;
  const limit = order.isMarketable ? protectionPrice(instrument, order.side, quote.last) : order.price;
  const makerSide = opposite(order.side);
  const parts: Part[] = [];
  let left = order.quantity;
  let value = 0;
  let freed = 0;
  for (
    let level = book.top(makerSide);
    level !== null && left > 0 && crosses(order.side, limit, level.price);
    level = book.behind(makerSide, level)
  ) {
    const { price } = level;
    for (let maker = level.first; maker !== null && left > 0; maker = maker.behind) {
      if (maker.owner === order.owner) {
        if (maker instanceof Order && maker.side === 'buy') freed += maker.held;
        continue;
      }
      const wanted = Math.min(left, maker.remaining);
      const spent = value;
      const quantity = mostPayable(wanted, (shares) => order.cashForValue(spent + shares * price) <= budget);
      if (quantity > 0) parts.push({ price, quantity });
      value += price * quantity;
      left -= quantity;
      if (quantity < wanted) return { parts, freed };
    }
  }
  return { parts, freed };
}
