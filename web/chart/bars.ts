// Candles as the wire carries them (rupees, seconds): pages joined into one list, and new bars built from finer ones.
import { firstPlace } from '../../core/first-place.ts';
import type { Bar, Interval } from '../../contract/market.ts';
import { barStartAt } from '../../core/market/bars.ts';

/** The second at which the bar of `interval` begins that `second` falls into. */
export function barStartSecond(interval: Interval, second: number): number {
  return barStartAt(interval, second * 1000) / 1000;
}

/** What a running bar is built from: minutes of the chart's stream up to an hour, days of the quote beyond that. */
export function finerInterval(interval: Interval): '1m' | '1D' {
  return interval === '1D' || interval === '1W' ? '1D' : '1m';
}

/** Joins bars in order of time without duplicates; where two have the same time, the later list's wins. */
export function joinBars(earlier: readonly Bar[], later: readonly Bar[]): Bar[] {
  if (later.length === 0) return [...earlier];
  return [...earlier.filter((bar) => bar.timestamp < later[0].timestamp), ...later];
}

/** Where the bar of this second stands; -1 when there is none. */
export function indexOfBar(bars: readonly Bar[], second: number): number {
  const index = firstPlace(bars.length, (place) => bars[place].timestamp >= second);
  return bars[index]?.timestamp === second ? index : -1;
}

/** The bars built while somebody is watching, with the latest state of the last one. Late pushes for earlier bars are ignored. */
export function withNewest(made: readonly Bar[], newest: Bar): readonly Bar[] {
  const last = made.at(-1);
  if (last && newest.timestamp < last.timestamp) return made;
  const kept = last?.timestamp === newest.timestamp ? made.slice(0, -1) : made;
  return [...kept, newest];
}

/**
 * Appends bars built since to those that were loaded. Anything before the last loaded bar was loaded complete, and of that one bar the
 * version with more shares is newer: it only grows, and a split, which only what is loaded knows of, makes more shares of it.
 */
export function withMadeBars(loaded: readonly Bar[], made: readonly Bar[]): readonly Bar[] {
  const last = loaded.at(-1);
  const isNewer = ({ timestamp, volume }: Bar, than: Bar): boolean =>
    timestamp > than.timestamp || (timestamp === than.timestamp && volume >= than.volume);
  const newer = last ? made.filter((bar) => isNewer(bar, last)) : made;
  return newer.length === 0 ? loaded : joinBars(loaded, newer);
}

/** How far the clock here may differ from the server's. */
const CLOCKS_APART = 60;

/** Finds the day of a quote: quotes do not say, and around midnight only the server's clock knows. The volume falls when a day begins. */
export class QuoteDay {
  #start = 0;
  #volume = 0;

  /** The second at which the day of a quote began; quotes must be reported in order, at the second they arrived. */
  of(volume: number, second: number): number {
    const isFirst = this.#start === 0;
    const apart = volume < this.#volume ? CLOCKS_APART : isFirst ? 0 : -CLOCKS_APART;
    this.#volume = volume;
    this.#start = Math.max(this.#start, barStartSecond('1D', second + apart));
    return this.#start;
  }
}

/** Builds the running bar. A finer bar may arrive repeatedly while it grows: the newest version counts. */
export class RunningBar {
  readonly #interval: Interval;
  #finer: Map<number, Bar>;
  #start = 0;

  constructor(interval: Interval, finer: readonly Bar[] = []) {
    this.#interval = interval;
    this.#finer = new Map(finer.map((bar) => [bar.timestamp, bar]));
    this.#start = finer.length > 0 ? barStartSecond(interval, finer[finer.length - 1].timestamp) : 0;
  }

  /** Takes in a finer bar and returns the running one; null if it belongs to a bar that is over. */
  take(finer: Bar): Bar | null {
    const start = barStartSecond(this.#interval, finer.timestamp);
    if (start < this.#start) return null;
    if (start > this.#start) this.#finer = new Map();
    this.#start = start;
    this.#finer.set(finer.timestamp, finer);
    return this.#joined();
  }

  #joined(): Bar {
    const parts = [...this.#finer.values()]
      .filter((part) => barStartSecond(this.#interval, part.timestamp) === this.#start)
      .sort((a, b) => a.timestamp - b.timestamp);
    return {
      timestamp: this.#start,
      open: parts[0].open,
      high: Math.max(...parts.map((part) => part.high)),
      low: Math.min(...parts.map((part) => part.low)),
      close: parts[parts.length - 1].close,
      volume: parts.reduce((sum, part) => sum + part.volume, 0),
    };
  }
}
