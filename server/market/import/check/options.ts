// How the operator wants files to be read. Everything has a default, except what must not be guessed.
import type { ImportInterval } from '../read/series.ts';
import type { DateOrder } from '../read/dates.ts';
import type { DecimalSign } from '../read/numbers.ts';

export interface ReadOptions {
  /** For a file that holds one stock; null takes the column or the file name. */
  readonly symbol: string | null;
  readonly interval: ImportInterval | null;
  readonly dateOrder: DateOrder | null;
  readonly decimalSign: DecimalSign | null;
  /** Zone of times that carry none. */
  readonly timeZone: string;
  /** The series of an exchange file that are shares; others (bonds, rights) are left out. */
  readonly series: readonly string[];
  readonly priceScale: number | null;
  /** The day of a file that only counts milliseconds since midnight. */
  readonly day: string | null;
  /** More recent bars are refused. */
  readonly minAgeDays: number;
  /** Epoch ms; the reader has no clock of its own. */
  readonly now: number;
}

/** The age that Indian rules on sharing prices for education require. */
const DEFAULT_MIN_AGE_DAYS = 30;

const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

export function defaultReadOptions(now: number): ReadOptions {
  return {
    symbol: null,
    interval: null,
    dateOrder: null,
    decimalSign: null,
    timeZone: DEFAULT_TIME_ZONE,
    series: ['EQ'],
    priceScale: null,
    day: null,
    minAgeDays: DEFAULT_MIN_AGE_DAYS,
    now,
  };
}
