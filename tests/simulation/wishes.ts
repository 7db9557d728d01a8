// Orders that the people of a world want to place: near the price, brackets, with all their cash at once, and nonsense.
import type { PlaceOrder } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import { bandHigh, bandLow } from '../../core/market/instrument.ts';
import type { Market } from '../../core/market/market.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Product } from '../../core/trade/lots.ts';
import { drawExits } from './changes.ts';
import { HOSTILE } from './hostile.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export class Wishes {
  readonly #world: World;
  readonly #random: Random;
  readonly #whims: Random;
  /** How many buys come with a target and a stop. */
  readonly #shareOfBrackets: number;

  /** `whims` decides about brackets alone. */
  constructor(world: World, random: Random, whims: Random, shareOfBrackets: number) {
    this.#world = world;
    this.#random = random;
    this.#whims = whims;
    this.#shareOfBrackets = shareOfBrackets;
  }

  order(engine: Engine, account: number): PlaceOrder {
    const random = this.#random;
    const trader = engine.venue.traders.get(account)!;
    const held = [...trader.positions.values()].filter((position) => position.lots.length > 0);
    const isSale = random.chance(this.#world.shareOfSells) && (held.length > 0 || random.chance(0.1));
    const market =
      isSale && held.length > 0 ? engine.market(random.pick(held).market.instrument.symbol)! : this.anyMarket(engine);
    const side = isSale ? 'sell' : 'buy';
    const orderType = random.weighted({ market: 3, limit: 6, stop: 1, 'stop-limit': 1 });
    const product = random.chance(this.#world.shareOfIntraday) ? 'intraday' : 'delivery';
    const isAllIn = orderType === 'market' && side === 'buy' && random.chance(0.4);
    const hasLimit = orderType === 'limit' || orderType === 'stop-limit';
    const hasStop = orderType === 'stop' || orderType === 'stop-limit';
    const limitPrice = hasLimit ? this.priceNear(market, 0) : 0;
    const isBracketed = this.#whims.chance(side === 'buy' ? this.#shareOfBrackets : this.#shareOfBrackets / 4);
    const wished: PlaceOrder = {
      kind: 'place-order',
      account,
      symbol: market.instrument.symbol,
      side,
      orderType,
      timeInForce: random.weighted({ day: 4, gtc: 3, ioc: 1, fok: 1 }),
      product,
      quantity: isAllIn ? this.#allIn(engine, account, market, product) : random.whole(1, this.#world.maxQuantity),
      limitPrice,
      stopPrice: hasStop ? this.priceNear(market, (side === 'buy' ? 1 : -1) * random.whole(0, this.#world.levels)) : 0,
    };
    if (!isBracketed) return wished;
    const exits = drawExits(market, limitPrice, this.#whims)!;
    // For held shares, the two prices are the sale's own; an exit attached to it is refused, and so is a buy of this kind.
    if (this.#whims.chance(side === 'buy' ? 0.97 : 0.1)) return { ...wished, exits };
    return { ...wished, orderType: 'bracket', limitPrice: exits.target, stopPrice: exits.stop };
  }

  /** About as many shares as the free cash pays for at the last price, or puts down the margin for. */
  #allIn({ venue }: Engine, account: number, { quote }: Market<Order>, product: Product): number {
    const cash = venue.ledger.available(venue.traders.get(account)!.cash) - venue.fees.flatFee;
    const ownPart = product === 'intraday' ? 0.2 : 1;
    const price = quote.last * (ownPart + venue.fees.commissionRate / 1_000_000);
    return Math.max(1, Math.min(Math.floor(cash / price), this.#world.maxQuantity * 4));
  }

  hostile(engine: Engine, account: number): PlaceOrder {
    const order = this.order(engine, account);
    const value = this.#random.pick(HOSTILE);
    const changed: Partial<PlaceOrder> = this.#random.pick([
      { quantity: value },
      { limitPrice: value },
      { stopPrice: value },
      { account: value },
      { symbol: 'NOWHERE' },
      { symbol: '__proto__' },
      { limitPrice: 1_000_000_000, quantity: 10_000_000 },
      { limitPrice: order.limitPrice + 0.5 },
    ]);
    return { ...order, ...changed };
  }

  anyMarket(engine: Engine): Market<Order> {
    return engine.market(this.#random.pick(this.#world.instruments).symbol)!;
  }

  /** A price some ticks from the last one; sometimes off the tick, or at the edge of the band. */
  priceNear({ instrument, quote }: Market<Order>, shift: number): number {
    const random = this.#random;
    if (random.chance(0.03))
      return random.pick([bandLow(instrument), bandHigh(instrument), bandHigh(instrument) + instrument.tickSize]);
    const ticks = shift + random.whole(-this.#world.levels, this.#world.levels);
    const off = instrument.tickSize > 1 && random.chance(0.05) ? random.whole(1, instrument.tickSize - 1) : 0;
    return Math.max(1, quote.last + ticks * instrument.tickSize + off);
  }
}
