// Turns the series of a symbol into what the market lists: terms, temperament, daily bars and pages of minutes.
import { tickSizeFor } from '../../../core/market/instrument.ts';
import { DAY_MS, dayStartAt, marketDay, MINUTE_MS } from '../../../core/market/trading-hours.ts';
import { nearestTick } from '../../../core/money.ts';
import type { Paise, Quantity } from '../../../core/money.ts';
import { dailyFrom } from './days.ts';
import type { Metadata } from './metadata.ts';
import type { ImportedBar, ImportedSeries } from './series.ts';
import { temperamentOf } from './statistics.ts';

export interface DailyRow {
  readonly day: number;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  readonly volume: Quantity;
}

/** The minutes of one market day as parallel lists; `minutes` counts from the start of the day. */
export interface MinutePage {
  readonly day: number;
  readonly minutes: number[];
  readonly open: Paise[];
  readonly high: Paise[];
  readonly low: Paise[];
  readonly close: Paise[];
  readonly volume: Quantity[];
}

export interface Listing {
  readonly symbol: string;
  readonly name: string;
  readonly sector: string;
  readonly tickSize: Paise;
  /** Where the live market goes on: the last close, on the tick. */
  readonly price: Paise;
  readonly sharesIssued: Quantity;
  readonly dailyVolatility: number;
  readonly averageDailyVolume: Quantity;
  readonly days: readonly DailyRow[];
  readonly pages: readonly MinutePage[];
}

export const IMPORTED_SECTOR = 'Imported';

/** For a history without volumes: an ordinary middling stock. */
const USUAL_DAILY_VOLUME = 200_000;
/** A history of rare trades must still leave a market that a learner can trade in. */
const LEAST_DAILY_VOLUME = 1_000;
/** In a year about the whole company changes hands, less what never does: 300 days of volume are issued. */
const ISSUED_DAYS = 300;
const MOST_SHARES = 100_000_000_000;

export function toListings(series: readonly ImportedSeries[], metadata: ReadonlyMap<string, Metadata>): Listing[] {
  const symbols = [...new Set(series.map(({ symbol }) => symbol))];
  return symbols.map((symbol) => {
    const daily = series.find((each) => each.symbol === symbol && each.interval === '1D');
    const minutes = series.find((each) => each.symbol === symbol && each.interval === '1m');
    return toListing(symbol, daily, minutes, metadata.get(symbol));
  });
}

function toListing(
  symbol: string,
  daily: ImportedSeries | undefined,
  minutes: ImportedSeries | undefined,
  about: Metadata | undefined,
): Listing {
  const { lastClose, dailyVolatility, averageDailyVolume } = temperamentOf(daily, minutes);
  const tickSize = tickSizeFor(lastClose);
  const volume = averageDailyVolume === 0 ? USUAL_DAILY_VOLUME : Math.max(LEAST_DAILY_VOLUME, averageDailyVolume);
  return {
    symbol,
    name: about?.name || daily?.name || minutes?.name || symbol,
    sector: about?.sector || IMPORTED_SECTOR,
    tickSize,
    price: nearestTick(lastClose, tickSize),
    sharesIssued: Math.min(MOST_SHARES, volume * ISSUED_DAYS),
    dailyVolatility,
    averageDailyVolume: volume,
    days: dailyRows(daily?.bars ?? [], minutes?.bars ?? []),
    pages: minutePages(minutes?.bars ?? []),
  };
}

/** The daily bars, and days made of minutes where there is no daily bar. */
function dailyRows(daily: readonly ImportedBar[], minutes: readonly ImportedBar[]): DailyRow[] {
  const known = new Set(daily.map(({ at }) => at));
  const made = dailyFrom(minutes).filter(({ at }) => !known.has(at));
  return [...daily, ...made]
    .sort((a, b) => a.at - b.at)
    .map(({ at, open, high, low, close, volume }) => ({ day: at / DAY_MS, open, high, low, close, volume }));
}

function minutePages(minutes: readonly ImportedBar[]): MinutePage[] {
  const pages: MinutePage[] = [];
  for (const bar of minutes) {
    const day = marketDay(bar.at);
    let page = pages.at(-1);
    if (page === undefined || page.day !== day) {
      page = { day, minutes: [], open: [], high: [], low: [], close: [], volume: [] };
      pages.push(page);
    }
    page.minutes.push((bar.at - dayStartAt(day)) / MINUTE_MS);
    page.open.push(bar.open);
    page.high.push(bar.high);
    page.low.push(bar.low);
    page.close.push(bar.close);
    page.volume.push(bar.volume);
  }
  return pages;
}
