// Which stop protected a closed trade: the first one placed on its stock while it was open that would have limited its loss.
import { firstPlace } from '../../first-place.ts';
import { priceAfter } from '../../market/corporate-action.ts';
import type { Ratio } from '../../market/corporate-action.ts';
import type { Instant, Paise } from '../../money.ts';
import type { ClosedTrade } from './closed-trades.ts';
import { initialRisk } from './excursion.ts';

export interface ProtectingStop {
  readonly symbol: string;
  readonly at: Instant;
  readonly price: Paise;
}

/** A split or bonus, and when it was carried out. */
export interface ShareChangeAt extends Ratio {
  readonly symbol: string;
  readonly at: Instant;
}

/** `stopPrice` is that of a share as it was sold. */
export interface Risked {
  readonly stopPrice: Paise;
  readonly risk: Paise;
}

/** A trade that stays open for a year may see millions of stops of a program that moves one with every tick. */
const MOST_TRIED = 1_000;

/** Both lists come in order of time. */
export class ProtectingStops {
  readonly #bySymbol = new Map<string, ProtectingStop[]>();
  readonly #changes: readonly ShareChangeAt[];

  constructor(stops: readonly ProtectingStop[], changes: readonly ShareChangeAt[] = []) {
    this.#changes = changes;
    for (const stop of stops) {
      const known = this.#bySymbol.get(stop.symbol);
      if (known === undefined) this.#bySymbol.set(stop.symbol, [stop]);
      else known.push(stop);
    }
  }

  of(trade: ClosedTrade): Risked | null {
    const stops = this.#bySymbol.get(trade.symbol);
    if (stops === undefined) return null;
    const from = firstPlace(stops.length, (place) => stops[place].at >= trade.openedAt);
    const end = Math.min(stops.length, from + MOST_TRIED);
    for (let index = from; index < end && stops[index].at <= trade.closedAt; index++) {
      const stop = stops[index];
      const stopPrice = this.#restated(stop, trade.closedAt);
      const risk = initialRisk(trade, stopPrice);
      if (risk !== null) return { stopPrice, risk };
    }
    return null;
  }

  /** The trade's cost and quantity are in shares of the day it was closed. */
  #restated({ symbol, at, price }: ProtectingStop, until: Instant): Paise {
    let [from, to] = [1, 1];
    for (const change of this.#changes) {
      if (change.symbol !== symbol || change.at <= at || change.at > until) continue;
      from *= change.from;
      to *= change.to;
    }
    return from === to ? price : priceAfter(price, { from, to });
  }
}
