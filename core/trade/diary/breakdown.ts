// Closed trades put into groups - by stock, weekday, hour, tag - with the few figures that compare them.
import { mean } from '../../money.ts';
import type { Paise } from '../../money.ts';
import type { TradeResult } from './trade-figures.ts';

export interface GroupFigures {
  readonly key: string;
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly net: Paise;
  readonly winRate: number;
  readonly expectancy: Paise;
  /** Null when nothing was lost. */
  readonly profitFactor: number | null;
  readonly averageHeldMs: number;
}

class Group {
  readonly #key: string;
  #trades = 0;
  #wins = 0;
  #losses = 0;
  #won = 0;
  #lost = 0;
  #heldMs = 0;

  constructor(key: string) {
    this.#key = key;
  }

  add({ net, heldMs }: TradeResult): void {
    this.#trades++;
    this.#heldMs += heldMs;
    if (net > 0) {
      this.#wins++;
      this.#won += net;
    } else if (net < 0) {
      this.#losses++;
      this.#lost += net;
    }
  }

  figures(): GroupFigures {
    const net = this.#won + this.#lost;
    return {
      key: this.#key,
      trades: this.#trades,
      wins: this.#wins,
      losses: this.#losses,
      net,
      winRate: this.#wins / this.#trades,
      expectancy: mean(net, this.#trades),
      profitFactor: this.#losses === 0 ? null : this.#won / -this.#lost,
      averageHeldMs: this.#heldMs / this.#trades,
    };
  }
}

/** A trade may stand in several groups, or in none. */
export function breakdown<Trade extends TradeResult>(
  trades: readonly Trade[],
  keysOf: (trade: Trade) => readonly string[],
): GroupFigures[] {
  const groups = new Map<string, Group>();
  for (const trade of trades) {
    for (const key of keysOf(trade)) {
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = new Group(key)));
      group.add(trade);
    }
  }
  return [...groups.values()].map((group) => group.figures());
}
