// The fair values behind the market, day by day: an index, sectors and each stock's own part, with moods that come and go.
import { Factor } from './factor.ts';
import type { FactorDay, FactorSpec } from './factor.ts';
import { RandomStream } from '../random.ts';
import type { MarketHours } from '../trading-hours.ts';

export interface ModelledStock {
  readonly symbol: string;
  readonly sector: string;
  readonly beta: number;
  readonly volatilityScale: number;
  readonly averageDailyVolume: number;
}

// Three time scales give the slow decay of volatility clustering, the negative leverage its asymmetry, the t shocks the tails.
const MARKET: FactorSpec = {
  deviation: 0.01,
  freedom: 9,
  asymmetry: 0.12,
  moods: [
    { halfLifeDays: 2, deviation: 0.3, leverage: -0.6 },
    { halfLifeDays: 20, deviation: 0.26, leverage: -0.55 },
    { halfLifeDays: 150, deviation: 0.22, leverage: -0.3 },
  ],
};
const SECTOR: FactorSpec = {
  deviation: 0.0074,
  freedom: 9,
  asymmetry: 0,
  moods: [{ halfLifeDays: 20, deviation: 0.25, leverage: 0 }],
};
const OWN: FactorSpec = {
  deviation: 0.0138,
  freedom: 8,
  asymmetry: 0,
  moods: [
    { halfLifeDays: 1.5, deviation: 0.36, leverage: -0.05 },
    { halfLifeDays: 25, deviation: 0.28, leverage: -0.05 },
    { halfLifeDays: 150, deviation: 0.2, leverage: 0 },
  ],
};
/** How much of the market's log volatility sectors and stocks share: correlation rises in a crisis. */
const SECTOR_SHARES_MOOD = 0.5;
const OWN_SHARES_MOOD = 0.35;

/** The opening price overshoots by this part of a day's deviation, which the session takes back. */
const OPENING_NOISE = 0.3;

const NEWS = { perYear: 4, freedom: 3.5, deviation: 0.024, overnightChance: 0.75 };
const EARNINGS = { perYear: 4, freedom: 4, deviation: 0.033 };
const BIG_NEWS = 0.01;
/** News above `BIG_NEWS` raises the stock's own log volatility, which calms down by this factor a day. */
const AFTERSHOCK = { kick: 0.45, keeps: 0.7 };

const VOLUME = { keeps: 0.7, deviation: 0.29, marketMood: 0.45, ownMood: 0.55, move: 0.28, noise: 0.2, meanLog: 0.15 };
const YEARLY_DRIFT = 0.075;

interface StockDay extends FactorDay {
  /** Comes on top of `overnight` and is taken back by the session. */
  readonly overshoot: number;
  /** Jump of the log price while the market is closed. */
  readonly newsOvernight: number;
  /** Jump during the session, at `newsAtFraction` of it. */
  readonly newsInSession: number;
  readonly newsAtFraction: number;
  readonly drift: number;
  /** Shares traded in the whole day. */
  readonly volume: number;
}

export interface ModelDay {
  readonly market: FactorDay;
  readonly sectors: ReadonlyMap<string, FactorDay>;
  readonly stocks: readonly StockDay[];
}

/** Usual size of a stock's daily log return, news left out. */
export function usualVolatility({ beta, volatilityScale }: Pick<ModelledStock, 'beta' | 'volatilityScale'>): number {
  const market = MARKET.deviation * beta;
  const own = OWN.deviation * volatilityScale;
  return Math.sqrt(market * market + SECTOR.deviation * SECTOR.deviation + own * own);
}

/** The part of one stock that nobody else shares: its factor, its news and its volume. */
class StockModel {
  readonly #stock: ModelledStock;
  readonly #factor: Factor;
  readonly #news: RandomStream;
  readonly #daysPerYear: number;
  readonly #earningsDay: number;
  readonly #usualDeviation: number;
  #aftershock = 0;
  #volume: number;

  constructor(stock: ModelledStock, seed: number | string, daysPerYear: number) {
    this.#stock = stock;
    this.#factor = new Factor(OWN, RandomStream.named(seed, 'own', stock.symbol));
    this.#news = RandomStream.named(seed, 'news', stock.symbol);
    this.#daysPerYear = daysPerYear;
    this.#usualDeviation = usualVolatility(stock);
    this.#earningsDay = this.#news.below(this.#earningsEvery());
    this.#volume = 0.35 * this.#news.normal();
  }

  /** `common`: what market and sector make this stock do on the day, total and deviation. */
  draw(day: number, marketMood: number, common: { total: number; deviation: number }): StockDay {
    const { volatilityScale } = this.#stock;
    const news = this.#news;
    const mood = OWN_SHARES_MOOD * marketMood + this.#aftershock;
    const own = this.#factor.draw(volatilityScale, mood);
    const ownMood = this.#factor.logVolatility + this.#aftershock;

    const jump = news.chance(NEWS.perYear / this.#daysPerYear)
      ? news.studentT(NEWS.freedom) * NEWS.deviation * volatilityScale
      : 0;
    const isEarningsDay = day % this.#earningsEvery() === this.#earningsDay;
    const earnings = isEarningsDay ? news.studentT(EARNINGS.freedom) * EARNINGS.deviation * volatilityScale : 0;
    const isOvernight = news.chance(NEWS.overnightChance);
    const isBig = Math.abs(jump) + Math.abs(earnings) > BIG_NEWS;
    this.#aftershock = AFTERSHOCK.keeps * this.#aftershock + (isBig ? AFTERSHOCK.kick : 0);

    const deviation = Math.sqrt(common.deviation * common.deviation + own.deviation * own.deviation);
    const overshoot = OPENING_NOISE * deviation * news.normal();
    const total = common.total + own.total + jump + earnings;
    const expected = this.#usualDeviation * Math.exp(0.5 * (marketMood + ownMood));
    return {
      ...own,
      overshoot,
      newsOvernight: isOvernight ? jump + earnings : 0,
      newsInSession: isOvernight ? 0 : jump + earnings,
      newsAtFraction: news.uniform(),
      drift: YEARLY_DRIFT / this.#daysPerYear,
      volume: this.#drawVolume(marketMood, ownMood, Math.abs(total) / expected),
    };
  }

  #earningsEvery(): number {
    return Math.floor(this.#daysPerYear / EARNINGS.perYear);
  }

  /** Volume has a memory of its own and grows with nervousness and with the day's move. */
  #drawVolume(marketMood: number, ownMood: number, move: number): number {
    this.#volume = VOLUME.keeps * this.#volume + VOLUME.deviation * this.#news.normal();
    const log =
      this.#volume +
      VOLUME.marketMood * marketMood +
      VOLUME.ownMood * ownMood +
      VOLUME.move * Math.min(move, 6) +
      VOLUME.noise * this.#news.normal();
    return this.#stock.averageDailyVolume * Math.exp(log - VOLUME.meanLog);
  }
}

/** All stocks of a market together, one day after another. */
export class PriceModel {
  readonly #stocks: readonly ModelledStock[];
  readonly #market: Factor;
  readonly #sectors = new Map<string, Factor>();
  readonly #models: StockModel[];
  #day = 0;

  constructor(stocks: readonly ModelledStock[], seed: number | string, hours: MarketHours) {
    const daysPerYear = hours === 'always' ? 365 : 250;
    this.#stocks = stocks;
    this.#market = new Factor(MARKET, RandomStream.named(seed, 'market'));
    for (const { sector } of stocks) {
      if (this.#sectors.has(sector)) continue;
      this.#sectors.set(sector, new Factor(SECTOR, RandomStream.named(seed, 'sector', sector)));
    }
    this.#models = stocks.map((stock) => new StockModel(stock, seed, daysPerYear));
  }

  nextDay(): ModelDay {
    const market = this.#market.draw(1, 0);
    const mood = this.#market.logVolatility;
    const sectors = new Map<string, FactorDay>();
    for (const [sector, factor] of this.#sectors) sectors.set(sector, factor.draw(1, SECTOR_SHARES_MOOD * mood));
    const stocks = this.#stocks.map(({ beta, sector }, i) => {
      const sectorDay = sectors.get(sector) ?? market;
      const total = beta * market.total + sectorDay.total;
      const marketDeviation = beta * market.deviation;
      const deviation = Math.sqrt(marketDeviation * marketDeviation + sectorDay.deviation * sectorDay.deviation);
      return this.#models[i].draw(this.#day, mood, { total, deviation });
    });
    this.#day++;
    return { market, sectors, stocks };
  }
}
