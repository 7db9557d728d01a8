// What is traded: an instrument with its tick, its price band and whether it may be traded now.
import { applyRate, isWhole, ONE_MILLION, roundDownToTick, roundUpToTick } from '../money.ts';
import type { Paise, PartsPerMillion, Quantity } from '../money.ts';

export type Side = 'buy' | 'sell';

/** The other side of a trade. */
export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

export interface Instrument {
  /** Dense number inside its venue; never reused. */
  readonly id: number;
  /** The key people use: `^[A-Z0-9.&-]{1,20}$`. */
  readonly symbol: string;
  readonly name: string;
  readonly sector: string;
  /** Prices are multiples of it, in paise. */
  tickSize: Paise;
  /** How far a price may go from the previous close, each way. */
  priceBand: PartsPerMillion;
  previousClose: Paise;
  isHalted: boolean;
  /** Shares in issue, for market capitalisation. A split or bonus makes more of them. */
  sharesIssued: Quantity;
}

export const DEFAULT_PRICE_BAND: PartsPerMillion = 200_000;

/** A market order may trade at most this far from the last price. */
const MARKET_PROTECTION: PartsPerMillion = 50_000;

/** NSE cash market tick sizes since 15 April 2025, by price. */
export function tickSizeFor(price: Paise): Paise {
  if (price < 250_00) return 1;
  if (price <= 1_000_00) return 5;
  if (price <= 5_000_00) return 10;
  if (price <= 10_000_00) return 50;
  if (price <= 20_000_00) return 100;
  return 500;
}

/** What the day's price band follows from. */
export type BandTerms = Pick<Instrument, 'tickSize' | 'priceBand' | 'previousClose'>;

/** The band leaves at least two prices to choose from, and is narrower than the price itself. */
export function arePossibleTerms(terms: BandTerms): boolean {
  return areReachableTerms(terms) && bandLow(terms) < bandHigh(terms);
}

/** What a day of trading can make of possible terms: a cheap stock falls until its band has a single price. */
export function areReachableTerms(terms: BandTerms): boolean {
  const { tickSize, priceBand, previousClose } = terms;
  if (![tickSize, priceBand, previousClose].every((each) => isWhole(each) && each >= 1)) return false;
  return priceBand < ONE_MILLION && bandLow(terms) <= bandHigh(terms);
}

/** The lowest price that today's band allows, rounded inward to the tick, at least one tick. */
export function bandLow(instrument: BandTerms): Paise {
  const low = instrument.previousClose - applyRate(instrument.previousClose, instrument.priceBand);
  return Math.max(instrument.tickSize, roundUpToTick(low, instrument.tickSize));
}

/** The highest price that today's band allows, rounded inward to the tick. */
export function bandHigh(instrument: BandTerms): Paise {
  const high = instrument.previousClose + applyRate(instrument.previousClose, instrument.priceBand);
  return Math.max(instrument.tickSize, roundDownToTick(high, instrument.tickSize));
}

/** The worst price at which a market order may trade: 5 % from `last`, inside the band. */
export function protectionPrice(instrument: Instrument, side: Side, last: Paise): Paise {
  const reach = applyRate(last, MARKET_PROTECTION);
  return side === 'buy'
    ? Math.min(bandHigh(instrument), roundDownToTick(last + reach, instrument.tickSize))
    : Math.max(bandLow(instrument), roundUpToTick(last - reach, instrument.tickSize));
}

/** A buy limit off the tick rounds down and a sell limit up, so nobody gets a worse price than asked. */
export function toTick(instrument: Instrument, side: Side, price: Paise): Paise {
  return side === 'buy' ? roundDownToTick(price, instrument.tickSize) : roundUpToTick(price, instrument.tickSize);
}

/** Change against the previous close in millionths, for percent on the wire. */
export function changeRate(price: Paise, previousClose: Paise): PartsPerMillion {
  return previousClose === 0 ? 0 : ((price - previousClose) * ONE_MILLION) / previousClose;
}
