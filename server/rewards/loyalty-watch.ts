// Whose trades may have earned a loyalty reward, known without a query at every fill.
import type { FillRecord } from '../exchange/rows.ts';
import type { LoyaltyDistance } from './earning.ts';

/** How much somebody has to trade before the next look, and from when on: minor units, and an instant. */
export interface Distance {
  toTrade: number;
  opensAt: number;
}

/**
 * As time passes trades drop out of the timeframe, so the missing amount can only have grown since the last look: until that much has
 * been traded, nothing can be due. Trades during a look may count twice, which at worst costs another look.
 */
export class LoyaltyWatch {
  readonly #distances = new Map<number, Distance>();

  /** The accounts worth a look after these fills. */
  worthALook(fills: readonly FillRecord[]): Set<number> {
    const found = new Set<number>();
    for (const { account, price, quantity, at } of fills) {
      const distance = this.#of(account);
      if (distance.opensAt > at) continue;
      distance.toTrade -= price * quantity;
      if (distance.toTrade <= 0) found.add(account);
    }
    return found;
  }

  /** A look begins: anything traded from here on comes on top of what it finds. Pass the result to `end`. */
  begin(account: number): Distance {
    const begun = { toTrade: 0, opensAt: 0 };
    this.#distances.set(account, begun);
    return begun;
  }

  /**
   * The result of a look. Null: nothing can be earned until the rules change or the next look. Of two that overlap, the one that began
   * later knows more, so the other's result is dropped, whichever ends first.
   */
  end(account: number, begun: Distance, found: LoyaltyDistance | null): void {
    if (this.#distances.get(account) !== begun) return;
    begun.toTrade += found === null ? Infinity : found.toTrade;
    begun.opensAt = found?.opensAt ?? 0;
  }

  /** The rules have changed, so known distances are no longer valid. */
  forget(): void {
    this.#distances.clear();
  }

  #of(account: number): Distance {
    let distance = this.#distances.get(account);
    if (distance === undefined) {
      distance = { toTrade: 0, opensAt: 0 };
      this.#distances.set(account, distance);
    }
    return distance;
  }
}
