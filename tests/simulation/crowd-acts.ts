// What the simulated traders of a world do next: quotes near the price, trades, cancels, and now and then a jump of the price.
import type { Engine } from '../../core/engine.ts';
import { bandHigh, bandLow } from '../../core/market/instrument.ts';
import type { Side } from '../../core/market/instrument.ts';
import type { CrowdAct } from './action.ts';
import type { Random } from './random.ts';
import type { Wishes } from './wishes.ts';
import type { World } from './world.ts';

export interface CrowdDoing {
  kind: 'crowd';
  symbol: string;
  act: CrowdAct;
}

export class CrowdActs {
  readonly #world: World;
  readonly #random: Random;
  readonly #wishes: Wishes;
  readonly #placed: { symbol: string; sequence: number }[] = [];

  constructor(world: World, random: Random, wishes: Wishes) {
    this.#world = world;
    this.#random = random;
    this.#wishes = wishes;
  }

  /** Told of each act that is carried out, so that quotes can be canceled later. */
  did({ symbol, act }: CrowdDoing, sequence: number): void {
    if (act.kind === 'place') this.#placed.push({ symbol, sequence });
  }

  draw(engine: Engine, doing: 'crowdPlace' | 'crowdTake' | 'crowdCancel'): CrowdDoing {
    const random = this.#random;
    if (doing === 'crowdCancel' && this.#placed.length > 0) {
      const index = random.whole(Math.max(0, this.#placed.length - 20), this.#placed.length - 1);
      const [{ symbol, sequence }] = this.#placed.splice(index, 1);
      return { kind: 'crowd', symbol, act: { kind: 'cancel', placedBy: sequence } };
    }
    const market = this.#wishes.anyMarket(engine);
    const { tickSize, symbol } = market.instrument;
    const side: Side = random.chance(0.5) ? 'buy' : 'sell';
    const near = Math.floor(this.#wishes.priceNear(market, 0) / tickSize) * tickSize;
    const price = Math.max(tickSize, near);
    const quantity = random.chance(0.02) ? 0 : random.whole(1, this.#world.maxQuantity * 2);
    const kind = doing === 'crowdTake' ? 'take' : 'place';
    return { kind: 'crowd', symbol, act: { kind, agent: -random.whole(1, 4), side, price, quantity } };
  }

  /** The price jumps by 5 to 35 % inside the band: the crowd sweeps one side of the book, then trades at the new price. */
  shock(engine: Engine): [CrowdDoing, ...CrowdDoing[]] {
    const random = this.#random;
    const { instrument, quote } = this.#wishes.anyMarket(engine);
    const { symbol, tickSize } = instrument;
    const aim = quote.last * (1 + random.pick([0.05, 0.12, 0.22, 0.35]) * (random.chance(0.7) ? -1 : 1));
    const price = Math.min(bandHigh(instrument), Math.max(bandLow(instrument), Math.ceil(aim / tickSize) * tickSize));
    const side = price < quote.last ? 'sell' : 'buy';
    const back = side === 'sell' ? 'buy' : 'sell';
    const quantity = this.#world.maxQuantity * 2;
    const doing = (act: CrowdAct): CrowdDoing => ({ kind: 'crowd', symbol, act });
    return [
      doing({ kind: 'take', agent: -6, side, price, quantity: 1_000_000 }),
      doing({ kind: 'place', agent: -5, side: back, price, quantity }),
      doing({ kind: 'take', agent: -6, side, price, quantity: 1 }),
    ];
  }
}
