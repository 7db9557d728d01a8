// Checks one source row and makes a bar of it: its date, its age, four positive prices that are consistent, and a volume.
import { dayText } from '../../../../core/market/day.ts';
import type { Paise, Quantity } from '../../../../core/money.ts';
import { MAX_PRICE } from '../../../../core/trade/check-order.ts';
import { counted, MAX_VOLUME } from '../read/series.ts';
import { readMoment } from '../read/dates.ts';
import type { DateOrder } from '../read/dates.ts';
import { isMissing, paiseOf, readNumber, readVolume } from '../read/numbers.ts';
import type { DecimalSign } from '../read/numbers.ts';
import type { SourceRow } from '../read/source.ts';
import { place } from '../read/zone.ts';
import type { PlacedMoment, Zone } from '../read/zone.ts';

export interface RowRules {
  readonly dateOrder: DateOrder;
  readonly decimalSign: DecimalSign;
  readonly zone: Zone;
  readonly scale: number;
  readonly hasVolume: boolean;
  /** Days since 1970 of today, and how old a bar must be at least. */
  readonly today: number;
  readonly minAgeDays: number;
}

export interface CheckedRow {
  readonly line: number;
  readonly moment: PlacedMoment;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  readonly volume: Quantity;
  readonly isVolumeRounded: boolean;
}

/** A bar, the reason why there is none, or null for a day that is empty in the file. */
export function checkRow(row: SourceRow, rules: RowRules): CheckedRow | string | null {
  const moment = checkMoment(row, rules);
  if (typeof moment === 'string') return moment;
  const missing = PRICES.filter((field) => isMissing(row[field]));
  if (missing.length === PRICES.length && (isMissing(row.volume) || Number(row.volume) === 0)) return null;
  if (missing.length > 0) return `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing`;
  const [open, high, low, close] = PRICES.map((field) => checkPrice(field, row[field], rules));
  for (const price of [open, high, low, close]) if (typeof price === 'string') return price;
  const bar = { open, high, low, close } as { open: Paise; high: Paise; low: Paise; close: Paise };
  const misfit = misfitOf(bar);
  if (misfit !== null) return misfit;
  const volume = checkVolume(row.volume, rules);
  if (typeof volume === 'string') return volume;
  return { line: row.line, moment, ...bar, volume: volume.volume, isVolumeRounded: volume.isRounded };
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

function checkMoment(row: SourceRow, rules: RowRules): PlacedMoment | string {
  const moment = readMoment(row.date, row.time, rules.dateOrder);
  if (typeof moment === 'string') return moment;
  const placed = place(moment, rules.zone);
  const age = rules.today - placed.day;
  // Where no bar is too new, tomorrow's date, which a zone ahead of India may have, must not be said to be too new.
  if (age < (rules.minAgeDays === 0 ? 0 : -1)) return `${dayText(placed.day)} lies in the future`;
  if (age >= rules.minAgeDays) return placed;
  const [ago, least] = [counted(Math.max(0, age), 'day'), counted(rules.minAgeDays, 'day')];
  return `${dayText(placed.day)} is ${ago} ago; bars must be at least ${least} old (MIN_DATA_AGE_DAYS)`;
}

export function rupeeText(price: Paise): string {
  return (price / 100).toFixed(2);
}

function checkPrice(field: string, text: string, rules: RowRules): Paise | string {
  const value = readNumber(text, rules.decimalSign);
  if (typeof value === 'string') return `${field} ${value}`;
  if (value <= 0) return `${field} ${text} is not above zero`;
  const price = paiseOf(value, rules.scale);
  if (price < 1) return `${field} ${text} is less than one paisa`;
  if (price > MAX_PRICE) return `${field} ${text} is more than a price can be (${rupeeText(MAX_PRICE)})`;
  return price;
}

/** Checked after rounding to the paisa, so that a provider's rounding errors do not count as contradictions. */
function misfitOf({ open, high, low, close }: { open: Paise; high: Paise; low: Paise; close: Paise }): string | null {
  if (high < low) return `high ${rupeeText(high)} is below low ${rupeeText(low)}`;
  if (high < open) return `high ${rupeeText(high)} is below open ${rupeeText(open)}`;
  if (high < close) return `high ${rupeeText(high)} is below close ${rupeeText(close)}`;
  if (low > open) return `low ${rupeeText(low)} is above open ${rupeeText(open)}`;
  if (low > close) return `low ${rupeeText(low)} is above close ${rupeeText(close)}`;
  return null;
}

function checkVolume(text: string, rules: RowRules): { volume: Quantity; isRounded: boolean } | string {
  if (!rules.hasVolume) return { volume: 0, isRounded: false };
  if (isMissing(text)) return 'volume is missing';
  const read = readVolume(text, rules.decimalSign);
  if (typeof read === 'string') return `volume ${read}`;
  if (read.volume < 0) return `volume ${text} is below zero`;
  if (read.volume > MAX_VOLUME) return `volume ${text} is more than a volume can be`;
  return read;
}
