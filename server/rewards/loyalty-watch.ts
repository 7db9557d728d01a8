// Whose trades may have earned a loyalty reward, known without asking the database at every fill.
import type { FillRecord } from '../exchange/exchange.ts';
import type { LoyaltyDistance } from './earning.ts';

/** How much somebody has to trade before a look, and from when on: minor units, and an instant. */
export interface Distance {
  toTrade: number;
  opensAt: number;
}

/**
 * As time goes by trades leave the timeframe, so what was missing at the last look can only have grown: until as much has been
 * traded since, nothing can be due. Trades that come while somebody is being looked at count twice at worst, which costs a look.
 */
export class LoyaltyWatch {
  readonly #distances = new Map<number, Distance>();

  /** The accounts that are worth a look after these fills. */
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

  /** A look begins: what is traded from here on is on top of what it will find. Give what this answers to `end`. */
  begin(account: number): Distance {
    const begun = { toTrade: 0, opensAt: 0 };
    this.#distances.set(account, begun);
    return begun;
  }

  /**
   * What a look has found. Null: there is nothing to earn, until the rules change or the next look. Of two that overlap the one
   * that began later knows more, so what the other finds is not kept, whichever ends first.
   */
  end(account: number, begun: Distance, found: LoyaltyDistance | null): void {
    if (this.#distances.get(account) !== begun) return;
    begun.toTrade += found === null ? Infinity : found.toTrade;
    begun.opensAt = found?.opensAt ?? 0;
  }

  /** The rules have changed: what was known of distances is not true any more. */
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
