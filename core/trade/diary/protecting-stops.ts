// Which stop protected a closed trade: the first one placed on its stock while it was open that would have limited its loss.
import type { Instant, Paise } from '../../money.ts';
import type { ClosedTrade } from './closed-trades.ts';
import { initialRisk } from './excursion.ts';

export interface ProtectingStop {
  readonly symbol: string;
  readonly at: Instant;
  readonly price: Paise;
}

export interface Risked {
  readonly stopPrice: Paise;
  readonly risk: Paise;
}

/** `stops` come in order of time. */
export class ProtectingStops {
  readonly #bySymbol = new Map<string, ProtectingStop[]>();

  constructor(stops: readonly ProtectingStop[]) {
    for (const stop of stops) {
      const known = this.#bySymbol.get(stop.symbol);
      if (known === undefined) this.#bySymbol.set(stop.symbol, [stop]);
      else known.push(stop);
    }
  }

  of(trade: ClosedTrade): Risked | null {
    const stops = this.#bySymbol.get(trade.symbol);
    if (stops === undefined) return null;
    for (
      let index = firstFrom(stops, trade.openedAt);
      index < stops.length && stops[index].at <= trade.closedAt;
      index++
    ) {
      const stopPrice = stops[index].price;
      const risk = initialRisk(trade, stopPrice);
      if (risk !== null) return { stopPrice, risk };
    }
    return null;
  }
}

function firstFrom(stops: readonly ProtectingStop[], at: Instant): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stops[middle].at >= at) high = middle;
    else low = middle + 1;
  }
  return low;
}
