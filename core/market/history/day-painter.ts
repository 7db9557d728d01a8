// Draws the bars of one day after another for all companies together: common paths first, then each stock's own.
import type { Instant, Paise } from '../../money.ts';
import type { Company } from './companies.ts';
import { COMPANIES } from './companies.ts';
import { Canvas } from './day-canvas.ts';
import { barColumns, drawBars, firstBars, joinBars, spreadVolume, walk } from './day-path.ts';
import type { BarColumns } from './day-path.ts';
import { OVERNIGHT_SHARE } from './factor.ts';
import type { FactorDay } from './factor.ts';
import { IndexSteps, MarketIndex } from './market-index.ts';
import { PriceModel } from './price-model.ts';
import type { ModelDay } from './price-model.ts';
import { RandomStream } from '../random.ts';
import { opensAt, sessionMinutes } from '../trading-hours.ts';
import type { MarketHours } from '../trading-hours.ts';

export interface HistoryDay {
  readonly day: number;
  /** False for today, whose bars reach only to the last full minute. */
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

/** Steps in which a day without minute bars is walked. */
const COARSE_STEPS: Record<MarketHours, number> = { always: 48, nse: 25 };
/** Prices wander more inside a day than the day's return needs; what is too much is taken back before the close. */
const WANDER = 1.13;
/** A step's share of the day's volume grows with its move, and is never quite regular. */
const VOLUME = { perMove: 0.25, noise: 0.35 };

export class DayPainter {
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

  constructor(seed: number | string, hours: MarketHours, companies: readonly Company[] = COMPANIES) {
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

  /** The next day of the model as market day `day`; with minutes, only the first `minutes` of them are shown. */
  paint(day: number, withMinutes: boolean, minutes: number): HistoryDay {
    const canvas = withMinutes ? this.#fine : this.#coarse;
    const visible = withMinutes ? minutes : canvas.steps;
    const model = this.#model.nextDay();
    this.#walkCommon(canvas, model);
    const daily = barColumns(this.#companies.length);
    const capital = new IndexSteps(visible);
    const all: BarColumns[] = [];
    const scratch = barColumns(canvas.steps);
    this.#companies.forEach((company, i) => {
      const bars = withMinutes ? barColumns(canvas.steps) : scratch;
      this.#drawStock(canvas, model, i, bars);
      joinBars(bars, visible, daily, i);
      capital.add(bars, company.sharesIssued);
      if (withMinutes) all.push(firstBars(bars, visible));
    });
    const indexSteps = capital.bars(this.#index);
    const index = barColumns(1);
    joinBars(indexSteps, visible, index, 0);
    return {
      day,
      isComplete: visible === canvas.steps,
      daily,
      index,
      firstMinuteAt: opensAt(this.#hours, day),
      minutes: withMinutes ? all : null,
      indexMinutes: withMinutes ? indexSteps : null,
    };
  }

  #walkCommon(canvas: Canvas, { market, sectors }: ModelDay): void {
    const { share, roughness } = canvas;
    canvas.drawCommon(this.#common);
    walk(this.#common, canvas.market, { share, roughness, ...this.#inSession(market) });
    for (const [name, factor] of sectors) {
      walk(this.#common, canvas.sector(name), { share, roughness, ...this.#inSession(factor) });
    }
  }

  #drawStock(canvas: Canvas, model: ModelDay, i: number, bars: BarColumns): void {
    const stock = model.stocks[i];
    const random = this.#streams[i];
    const { gap, session, jump } = this.#split(model, i);
    canvas.drawOwn(random);
    walk(random, canvas.returns, { share: canvas.share, roughness: canvas.roughness, ...session });
    this.#addCommon(canvas, model, i);
    for (let step = 0; step < canvas.steps; step++) canvas.weights[step] *= Math.exp(VOLUME.noise * random.normal());
    this.#prices[i] = drawBars(
      random,
      {
        from: this.#prices[i],
        gap,
        returns: canvas.returns,
        deviations: canvas.deviations,
        jump,
        jumpStep: Math.floor(stock.newsAtFraction * canvas.steps),
        previousClose: this.#previousCloses[i],
      },
      bars,
    );
    this.#previousCloses[i] = bars.close[canvas.steps - 1];
    spreadVolume(canvas.weights, Math.max(1, Math.round(stock.volume)), bars.volume);
  }

  /** What of a stock's day happens before the open, and what in the session apart from market and sector. */
  #split(model: ModelDay, i: number): { gap: number; session: { deviation: number; target: number }; jump: number } {
    const stock = model.stocks[i];
    const session = this.#inSession(stock);
    if (this.#hours === 'always') {
      // There is no night: everything happens while the market is open.
      const target = session.target + stock.drift;
      return { gap: 0, session: { ...session, target }, jump: stock.newsInSession + stock.newsOvernight };
    }
    const { beta } = this.#companies[i];
    const common = beta * model.market.overnight + this.#sectorDay(model, i).overnight;
    const own = stock.overnight + stock.overshoot + stock.newsOvernight + stock.drift;
    const target = session.target - stock.overshoot;
    return { gap: common + own, session: { ...session, target }, jump: stock.newsInSession };
  }

  #sectorDay({ sectors, market }: ModelDay, i: number): FactorDay {
    return sectors.get(this.#companies[i].sector) ?? market;
  }

  /** A market that never closes walks the whole day's return in the session; the other one has some of it at night. */
  #inSession({ total, overnight, deviation }: FactorDay): { deviation: number; target: number } {
    return this.#hours === 'always'
      ? { deviation: WANDER * deviation, target: total }
      : { deviation: WANDER * deviation * Math.sqrt(1 - OVERNIGHT_SHARE), target: total - overnight };
  }

  /** Adds market and sector to the stock's own steps and settles each step's usual deviation and its weight in volume. */
  #addCommon(canvas: Canvas, model: ModelDay, i: number): void {
    const { beta, sector } = this.#companies[i];
    const { market, returns, roughness, deviations, weights, activity, share, own } = canvas;
    const sectorSteps = canvas.sector(sector);
    const marketDeviation = beta * this.#inSession(model.market).deviation;
    const sectorDeviation = this.#inSession(this.#sectorDay(model, i)).deviation;
    const ownDeviation = this.#inSession(model.stocks[i]).deviation;
    const usual = Math.sqrt(
      marketDeviation * marketDeviation + sectorDeviation * sectorDeviation + ownDeviation * ownDeviation,
    );
    for (let step = 0; step < canvas.steps; step++) {
      returns[step] += beta * market[step] + sectorSteps[step];
      deviations[step] = usual * roughness[step] * Math.sqrt(share[step]);
      const move = Math.min(4, Math.abs(returns[step]) / deviations[step]);
      weights[step] = activity[step] * Math.exp(own[step] + VOLUME.perMove * move);
    }
  }
}
