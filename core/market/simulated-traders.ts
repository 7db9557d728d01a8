// The simulated traders of one stock: makers, patient money, a crowd and those who know. They trade in the people's own book.
import { assertNever } from '../money.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { DAY_PROFILES } from './day-profile.ts';
import type { Desk } from './desk.ts';
import { bookSeconds, MarketWeather, Mood, NIGHT_MS, varianceBetween } from './market-weather.ts';
import { RandomStream } from './random.ts';
import { sessionFraction } from './trading-hours.ts';
import { AGENTS, Arena, Habits } from './traders/arena.ts';
import { Clocks } from './traders/clocks.ts';
import { FairValue, FLOW_PART, newsReturn } from './traders/fair-value.ts';
import { Maker } from './traders/maker.ts';
import { OrderFlow } from './traders/order-flow.ts';
import type { Taken } from './traders/order-flow.ts';
import { PatientTraders } from './traders/patient-traders.ts';

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

/** What traders do, each at its own clock, and how often in a second of the book's time at usual activity. */
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
type Deed = keyof typeof RATES;
const DEEDS = Object.keys(RATES) as Deed[];
const MAKERS = 3;
/** A trade brings more trades: this part of all, within this time. */
const EXCITEMENT = { branching: 0.55, seconds: 40, most: 12 };
const USUAL_TRADES = 1.3;
/** Parts of the value's own variance; what is missing to 1 comes from order flow. */
const MARKET_PART = 0.3;
const SECTOR_PART = 0.14;
const OWN_PART = 1 - FLOW_PART * FLOW_PART - MARKET_PART - SECTOR_PART;
/** Log volatility of the stock's own part, over days and over the hours of one; in seconds of the book's time. */
const OWN_MOOD = { deviation: 0.33, halfLifeSeconds: 34_000, onActivity: 0.45 };
const OWN_TEMPER = { deviation: 0.4, halfLifeSeconds: 5_000 };
const OWN_LIVELINESS = { deviation: 0.33, halfLifeSeconds: 600, onVolatility: 1 };
const STEP_FREEDOM = 5;
/** The informed act when the price is off by more than so many grains. */
const INDIFFERENT = 1;
/** A market with a wider spread in grains, or fewer levels on a side, is quoted anew at once. */
const TOO_WIDE = 12;
const FEWEST_LEVELS = 6;
const FIRST_ORDERS = 80;

export class SimulatedTraders {
  readonly #weather: MarketWeather;
  readonly #habits: Habits;
  readonly #clocks: Clocks;
  readonly #opening: RandomStream;
  readonly #value: FairValue;
  readonly #valueRandom: RandomStream;
  readonly #mood: Mood;
  readonly #temper: Mood;
  readonly #liveliness: Mood;
  readonly #makers = Array.from({ length: MAKERS }, (_, i) => new Maker(AGENTS.maker - i));
  readonly #patient = new PatientTraders();
  readonly #flow = new OrderFlow();
  #arena: Arena | null = null;
  /** Nobody has quoted yet, at first or after a night. */
  #isNew = true;
  #excitement = 0;
  #marketSeen: number;
  #sectorSeen = 0;

  constructor({ symbol, profile, seed, weather }: SimulatedTradersOptions) {
    this.#weather = weather;
    this.#habits = new Habits(profile.dailyVolatility, profile.averageDailyVolume);
    this.#clocks = new Clocks(DEEDS.map((deed) => RandomStream.named(seed, 'traders', symbol, deed)));
    this.#opening = RandomStream.named(seed, 'opening', symbol);
    this.#valueRandom = RandomStream.named(seed, 'value', symbol);
    this.#value = new FairValue(profile.lastPrice, profile.dailyVolatility, this.#habits.dailyVolume);
    this.#mood = new Mood(RandomStream.named(seed, 'mood', symbol), OWN_MOOD.deviation, OWN_MOOD.halfLifeSeconds);
    this.#temper = new Mood(
      RandomStream.named(seed, 'temper', symbol),
      OWN_TEMPER.deviation,
      OWN_TEMPER.halfLifeSeconds,
    );
    this.#liveliness = new Mood(
      RandomStream.named(seed, 'liveliness', symbol),
      OWN_LIVELINESS.deviation,
      OWN_LIVELINESS.halfLifeSeconds,
    );
    this.#marketSeen = weather.market;
  }

  /** What the traders hold a share to be worth, in paise. */
  get fairValue(): number {
    return this.#value.price;
  }

  /** Lets the traders act for the time between two instants, about a quarter of a second of an open market. */
  step(desk: Desk, fromAt: Instant, toAt: Instant): void {
    const arena = this.#look(desk);
    this.#value.addPeopleFlow(desk.drainPeopleFlow());
    if (toAt <= fromAt) return;
    const { hours } = this.#weather;
    const seconds = bookSeconds(hours, toAt - fromAt);
    if (toAt - fromAt >= NIGHT_MS) this.withdraw(desk);
    this.#moveValue(desk, fromAt, toAt);
    this.#value.pass(seconds);
    this.#value.confine(0.97 * arena.lowest, 1.03 * arena.highest);
    if (desk.instrument.isHalted) return;
    this.#quoteIfThin(arena, sessionFraction(hours, toAt));
    this.#act(arena, seconds, sessionFraction(hours, toAt));
  }

  /** Cancels all that the traders have in the book. */
  withdraw(desk: Desk): void {
    const arena = this.#look(desk);
    for (const maker of this.#makers) maker.withdraw(arena);
    this.#patient.withdraw(arena);
    this.#flow.withdraw(arena);
    this.#isNew = true;
  }

  #look(desk: Desk): Arena {
    if (this.#arena === null) {
      this.#arena = new Arena(this.#habits, this.#opening, desk);
      this.#sectorSeen = this.#weather.sector(desk.instrument.sector);
      return this.#arena;
    }
    const tick = this.#arena.tick;
    this.#arena.look(desk, this.#value.price);
    if (tick !== this.#arena.tick) this.withdraw(desk);
    return this.#arena;
  }

  #moveValue(desk: Desk, fromAt: Instant, toAt: Instant): void {
    const { hours, market } = this.#weather;
    const sector = this.#weather.sector(desk.instrument.sector);
    const random = this.#valueRandom;
    const seconds = bookSeconds(hours, toAt - fromAt);
    this.#mood.pass(seconds);
    this.#temper.pass(seconds);
    this.#liveliness.pass(seconds);
    const part = varianceBetween(hours, fromAt, toAt);
    const nervous =
      this.#mood.factor(1) * this.#temper.factor(1) * this.#liveliness.factor(OWN_LIVELINESS.onVolatility);
    const own = Math.sqrt(OWN_PART * part) * nervous * random.studentT(STEP_FREEDOM);
    const common =
      Math.sqrt(MARKET_PART) * (market - this.#marketSeen) + Math.sqrt(SECTOR_PART) * (sector - this.#sectorSeen);
    this.#marketSeen = market;
    this.#sectorSeen = sector;
    const { dailyVolatility } = this.#habits;
    this.#value.move(dailyVolatility * (own + common));
    this.#value.hear(newsReturn(random, part, dailyVolatility));
  }

  #quoteIfThin(arena: Arena, fraction: number): void {
    const { book } = arena.desk;
    const buys = book.levels('buy').length;
    const sells = book.levels('sell').length;
    const isWide = arena.best('sell') - arena.best('buy') > TOO_WIDE * arena.grain;
    if (!this.#isNew && !isWide && buys >= FEWEST_LEVELS && sells >= FEWEST_LEVELS) return;
    arena.random = this.#opening;
    for (const maker of this.#makers) this.#requote(arena, maker, fraction);
    if (!this.#isNew) return;
    this.#isNew = false;
    this.#patient.refresh(arena, this.#value.price, true);
    for (let i = 0; i < FIRST_ORDERS; i++) this.#flow.placeLimit(arena);
  }

  #requote(arena: Arena, maker: Maker, fraction: number): void {
    const profile = DAY_PROFILES[this.#weather.hours];
    const nervous = Math.exp(0.4 * (this.#mood.value + this.#temper.value));
    maker.requote(arena, {
      value: this.#value.price,
      caution: profile.caution(fraction) * nervous,
      depth: profile.depth(fraction),
    });
  }

  /** Lets all clocks run until the time is up; whoever's rings acts. */
  #act(arena: Arena, seconds: number, fraction: number): void {
    const excess = this.#liveliness.value + this.#weather.liveliness + OWN_MOOD.onActivity * this.#mood.value;
    const lively = DAY_PROFILES[this.#weather.hours].activity(fraction) * Math.exp(excess);
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
      this.#do(arena, DEEDS[clock], { gap, fraction });
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

  #do(arena: Arena, deed: Deed, { gap, fraction }: { gap: number; fraction: number }): void {
    switch (deed) {
      case 'maker':
        return this.#requote(arena, this.#makers[arena.random.below(MAKERS)], fraction);
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
        return this.#takeInformed(arena, gap > 0 ? 1 : -1);
      default:
        return assertNever(deed);
    }
  }

  /** The uninformed reveal something too: their trades move the value and bring others. */
  #felt({ direction, quantity }: Taken): void {
    if (quantity === 0) return;
    this.#value.addFlow(direction, quantity);
    this.#excite();
  }

  #takeInformed(arena: Arena, direction: 1 | -1): void {
    this.#flow.takeTowards(arena, direction);
    this.#excite();
  }

  #excite(): void {
    this.#excitement += EXCITEMENT.branching / (EXCITEMENT.seconds * USUAL_TRADES * this.#habits.pace);
  }
}
