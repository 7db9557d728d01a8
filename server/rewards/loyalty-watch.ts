// Whose trades may have earned a loyalty reward, known without asking the database at every fill.
import type { FillRecord } from '../exchange/exchange.ts';
import type { LoyaltyDistance } from './earning.ts';

interface Distance {
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

  /** A look begins: what is traded from here on is on top of what it will find. */
  begin(account: number): void {
    this.#distances.set(account, { toTrade: 0, opensAt: 0 });
  }

  /** What a look has found. Null: there is nothing to earn, until the rules change or the next look. */
  end(account: number, found: LoyaltyDistance | null): void {
    const { toTrade: tradedMeanwhile } = this.#of(account);
    if (found === null) this.#distances.set(account, { toTrade: Infinity, opensAt: 0 });
    else this.#distances.set(account, { toTrade: found.toTrade + tradedMeanwhile, opensAt: found.opensAt });
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
