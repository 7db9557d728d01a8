// The simulated traders of every stock of a venue, each made from that stock's own past.
import type { Engine } from '../../core/engine.ts';
import { MarketWeather } from '../../core/market/market-weather.ts';
import type { Market } from '../../core/market/market.ts';
import { SimulatedTraders } from '../../core/market/simulated-traders.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';
import { marketDay } from '../../core/market/trading-hours.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Queryable } from '../db/open.ts';
import { traderProfileFrom } from './trader-profile.ts';
import type { DailyPast } from './trader-profile.ts';

export const PROFILE_DAYS = 250;
const NO_PAST: DailyPast = { close: [], volume: [] };

export class Crowd {
  readonly #seed: string;
  readonly #weather: MarketWeather;
  readonly #pasts: ReadonlyMap<number, DailyPast>;
  #traders = new Map<string, SimulatedTraders>();
  #generation = -1;
  #lastAt = 0;

  private constructor(seed: string, hours: MarketHours, pasts: ReadonlyMap<number, DailyPast>) {
    this.#seed = seed;
    this.#weather = new MarketWeather(seed, hours);
    this.#pasts = pasts;
  }

  /** `startedAt` goes into the seed: a restarted market must not live the same hours again. */
  static async open(db: Queryable, venue: number, options: { seed: number; hours: MarketHours; startedAt: number }): Promise<Crowd> {
    const { seed, hours, startedAt } = options;
    return new Crowd(`${seed}/${startedAt}`, hours, await readPasts(db, venue, marketDay(startedAt)));
  }

  /** All simulated traders act for the time since the last step. In a new `generation` the books are empty: all quote afresh. */
  step(engine: Engine, generation: number, at: number): void {
    if (generation !== this.#generation) {
      this.#traders = new Map();
      this.#generation = generation;
      this.#lastAt = at;
    }
    this.#weather.step(this.#lastAt, at);
    if (engine.venue.isHalted) {
      this.#lastAt = at;
      return;
    }
    for (const market of engine.markets()) {
      this.#tradersOf(market).step(engine.desk(market.instrument.symbol, at), this.#lastAt, at);
    }
    this.#lastAt = at;
  }

  #tradersOf(market: Market<Order>): SimulatedTraders {
    const { symbol, id, tickSize } = market.instrument;
    let traders = this.#traders.get(symbol);
    if (traders === undefined) {
      const profile = traderProfileFrom(this.#pasts.get(id) ?? NO_PAST, market.quote.last, tickSize);
      traders = new SimulatedTraders({ symbol, profile, seed: this.#seed, weather: this.#weather });
      this.#traders.set(symbol, traders);
    }
    return traders;
  }
}

/** The closes and volumes of each stock's last days, oldest first. */
async function readPasts(db: Queryable, venue: number, today: number): Promise<Map<number, DailyPast>> {
  const { rows } = await db.query<{ instrument: number; close: number[]; volume: number[] }>(
    `select i.id as instrument, array_agg(b.close order by b.day) as close, array_agg(b.volume order by b.day) as volume
     from instruments i cross join lateral (
       select day, close, volume from daily_bars where venue = i.venue and instrument = i.id and day < $2
       order by day desc limit $3) b
     where i.venue = $1 group by i.id`,
    [venue, today, PROFILE_DAYS],
  );
  return new Map(rows.map(({ instrument, close, volume }) => [instrument, { close, volume }]));
}
