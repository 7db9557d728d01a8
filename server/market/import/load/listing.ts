// Turns the series of a symbol into a listing: its terms, its daily bars and its pages of minute bars.
import { arePossibleTerms, DEFAULT_PRICE_BAND, tickSizeFor } from '../../../../core/market/instrument.ts';
import { DAY_MS, dayStartAt, marketDay, MINUTE_MS } from '../../../../core/market/day.ts';
import { nearestTick } from '../../../../core/money.ts';
import type { Paise, Quantity } from '../../../../core/money.ts';
import { PROFILE_DAYS } from '../../crowd.ts';
import { FEWEST_DAYS, traderProfileFrom } from '../../trader-profile.ts';
import { dailyFrom } from '../check/days.ts';
import { rupeeText } from '../check/rows.ts';
import type { Metadata } from './metadata.ts';
import type { ImportedBar, ImportedSeries, ImportInterval } from '../read/series.ts';

interface DailyRow {
  readonly day: number;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  readonly volume: Quantity;
}

/** The minutes of one market day as parallel lists; `minutes` counts from the start of the day. */
interface MinutePage {
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
  /** The price at which live trading begins: the last close, rounded to the tick. */
  readonly price: Paise;
  readonly sharesIssued: Quantity;
  /** As the simulated traders will compute it from the daily bars; 0.02 is two percent a day. */
  readonly dailyVolatility: number;
  /** False if the history is too short to compute it, and a typical value is used. */
  readonly isVolatilityOwn: boolean;
  readonly days: readonly DailyRow[];
  readonly pages: readonly MinutePage[];
}

const IMPORTED_SECTOR = 'Imported';

/** As many shares are issued as trade in 300 days, since in a year about as many change hands as are in circulation. */
const ISSUED_DAYS = 300;
const LEAST_SHARES = 300_000;
const MOST_SHARES = 100_000_000_000;

export function toListings(series: readonly ImportedSeries[], metadata: ReadonlyMap<string, Metadata>): Listing[] {
  const bySymbol = new Map<string, Partial<Record<ImportInterval, ImportedSeries>>>();
  for (const each of series) bySymbol.set(each.symbol, { ...bySymbol.get(each.symbol), [each.interval]: each });
  return [...bySymbol].map(([symbol, { '1D': daily, '1m': minutes }]) =>
    toListing(symbol, daily, minutes, metadata.get(symbol)),
  );
}

function toListing(
  symbol: string,
  daily: ImportedSeries | undefined,
  minutes: ImportedSeries | undefined,
  about: Metadata | undefined,
): Listing {
  const days = dailyRows(daily?.bars ?? [], minutes?.bars ?? []);
  const lastClose = days[days.length - 1].close;
  const tickSize = tickSizeFor(lastClose);
  const price = nearestTick(lastClose, tickSize);
  const recent = days.slice(-PROFILE_DAYS);
  const past = { close: recent.map(({ close }) => close), volume: recent.map(({ volume }) => volume) };
  const { dailyVolatility, averageDailyVolume } = traderProfileFrom(past, price, tickSize);
  return {
    symbol,
    name: about?.name || daily?.name || minutes?.name || symbol,
    sector: about?.sector || IMPORTED_SECTOR,
    tickSize,
    price,
    sharesIssued: Math.min(MOST_SHARES, Math.max(LEAST_SHARES, averageDailyVolume * ISSUED_DAYS)),
    dailyVolatility,
    isVolatilityOwn: recent.length > FEWEST_DAYS,
    days,
    pages: minutePages(minutes?.bars ?? []),
  };
}

/** Why nobody could trade at the price at which live trading would begin; null where they can. */
export function priceRefusal({ symbol, tickSize, price }: Listing): string | null {
  if (arePossibleTerms({ tickSize, priceBand: DEFAULT_PRICE_BAND, previousClose: price })) return null;
  return `${symbol} closed last at ${rupeeText(price)}, so low that no other price lies in its day's price band`;
}

/** The daily bars; days without one are made of minute bars. */
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
