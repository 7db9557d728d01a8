// The simulated traders of every stock in a venue, each modelled on that stock's own past.
import type { Engine } from '../../core/engine.ts';
import { MarketWeather } from '../../core/market/traders/market-weather.ts';
import type { Market } from '../../core/market/market.ts';
import { SimulatedTraders } from '../../core/market/traders/simulated-traders.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { marketDay } from '../../core/market/day.ts';
import { sharesAfter } from '../../core/market/corporate-action.ts';
import type { AppliedAction } from '../../core/trade/listener.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Queryable } from '../db/open.ts';
import { traderProfileFrom } from './trader-profile.ts';
import type { DailyPast } from './trader-profile.ts';

export const PROFILE_DAYS = 250;
const NO_PAST: DailyPast = { close: [], volume: [] };

/** How long newly arrived traders act at once, so that the books are full immediately rather than one step later. */
const FIRST_MS = 250;

export class Crowd {
  readonly #seed: string;
  readonly #calendar: TradingCalendar;
  readonly #weather: MarketWeather;
  readonly #pasts: Map<number, DailyPast>;
  #traders = new Map<string, SimulatedTraders>();
  #generation = -1;
  #lastAt = 0;

  private constructor(seed: string, calendar: TradingCalendar, pasts: Map<number, DailyPast>) {
    this.#seed = seed;
    this.#calendar = calendar;
    this.#weather = new MarketWeather(seed, calendar.hours);
    this.#pasts = pasts;
  }

  /** `startedAt` is part of the seed: a restarted market must not repeat the same hours. */
  static async open(
    db: Queryable,
    venue: number,
    options: { seed: number; calendar: TradingCalendar; startedAt: number },
  ): Promise<Crowd> {
    const { seed, calendar, startedAt } = options;
    return new Crowd(`${seed}/${startedAt}`, calendar, await readPasts(db, venue, marketDay(startedAt)));
  }

  /** All simulated traders act for the time since the last step. In a new `generation` the books are empty, so all quote afresh. */
  step(engine: Engine, generation: number, at: number): void {
    if (generation !== this.#generation) {
      this.#traders = new Map();
      this.#generation = generation;
      this.#lastAt = at - FIRST_MS;
    }
    if (this.#calendar.phaseAt(at) === 'closed') {
      // Time stands still for them overnight: in the morning they quote as after a night.
      for (const [symbol, traders] of this.#traders) if (!traders.isAway) traders.withdraw(engine.desk(symbol, at));
      return;
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

  /** A corporate action was carried out: the stock's traders start again from its new value. */
  acted(engine: Engine, { action, isDone, priceAfter }: AppliedAction, at: number): void {
    const market = engine.market(action.symbol);
    if (!isDone || market === undefined) return;
    const { symbol, id, tickSize } = market.instrument;
    this.#traders.get(symbol)?.withdraw(engine.desk(symbol, at));
    const past = this.#pasts.get(id) ?? NO_PAST;
    if (action.kind !== 'dividend') {
      const volume = past.volume.map((shares) => sharesAfter(shares, action));
      this.#pasts.set(id, { ...past, volume });
    }
    // What was paid out is no longer in the company.
    const worth = action.kind === 'dividend' ? Math.max(tickSize, priceAfter - action.perShare) : priceAfter;
    const profile = traderProfileFrom(this.#pasts.get(id) ?? NO_PAST, worth, tickSize);
    const seed = `${this.#seed}/${at}`;
    this.#traders.set(symbol, new SimulatedTraders({ symbol, profile, seed, weather: this.#weather }));
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
     from (select venue, id, exists (select 1 from corporate_actions c where c.venue = each.venue and c.instrument = each.id and c.state = 'done'
         and c.kind <> 'dividend') as is_restated from instruments each) i cross join lateral (
       select day, greatest(1, round(close * ratio))::bigint as close, round(volume / ratio)::bigint as volume
       from daily_bars, lateral (select case when i.is_restated then price_ratio(i.venue, i.id, day, $2) else 1 end as ratio) r
       where venue = i.venue and instrument = i.id and day < $2 order by day desc limit $3) b
     where i.venue = $1 group by i.id`,
    [venue, today, PROFILE_DAYS],
  );
  return new Map(rows.map(({ instrument, close, volume }) => [instrument, { close, volume }]));
}
