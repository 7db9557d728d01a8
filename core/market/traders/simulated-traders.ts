// The simulated traders of one stock: makers, patient money, a crowd and those who know. They trade in the people's own book.
import { assertNever } from '../../assert.ts';
import type { Instant, Paise, Quantity } from '../../money.ts';
import { DAY_PROFILES } from '../history/day-profile.ts';
import type { DayProfile } from '../history/day-profile.ts';
import type { Desk } from './desk.ts';
import { bookSeconds, NIGHT_MS, varianceBetween } from './market-weather.ts';
import type { MarketWeather } from './market-weather.ts';
import { RandomStream } from '../random.ts';
import { sessionFraction } from '../trading-hours.ts';
import type { MarketHours } from '../trading-hours.ts';
import { AGENTS, Arena, Habits } from './arena.ts';
import { Clocks } from './clocks.ts';
import { FairValue } from './fair-value.ts';
import { Maker } from './maker.ts';
import { drawNews } from './news.ts';
import { OrderFlow } from './order-flow.ts';
import type { Taken } from './order-flow.ts';
import { PatientTraders } from './patient-traders.ts';
import { StockClimate } from './stock-climate.ts';

/** All that the traders need to know about a stock, made up or imported. */
export interface TraderProfile {
  readonly lastPrice: Paise;
  /** Usual size of a day's log return, for example 0.016. */
  readonly dailyVolatility: number;
  readonly averageDailyVolume: Quantity;
  readonly tickSize: Paise;
}

export interface SimulatedTradersOptions {
  readonly symbol: string;
  readonly profile: TraderProfile;
  readonly seed: number | string;
  readonly weather: MarketWeather;
}

/** What traders do, each at its own clock, and how often in a second at usual activity. */
const RATES = {
  maker: 6,
  limit: 1.8,
  cancel: 3,
  market: 0.36,
  parent: 0.05,
  part: 0.45,
  patient: 0.5,
  informed: 0.16,
};
/**
 * Orders are this many times as many, and as many times smaller. The clock of a long day is slow, and people who come in the evening
 * should not have to wait for a trade. With more than this, prices would only tremble more.
 */
const BRISKNESS: Record<MarketHours, number> = { always: 3, nse: 1 };
type Deed = keyof typeof RATES;
const DEEDS = Object.keys(RATES) as Deed[];
const MAKERS = 3;
/** A trade brings more trades: this part of all, within this time. */
const EXCITEMENT = { branching: 0.55, seconds: 40, most: 12 };
const USUAL_TRADES = 1.3;
/** The informed act when the price is off by more than this many grains. */
const INDIFFERENT = 1;
/** A market with a wider spread in grains, or fewer levels on a side, is quoted anew at once. */
const TOO_WIDE = 12;
const FEWEST_LEVELS = 6;
const FIRST_ORDERS = 40;
/** The value may lie a little outside the band, so that a locked book stays locked for a while. */
const BEYOND_BAND = 0.03;

export class SimulatedTraders {
  readonly #weather: MarketWeather;
  readonly #seed: number | string;
  readonly #habits: Habits;
  readonly #clocks: Clocks;
  readonly #opening: RandomStream;
  #value: FairValue;
  readonly #news: RandomStream;
  readonly #makers = Array.from({ length: MAKERS }, (_, i) => new Maker(AGENTS.maker - i));
  readonly #patient = new PatientTraders();
  readonly #flow = new OrderFlow();
  #stage: { readonly arena: Arena; readonly climate: StockClimate } | null = null;
  /** Nobody has quoted yet, at first or after a night. */
  #isNew = true;
  #excitement = 0;

  constructor({ symbol, profile, seed, weather }: SimulatedTradersOptions) {
    this.#weather = weather;
    this.#seed = seed;
    this.#habits = new Habits(profile.dailyVolatility, profile.averageDailyVolume, BRISKNESS[weather.hours]);
    this.#clocks = new Clocks(DEEDS.map((deed) => RandomStream.named(seed, 'traders', symbol, deed)));
    this.#opening = RandomStream.named(seed, 'opening', symbol);
    this.#value = this.#valueAt(profile.lastPrice);
    this.#news = RandomStream.named(seed, 'news', symbol);
  }

  /** What the traders believe a share is worth, in paise. */
  get fairValue(): number {
    return this.#value.price;
  }

  /** Nothing of theirs is in the book, and they will quote afresh. */
  get isAway(): boolean {
    return this.#isNew;
  }

  /** Lets the traders act for the time between two instants, about a quarter of a second of an open market. */
  step(desk: Desk, fromAt: Instant, toAt: Instant): void {
    const { arena, climate } = this.#look(desk);
    this.#value.addPeopleFlow(desk.drainPeopleFlow());
    if (toAt <= fromAt) return;
    const { hours } = this.#weather;
    const fraction = sessionFraction(hours, toAt);
    if (toAt - fromAt >= NIGHT_MS) this.withdraw(desk);
    this.#moveValue(arena, climate, fromAt, toAt);
    if (!Number.isFinite(this.#value.price)) return this.#forget(desk);
    if (desk.instrument.isHalted) return;
    this.#quoteIfThin(arena, climate, fraction);
    this.#act(arena, climate, { seconds: BRISKNESS[hours] * bookSeconds(hours, toAt - fromAt), fraction });
  }

  /** Cancels all that the traders have in the book. */
  withdraw(desk: Desk): void {
    const { arena } = this.#look(desk);
    for (const maker of this.#makers) maker.withdraw(arena);
    this.#patient.withdraw(arena);
    this.#flow.withdraw(arena);
    this.#isNew = true;
  }

  #valueAt(price: Paise): FairValue {
    return new FairValue(price, this.#habits.dailyVolatility, this.#habits.dailyVolume);
  }

  /** A value that is no number would stay one, and nobody could quote by it: the traders go, and come back to the last price. */
  #forget(desk: Desk): void {
    this.withdraw(desk);
    this.#value = this.#valueAt(desk.lastPrice);
  }

  get #profile(): DayProfile {
    return DAY_PROFILES[this.#weather.hours];
  }

  /** The terms of the moment. A new tick size makes all prices in the book old ones. */
  #look(desk: Desk): { readonly arena: Arena; readonly climate: StockClimate } {
    if (this.#stage === null) {
      const arena = new Arena(this.#habits, this.#opening, desk);
      const climate = new StockClimate(this.#weather, this.#seed, desk.instrument);
      this.#stage = { arena, climate };
      return this.#stage;
    }
    const { arena } = this.#stage;
    const tick = arena.tick;
    arena.look(desk, this.#value.price);
    if (tick !== arena.tick) this.withdraw(desk);
    return this.#stage;
  }

  #moveValue(arena: Arena, climate: StockClimate, fromAt: Instant, toAt: Instant): void {
    const { hours } = this.#weather;
    const { dailyVolatility } = this.#habits;
    this.#value.move(dailyVolatility * climate.pass(fromAt, toAt));
    this.#value.hear(dailyVolatility * drawNews(this.#news, varianceBetween(hours, fromAt, toAt)));
    this.#value.pass(bookSeconds(hours, toAt - fromAt));
    this.#value.confine((1 - BEYOND_BAND) * arena.lowest, (1 + BEYOND_BAND) * arena.highest);
  }

  #quoteIfThin(arena: Arena, climate: StockClimate, fraction: number): void {
    const { book } = arena.desk;
    const fewest = Math.min(book.levelCount('buy'), book.levelCount('sell'));
    const isWide = arena.best('sell') - arena.best('buy') > TOO_WIDE * arena.grain;
    if (!this.#isNew && !isWide && fewest >= FEWEST_LEVELS) return;
    arena.random = this.#opening;
    if (!this.#isNew) {
      // One maker steps in at once; the rest of the book comes back at its own pace.
      this.#requote(arena, climate, fraction);
      return;
    }
    this.#isNew = false;
    for (const [index, maker] of this.#makers.entries()) {
      const middle = index === 0 ? arena.middleBeforeQuotes() : arena.middle();
      maker.requote(arena, this.#quotingMood(climate, fraction), middle);
    }
    this.#patient.refresh(arena, this.#value.price, true);
    for (let i = 0; i < FIRST_ORDERS; i++) this.#flow.placeLimit(arena, true);
  }

  #requote(arena: Arena, climate: StockClimate, fraction: number): void {
    this.#makers[arena.random.below(MAKERS)].requote(arena, this.#quotingMood(climate, fraction), arena.middle());
  }

  #quotingMood(climate: StockClimate, fraction: number): { value: number; caution: number; depth: number } {
    const caution = this.#profile.caution(fraction) * climate.caution;
    return { value: this.#value.price, caution, depth: this.#profile.depth(fraction) };
  }

  /** Lets all clocks run until the time is up; the trader whose clock rings acts. */
  #act(arena: Arena, climate: StockClimate, { seconds, fraction }: { seconds: number; fraction: number }): void {
    const lively = this.#profile.activity(fraction) * climate.activity;
    for (const maker of this.#makers) maker.pass(seconds);
    let left = seconds;
    while (left > 0) {
      const gap = (this.#value.price - arena.middle()) / arena.grain;
      this.#setRates(lively * Math.min(EXCITEMENT.most, 1 + this.#excitement), gap);
      const { clock, wait } = this.#clocks.next(left);
      left -= wait;
      this.#excitement *= Math.exp(-wait / EXCITEMENT.seconds);
      if (clock < 0) return;
      arena.random = this.#clocks.streams[clock];
      if (DEEDS[clock] === 'maker') this.#requote(arena, climate, fraction);
      else this.#do(arena, DEEDS[clock], gap > 0 ? 1 : -1);
    }
  }

  #setRates(activity: number, gap: number): void {
    const orders = activity * this.#habits.pace;
    const factors: Record<Deed, number> = {
      maker: Math.min(3, activity),
      limit: orders,
      cancel: orders,
      market: orders,
      parent: orders,
      part: Math.min(4, orders) * this.#flow.parents,
      patient: 1,
      informed: Math.min(4, activity) * Math.max(0, Math.abs(gap) - INDIFFERENT),
    };
    for (let i = 0; i < DEEDS.length; i++) this.#clocks.rates[i] = RATES[DEEDS[i]] * factors[DEEDS[i]];
  }

  #do(arena: Arena, deed: Exclude<Deed, 'maker'>, towardsValue: 1 | -1): void {
    switch (deed) {
      case 'limit':
        return this.#flow.placeLimit(arena);
      case 'cancel':
        return this.#flow.cancelSome(arena);
      case 'market':
        return this.#felt(this.#flow.takeAtRandom(arena));
      case 'parent':
        return this.#flow.addParent(arena);
      case 'part':
        return this.#felt(this.#flow.takeForParent(arena));
      case 'patient':
        return this.#patient.refresh(arena, this.#value.price, false);
      case 'informed':
        return this.#excite(this.#flow.takeTowards(arena, towardsValue));
      default:
        return assertNever(deed);
    }
  }

  /** The uninformed reveal something too: their trades move the value and bring others. */
  #felt(taken: Taken): void {
    if (taken.quantity > 0) this.#value.addFlow(taken.direction, taken.quantity);
    this.#excite(taken);
  }

  #excite({ quantity }: Taken): void {
    if (quantity === 0) return;
    this.#excitement += EXCITEMENT.branching / (EXCITEMENT.seconds * USUAL_TRADES * this.#habits.pace);
  }
}
