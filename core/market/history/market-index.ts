// The index of the practice market: all companies weighted by capitalisation, 10,000 at the start of the made history.
import type { Paise, Quantity } from '../../money.ts';
import { COMPANIES } from './companies.ts';
import { barColumns } from './day-path.ts';
import type { BarColumns } from './day-path.ts';

/** Index points are kept in hundredths, as prices are in paise: 10,000.00 points. */
export const INDEX_BASE = 1_000_000;

export interface Constituent {
  readonly symbol: string;
  readonly startPrice: Paise;
  readonly sharesIssued: Quantity;
}

/** Capitalisation divided by a divisor that makes the start prices give the base. Constituents and shares do not change. */
export class MarketIndex {
  readonly constituents: readonly Constituent[];
  readonly #divisor: number;

  constructor(constituents: readonly Constituent[] = COMPANIES) {
    this.constituents = constituents;
    const capital = constituents.reduce((sum, each) => sum + each.startPrice * each.sharesIssued, 0);
    this.#divisor = capital / INDEX_BASE;
  }

  /** Hundredths of a point for a capitalisation in paise. */
  levelOfCapital(capital: number): Paise {
    return Math.round(capital / this.#divisor);
  }

  /** Hundredths of a point for the constituents' prices, in their order. */
  level(prices: ArrayLike<Paise>): Paise {
    let capital = 0;
    for (let i = 0; i < this.constituents.length; i++) capital += prices[i] * this.constituents[i].sharesIssued;
    return this.levelOfCapital(capital);
  }
}

/** An index's high is lower than its companies' highs: these do not come at the same moment. */
const INDEX_WICK = 0.4;

/** Adds up the capitalisation of all companies step by step. */
export class IndexSteps {
  readonly #count: number;
  readonly #columns: readonly Float64Array[];

  constructor(count: number) {
    this.#count = count;
    this.#columns = Array.from({ length: 4 }, () => new Float64Array(count));
  }

  add(bars: BarColumns, shares: number): void {
    const [open, high, low, close] = this.#columns;
    for (let i = 0; i < this.#count; i++) {
      open[i] += bars.open[i] * shares;
      high[i] += bars.high[i] * shares;
      low[i] += bars.low[i] * shares;
      close[i] += bars.close[i] * shares;
    }
  }

  bars(index: MarketIndex): BarColumns {
    const [open, high, low, close] = this.#columns;
    const bars = barColumns(this.#count);
    for (let i = 0; i < this.#count; i++) {
      const top = Math.max(open[i], close[i]);
      const bottom = Math.min(open[i], close[i]);
      bars.open[i] = index.levelOfCapital(open[i]);
      bars.high[i] = index.levelOfCapital(top + INDEX_WICK * (high[i] - top));
      bars.low[i] = index.levelOfCapital(bottom - INDEX_WICK * (bottom - low[i]));
      bars.close[i] = index.levelOfCapital(close[i]);
    }
    return bars;
  }
}
