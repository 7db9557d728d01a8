// One stock with its simulated traders on a bare desk, and a clock to let them trade. Used by the realism tests only.
import type { BookOrder } from '../../core/market/level.ts';
import { BookOrder as Order } from '../../core/market/level.ts';
import { MarketWeather } from '../../core/market/traders/market-weather.ts';
import { SimulatedTraders } from '../../core/market/traders/simulated-traders.ts';
import type { TraderProfile } from '../../core/market/traders/simulated-traders.ts';
import type { Side } from '../../core/market/instrument.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';
import { BareDesk } from './desk.ts';

export const USUAL: TraderProfile = {
  lastPrice: 1_000_00,
  dailyVolatility: 0.016,
  averageDailyVolume: 4_200_000,
  tickSize: 10,
};

/** Thursday 19 November 2026, 10:15 in India: an hour after NSE's open. */
const MORNING = Date.parse('2026-11-19T10:15:00+05:30');

export class TestMarket {
  readonly desk: BareDesk;
  readonly weather: MarketWeather;
  readonly traders: SimulatedTraders;
  at: number;

  constructor(seed: string, hours: MarketHours, profile: TraderProfile = USUAL, at = MORNING) {
    this.desk = new BareDesk(profile.lastPrice, profile.tickSize);
    this.weather = new MarketWeather(seed, hours);
    this.traders = new SimulatedTraders({ symbol: 'TEST', profile, seed, weather: this.weather });
    this.at = at;
  }

  /** Lets time pass in steps, each followed by `look`. */
  run(seconds: number, look?: () => void, stepMs = 1_000): void {
    const steps = Math.round((seconds * 1_000) / stepMs);
    for (let i = 0; i < steps; i++) {
      this.pass(stepMs);
      look?.();
    }
  }

  /** One step. */
  pass(elapsedMs: number): void {
    this.weather.step(this.at, this.at + elapsedMs);
    this.traders.step(this.desk, this.at, this.at + elapsedMs);
    this.at += elapsedMs;
  }

  /** A limit order of a person that does not cross. */
  rest(side: Side, price: number, quantity: number): BookOrder {
    const order = new Order(1, 7, side, price, quantity);
    this.desk.book.add(order);
    return order;
  }

  quantityNear(side: Side): number {
    return this.desk.book.depth(side, 5).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  ordersResting(): number {
    const count = (side: Side): number => this.desk.book.levels(side).reduce((sum, { orders }) => sum + orders, 0);
    return count('buy') + count('sell');
  }
}
