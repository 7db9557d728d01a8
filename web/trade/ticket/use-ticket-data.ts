// All the data a ticket shows: the stock and its price, the book, the limits, cash and holding, and the charges in force.
import { useEffect } from 'react';
import type { Stock } from '../../../contract/market.ts';
import type { OrderCharges, LimitsData, OrderSide, OrderWire } from '../../../contract/trade.ts';
import { paiseFromRupees } from '../../../core/money.ts';
import type { Paise, Quantity } from '../../../core/money.ts';
import type { ChargeTerms } from '../../../core/trade/charges.ts';
import { DEFAULT_LIMITS } from '../../../core/trade/settings.ts';
import { CallError, useCall } from '../../query.ts';
import { useQuote } from '../../quotes.ts';
import type { Quote } from '../../quotes.ts';
import { useDebounced } from '../../ui/debounce.ts';
import { useDepth } from '../use-depth.ts';
import type { Depth } from '../use-depth.ts';
import { termsFrom } from './answer.ts';
import type { BookLevel } from './estimate.ts';
import { keepTerms, knownTerms } from './known-terms.ts';

const LIMITS_STALE_MS = 60_000;
const CHARGES_DEBOUNCE_MS = 300;
export const CHARGES_POLL_MS = 3000;

export interface TicketData {
  stock: Stock | undefined;
  quote: Quote | undefined;
  book: Depth;
  /** Last price in paise; 0 while it is not known. */
  last: Paise;
  tick: Paise;
  /** The side of the book that the order would trade against. */
  levels: BookLevel[];
  limits: LimitsData;
  /** Undefined while it is not known. */
  balance: Paise | undefined;
  heldQuantity: Quantity;
  availableQuantity: Quantity;
  /** Bought on margin: a sale closes these first. */
  intradayQuantity: Quantity;
}

function paise(rupees: number): Paise {
  return paiseFromRupees(rupees) ?? 0;
}

export function useTicketData(symbol: string, side: OrderSide): TicketData {
  const stocks = useCall('GET /stocks', {});
  const portfolio = useCall('GET /portfolio', {});
  const limits = useCall('GET /limit', {}, { staleTime: LIMITS_STALE_MS });
  const book = useDepth(symbol);
  const { depth } = book;
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  const quote = useQuote(symbol, stock);
  const items = portfolio.data?.portfolio.filter((item) => item.symbol === symbol) ?? [];
  const levels = (side === 'BUY' ? depth?.asks : depth?.bids) ?? [];
  return {
    stock,
    quote,
    book,
    last: quote ? paise(quote.price) : 0,
    tick: stock ? paise(stock.tickSize) : 1,
    levels: levels.map((level) => ({ price: paise(level.price), quantity: level.quantity })),
    // Spec 9: these limits apply until the server's are known.
    limits: limits.data ?? DEFAULT_LIMITS,
    balance: portfolio.data ? paise(portfolio.data.balance) : undefined,
    heldQuantity: items.reduce((sum, item) => sum + item.quantity, 0),
    availableQuantity: items.reduce((sum, item) => sum + item.availableQuantity, 0),
    intradayQuantity: items.reduce((sum, item) => sum + item.intradayQuantity, 0),
  };
}

export interface AskedCharges {
  terms: ChargeTerms;
  /** The server's figures for exactly this order; undefined until it has answered. */
  charges: OrderCharges | undefined;
  /** Why the server would refuse it. */
  refusal: string | null;
}

/** Asks what the order would cost once typing has stopped. `order` is JSON, or null while the fields cannot be read. */
export function useCharges(order: string | null): AskedCharges {
  const settled = useDebounced(order, CHARGES_DEBOUNCE_MS);
  const { stock, ...rest } = (
    settled === null ? { stock: '', type: 'BUY', quantity: 0 } : JSON.parse(settled)
  ) as OrderWire;
  const isAsked = settled !== null && settled === order;
  const { data, error } = useCall(
    'GET /charges',
    { symbol: stock, ...rest },
    { enabled: settled !== null, refetchInterval: CHARGES_POLL_MS, staleTime: 0 },
  );
  const known = knownTerms();
  const terms = data ? termsFrom(known, rest.type, data) : known;
  useEffect(() => keepTerms(terms), [terms]);
  const refused = error instanceof CallError && error.refusal.status === 422 ? error.message : null;
  return { terms, charges: isAsked && !error ? data : undefined, refusal: isAsked ? refused : null };
}
