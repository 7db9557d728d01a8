// What a trader holds and what it is worth now: views over positions, marks and cash that change nothing.
import type { Ledger } from '../ledger/ledger.ts';
import { dayStartAt } from '../market/day.ts';
import type { Paise, Quantity } from '../money.ts';
import type { Position } from './position.ts';
import type { Venue } from './venue.ts';

export interface Holding {
  readonly symbol: string;
  readonly name: string;
  readonly sector: string;
  readonly quantity: Quantity;
  /** Shares that no open sell order holds. */
  readonly availableQuantity: Quantity;
  /** Of a share, charges not included; half up to the paisa. Sums are made from `cost`, never from this. */
  readonly averagePrice: Paise;
  readonly cost: Paise;
  /** What a share is worth now: the last trade. */
  readonly mark: Paise;
  readonly previousClose: Paise;
  readonly value: Paise;
  /** Value less cost. */
  readonly overallProfit: Paise;
  /** Since the previous close for shares held overnight, since the buy for shares bought today. */
  readonly todaysProfit: Paise;
  /** True when every share was bought on margin and must be sold today. */
  readonly isIntraday: boolean;
  /** Shares among them that were bought on margin, and what is still owed for them. */
  readonly intradayQuantity: Quantity;
  readonly loan: Paise;
}

export interface PortfolioSummary {
  readonly value: Paise;
  readonly overallProfit: Paise;
  readonly todaysProfit: Paise;
}

export interface Cash {
  /** The ledger's balance less what open orders hold. */
  readonly available: Paise;
  readonly held: Paise;
}

export interface Portfolio extends PortfolioSummary {
  /** One for each stock, in order of symbol. */
  readonly holdings: readonly Holding[];
  readonly cash: Cash;
}

/** Everything a trader holds. Somebody who never traded holds nothing. */
export function portfolioOf(venue: Venue, account: number): Portfolio {
  const holdings: Holding[] = [];
  for (const position of venue.traders.get(account)?.positions.values() ?? []) {
    if (position.quantity > 0) holdings.push(holdingOf(position, venue.ledger, venue.day));
  }
  holdings.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  return { holdings, ...totalOf(holdings), cash: cashOf(venue, account) };
}

/** The three totals alone, for the update that follows every change of a mark. */
export function portfolioSummaryOf(venue: Venue, account: number): PortfolioSummary {
  const worths: PortfolioSummary[] = [];
  for (const position of venue.traders.get(account)?.positions.values() ?? [])
    worths.push(worthOf(position, venue.day));
  return totalOf(worths);
}

/** Nothing for somebody whom the exchange does not know. */
export function cashOf(venue: Venue, account: number): Cash {
  const trader = venue.traders.get(account);
  if (trader === undefined) return { available: 0, held: 0 };
  return { available: venue.ledger.available(trader.cash), held: venue.ledger.held(trader.cash) };
}

function holdingOf(position: Position, ledger: Ledger, today: number): Holding {
  const { instrument, quote } = position.market;
  const { quantity, averagePrice, cost, intradayQuantity, loan } = position;
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    sector: instrument.sector,
    quantity,
    availableQuantity: ledger.available(position.shares),
    averagePrice,
    cost,
    mark: quote.last,
    previousClose: instrument.previousClose,
    ...worthOf(position, today),
    intradayQuantity,
    loan,
    isIntraday: intradayQuantity === quantity,
  };
}

function worthOf(position: Position, today: number): PortfolioSummary {
  const { market, quantity, cost } = position;
  const value = quantity * market.quote.last;
  const overnight = position.boughtBefore(dayStartAt(today));
  const base = overnight.quantity * market.instrument.previousClose + cost - overnight.cost;
  return { value, overallProfit: value - cost, todaysProfit: value - base };
}

function totalOf(parts: readonly PortfolioSummary[]): PortfolioSummary {
  let value = 0;
  let overallProfit = 0;
  let todaysProfit = 0;
  for (const part of parts) {
    value += part.value;
    overallProfit += part.overallProfit;
    todaysProfit += part.todaysProfit;
  }
  return { value, overallProfit, todaysProfit };
}
