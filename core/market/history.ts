// The past of the practice market, made from a seed: two years of days, the last thirty of them minute by minute.
import type { Instant, Paise } from '../money.ts';
import type { Company } from './companies.ts';
import { COMPANIES } from './companies.ts';
import { barColumns, drawBars, joinBars, spreadVolume, walk } from './day-path.ts';
import type { BarColumns } from './day-path.ts';
import { DAY_PROFILES } from './day-profile.ts';
import { OVERNIGHT_SHARE } from './factor.ts';
import type { FactorDay } from './factor.ts';
import { MarketIndex } from './market-index.ts';
import { PriceModel } from './price-model.ts';
import type { ModelDay, StockDay } from './price-model.ts';
import { RandomStream } from './random.ts';
import { isTradingDay, marketDay, MINUTE_MS, opensAt, previousTradingDay, sessionMinutes } from './trading-hours.ts';
import type { MarketHours } from './trading-hours.ts';

export interface HistoryOptions {
  readonly seed: number | string;
  readonly hours: MarketHours;
  /** The history ends with the last full minute before this instant: there live trading goes on. */
  readonly untilAt: Instant;
  /** Trading days of daily bars, today's unfinished one not counted. */
  readonly days?: number;
  /** The last so many of them, and today, also have minute bars. */
  readonly minuteDays?: number;
  readonly companies?: readonly Company[];
}

export interface HistoryDay {
  readonly day: number;
  /** False for today, whose bars reach only to `untilAt`. */
  readonly isComplete: boolean;
  /** One bar a company, in the companies' order. */
  readonly daily: BarColumns;
  /** The index in hundredths of a point: one bar. */
  readonly index: BarColumns;
  /** From here minute bars follow each other without a hole. */
  readonly firstMinuteAt: Instant;
  /** One set of columns a company; null for a day too long ago. They add up exactly to the daily bars. */
  readonly minutes: readonly BarColumns[] | null;
  readonly indexMinutes: BarColumns | null;
}

/** Two calendar years. */
export const HISTORY_DAYS: Record<MarketHours, number> = { always: 731, nse: 504 };
export const HISTORY_MINUTE_DAYS = 30;

/** Steps in which a day without minute bars is walked. */
const COARSE_STEPS: Record<MarketHours, number> = { always: 48, nse: 25 };
/** A lively minute has more trades and larger moves; liveliness forgets itself within the hour. */
const LIVELINESS = { deviation: 0.44, keeps: { always: 0.977, nse: 0.914 }, noise: 0.4, perMove: 0.25 };
/** Prices wander more inside a day than the day's return needs; what is too much is taken back before the close. */
const WANDER = 1.13;
/** An index's high is lower than its companies' highs: these do not come at the same moment. */
const INDEX_WICK = 0.4;

/** Makes the history one day after another, oldest first, so that nobody has to hold it all. */
export function* makeHistory(options: HistoryOptions): Generator<HistoryDay, void, void> {
  const { hours, untilAt, days = HISTORY_DAYS[hours], minuteDays = HISTORY_MINUTE_DAYS } = options;
  const today = marketDay(untilAt);
  const past = tradingDaysBefore(hours, today, days);
  const painter = new DayPainter(options);
  for (let i = 0; i < past.length; i++) {
    yield painter.paint(past[i], i >= past.length - minuteDays, sessionMinutes(hours));
  }
  const minutes = Math.floor((untilAt - opensAt(hours, today)) / MINUTE_MS);
  if (isTradingDay(hours, today) && minutes > 0) {
    yield painter.paint(today, true, Math.min(minutes, sessionMinutes(hours)));
  }
}

function tradingDaysBefore(hours: MarketHours, today: number, count: number): number[] {
  const days: number[] = [];
  for (let day = today; days.length < count;) {
    day = previousTradingDay(hours, day);
    days.push(day);
  }
  return days.reverse();
}

/** The steps of one resolution and the room to work in. */
class Canvas {
  readonly steps: number;
  /** Part of the session's variance in each step. */
  readonly share: Float64Array;
  readonly activity: Float64Array;
  readonly market: Float64Array;
  readonly returns: Float64Array;
  readonly roughness: Float64Array;
  readonly deviations: Float64Array;
  readonly weights: Float64Array;
  readonly #sectors = new Map<string, Float64Array>();

  constructor(hours: MarketHours, steps: number) {
    const profile = DAY_PROFILES[hours];
    this.steps = steps;
    const fractions = Array.from({ length: steps }, (_, step) => (step + 0.5) / steps);
    const variance = fractions.map((fraction) => profile.volatility(fraction) * profile.volatility(fraction));
    const sum = variance.reduce((total, each) => total + each, 0);
    this.share = Float64Array.from(variance, (each) => each / sum);
    this.activity = Float64Array.from(fractions, (fraction) => profile.activity(fraction));
    this.market = new Float64Array(steps);
    this.returns = new Float64Array(steps);
    this.roughness = new Float64Array(steps);
    this.deviations = new Float64Array(steps);
    this.weights = new Float64Array(steps);
  }

  sector(name: string): Float64Array {
    const known = this.#sectors.get(name);
    if (known !== undefined) return known;
    const steps = new Float64Array(this.steps);
    this.#sectors.set(name, steps);
    return steps;
  }
}

class DayPainter {
  readonly #hours: MarketHours;
  readonly #companies: readonly Company[];
  readonly #model: PriceModel;
  readonly #index: MarketIndex;
  readonly #coarse: Canvas;
  readonly #fine: Canvas;
  readonly #common: RandomStream;
  readonly #streams: readonly RandomStream[];
  /** Real-valued prices in paise, which the printed ones round. */
  readonly #prices: Float64Array;
  readonly #previousCloses: Paise[];

  constructor({ seed, hours, companies = COMPANIES }: HistoryOptions) {
    this.#hours = hours;
    this.#companies = companies;
    this.#model = new PriceModel(companies, seed, hours);
    this.#index = new MarketIndex(companies);
    this.#coarse = new Canvas(hours, COARSE_STEPS[hours]);
    this.#fine = new Canvas(hours, sessionMinutes(hours));
    this.#common = RandomStream.named(seed, 'history');
    this.#streams = companies.map(({ symbol }) => RandomStream.named(seed, 'history', symbol));
    this.#prices = Float64Array.from(companies, ({ startPrice }) => startPrice);
    this.#previousCloses = companies.map(({ startPrice }) => startPrice);
  }

  paint(day: number, withMinutes: boolean, minutes: number): HistoryDay {
    const canvas = withMinutes ? this.#fine : this.#coarse;
    const visible = withMinutes ? minutes : canvas.steps;
    const model = this.#model.nextDay();
    this.#walkCommon(canvas, model);
    const daily = barColumns(this.#companies.length);
    const index = new IndexSteps(visible);
    const all: BarColumns[] = [];
    const scratch = barColumns(canvas.steps);
    this.#companies.forEach((company, i) => {
      const bars = withMinutes ? barColumns(canvas.steps) : scratch;
      this.#drawStock(canvas, model, i, bars);
      joinBars(bars, visible, daily, i);
      index.add(bars, company.sharesIssued);
      if (withMinutes) all.push(firstBars(bars, visible));
    });
    const indexMinutes = index.bars(this.#index);
    const indexDay = barColumns(1);
    joinBars(indexMinutes, visible, indexDay, 0);
    return {
      day,
      isComplete: visible === canvas.steps,
      daily,
      index: indexDay,
      firstMinuteAt: opensAt(this.#hours, day),
      minutes: withMinutes ? all : null,
      indexMinutes: withMinutes ? indexMinutes : null,
    };
  }

  #walkCommon(canvas: Canvas, { market, sectors }: ModelDay): void {
    const { share } = canvas;
    walk(this.#common, canvas.market, { share, roughness: null, ...this.#inSession(market) });
    for (const [name, factor] of sectors) {
      walk(this.#common, canvas.sector(name), { share, roughness: null, ...this.#inSession(factor) });
    }
  }

  #drawStock(canvas: Canvas, model: ModelDay, i: number, bars: BarColumns): void {
    const { beta, sector } = this.#companies[i];
    const stock = model.stocks[i];
    const sectorDay = model.sectors.get(sector) ?? model.market;
    const random = this.#streams[i];
    const closesAtNight = this.#hours === 'nse';
    const overnight = beta * model.market.overnight + sectorDay.overnight + stock.overnight + stock.overshoot;
    const own = this.#inSession(stock);
    const taken = closesAtNight ? stock.overshoot : 0;
    this.#fillRoughness(canvas, random);
    walk(random, canvas.returns, {
      share: canvas.share,
      roughness: canvas.roughness,
      deviation: own.deviation,
      target: own.target - taken + (closesAtNight ? 0 : stock.drift),
    });
    this.#addCommon(canvas, beta, canvas.sector(sector), { market: model.market, sector: sectorDay, stock });
    this.#prices[i] = drawBars(
      random,
      {
        from: this.#prices[i],
        gap: closesAtNight ? overnight + stock.newsOvernight + stock.drift : 0,
        returns: canvas.returns,
        deviations: canvas.deviations,
        jump: stock.newsInSession + (closesAtNight ? 0 : stock.newsOvernight),
        jumpStep: Math.floor(stock.newsAtFraction * canvas.steps),
        previousClose: this.#previousCloses[i],
      },
      bars,
    );
    this.#previousCloses[i] = bars.close[canvas.steps - 1];
    spreadVolume(canvas.weights, Math.max(1, Math.round(stock.volume)), bars.volume);
  }

  /** A market that never closes walks the whole day's return in the session; the other one has some of it at night. */
  #inSession({ total, overnight, deviation }: FactorDay): { deviation: number; target: number } {
    return this.#hours === 'always'
      ? { deviation: WANDER * deviation, target: total }
      : { deviation: WANDER * deviation * Math.sqrt(1 - OVERNIGHT_SHARE), target: total - overnight };
  }

  /** Makes the stock's own liveliness through the day; `weights` gets its share in trading. */
  #fillRoughness(canvas: Canvas, random: RandomStream): void {
    const { deviation, keeps, noise } = LIVELINESS;
    const kept = keeps[this.#hours];
    const fresh = deviation * Math.sqrt(1 - kept * kept);
    const correction = 0.25 * deviation * deviation;
    let liveliness = deviation * random.normal();
    for (let step = 0; step < canvas.steps; step++) {
      liveliness = kept * liveliness + fresh * random.normal();
      canvas.roughness[step] = Math.exp(0.5 * liveliness - correction);
      canvas.weights[step] = liveliness + noise * random.normal();
    }
  }

  /** Adds market and sector to the stock's own steps and settles each step's usual deviation and its weight in volume. */
  #addCommon(
    canvas: Canvas,
    beta: number,
    sectorSteps: Float64Array,
    days: { market: FactorDay; sector: FactorDay; stock: StockDay },
  ): void {
    const { market, returns, roughness, deviations, weights, activity, share } = canvas;
    const marketDeviation = beta * this.#inSession(days.market).deviation;
    const sectorDeviation = this.#inSession(days.sector).deviation;
    const commonVariance = marketDeviation * marketDeviation + sectorDeviation * sectorDeviation;
    const ownDeviation = this.#inSession(days.stock).deviation;
    for (let step = 0; step < canvas.steps; step++) {
      returns[step] += beta * market[step] + sectorSteps[step];
      const own = ownDeviation * roughness[step];
      deviations[step] = Math.sqrt((commonVariance + own * own) * share[step]);
      const move = Math.min(4, Math.abs(returns[step]) / deviations[step]);
      weights[step] = activity[step] * Math.exp(weights[step] + LIVELINESS.perMove * move);
    }
  }
}

/** Adds up the capitalisation of all companies step by step. */
class IndexSteps {
  readonly #count: number;
  readonly #columns: readonly Float64Array[];

  constructor(count: number) {
    this.#count = count;
    this.#columns = Array.from({ length: 4 }, () => new Float64Array(count));
  }

  add(bars: BarColumns, shares: number): void {
    const [open, high, low, close] = this.#columns;
    for (let i = 0; i < this.#count; i++) {
      open[i] += bars.open[i] * shares;
      high[i] += bars.high[i] * shares;
      low[i] += bars.low[i] * shares;
      close[i] += bars.close[i] * shares;
    }
  }

  bars(index: MarketIndex): BarColumns {
    const [open, high, low, close] = this.#columns;
    const bars = barColumns(this.#count);
    for (let i = 0; i < this.#count; i++) {
      const top = Math.max(open[i], close[i]);
      const bottom = Math.min(open[i], close[i]);
      bars.open[i] = index.levelOfCapital(open[i]);
      bars.high[i] = index.levelOfCapital(top + INDEX_WICK * (high[i] - top));
      bars.low[i] = index.levelOfCapital(bottom - INDEX_WICK * (bottom - low[i]));
      bars.close[i] = index.levelOfCapital(close[i]);
    }
    return bars;
  }
}

function firstBars(bars: BarColumns, count: number): BarColumns {
  if (count === bars.open.length) return bars;
  return {
    open: bars.open.slice(0, count),
    high: bars.high.slice(0, count),
    low: bars.low.slice(0, count),
    close: bars.close.slice(0, count),
    volume: bars.volume.slice(0, count),
  };
}
