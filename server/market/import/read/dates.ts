// Reads dates and times as providers write them, and decides from all dates of a file whether the day or the month comes first.
import { DAY_MS } from '../../../../core/market/day.ts';
import { FileRefused, shown } from './series.ts';

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** A point on a wall calendar, or an epoch instant that still needs a time zone to become a day. */
export type Moment =
  | { readonly kind: 'wall'; readonly day: number; readonly timeMs: number; readonly offsetMinutes: number | null }
  | { readonly kind: 'epoch'; readonly at: number };

const SLASHED = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:,?[T ]+(.+))?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2}:?\d{2}.*))?$/;
const DAY_MONTH_NAME = /^(\d{1,2})[-/ ]([A-Za-z]{3,9})\.?[-/ ,]+(\d{4}|\d{2})(?:[T ]+(.+))?$/;
const MONTH_NAME_DAY = /^([A-Za-z]{3,9})\.?[- ](\d{1,2}),?[- ]+(\d{4})(?:[T ]+(.+))?$/;
const EPOCH_SECONDS = /^\d{9,10}(\.\d+)?$/;
/** Twelve digits that begin like a date are yyyymmddhhmm; as epoch milliseconds they would lie before 1977. */
const EPOCH_MS = /^(?!(19|20)\d\d(0[1-9]|1[0-2])\d{6}$)\d{12,13}$/;
const TIME = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** True for a text with the form of a date; distinguishes data from a header. */
export function looksLikeDate(text: string): boolean {
  return typeof readMoment(text, '', 'dmy') !== 'string' || typeof readMoment(text, '', 'mdy') !== 'string';
}

/** @param time from a separate column, if the file has one */
export function readMoment(date: string, time: string, order: DateOrder): Moment | string {
  if (time === '' && (EPOCH_SECONDS.test(date) || EPOCH_MS.test(date))) {
    const value = Number(date);
    return { kind: 'epoch', at: EPOCH_MS.test(date) ? value : Math.round(value * 1000) };
  }
  const parts = dateParts(date, order);
  if (parts === null) return date === '' ? 'the date is missing' : `"${shown(date)}" is not a date`;
  const day = dayNumber(parts.year, parts.month, parts.day);
  if (day === null) return `"${shown(date)}" is not a day of the calendar`;
  const clock = time === '' ? parts.rest : time;
  if (clock === '') return { kind: 'wall', day, timeMs: 0, offsetMinutes: null };
  const read = readTime(clock);
  if (read === null) return `"${shown(clock)}" is not a time of day`;
  return { kind: 'wall', day, ...read };
}

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly rest: string;
}

function dateParts(text: string, order: DateOrder): DateParts | null {
  const slashed = SLASHED.exec(text);
  if (slashed !== null) return slashedParts(slashed, order);
  const compact = COMPACT.exec(text);
  if (compact !== null) {
    return { year: Number(compact[1]), month: Number(compact[2]), day: Number(compact[3]), rest: compact[4] ?? '' };
  }
  const dayFirst = DAY_MONTH_NAME.exec(text);
  if (dayFirst !== null) return namedParts(dayFirst[3], dayFirst[2], dayFirst[1], dayFirst[4]);
  const monthFirst = MONTH_NAME_DAY.exec(text);
  return monthFirst === null ? null : namedParts(monthFirst[3], monthFirst[1], monthFirst[2], monthFirst[4]);
}

function slashedParts(match: RegExpExecArray, order: DateOrder): DateParts | null {
  const [, first, separator, second, third, rest = ''] = match;
  if (first.length > 2 || (order === 'ymd' && third.length <= 2)) {
    if (first.length === 3 || third.length > 2) return null;
    return { year: fullYear(first), month: Number(second), day: Number(third), rest };
  }
  if (third.length === 1 || third.length === 3) return null;
  // With points, the day is always first: dd.mm.yyyy.
  const isDayFirst = separator === '.' || order !== 'mdy';
  const [day, month] = isDayFirst ? [Number(first), Number(second)] : [Number(second), Number(first)];
  return { year: fullYear(third), month, day, rest };
}

function namedParts(year: string, month: string, day: string, rest = ''): DateParts | null {
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  return index < 0 ? null : { year: fullYear(year), month: index + 1, day: Number(day), rest };
}

/** Of two-digit years, 70 to 99 belong to the last century. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year >= 70 ? 1900 + year : 2000 + year;
}

/** Days since 1970 of a date written YYYY-MM-DD, or null. */
export function dayNumberOf(text: string): number | null {
  const [year, month, day] = text.split('-').map(Number);
  return dayNumber(year, month, day);
}

/** Days since 1970, or null for the 31st of February and the like. */
function dayNumber(year: number, month: number, day: number): number | null {
  if (year < 1800 || year > 2200) return null;
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at / DAY_MS : null;
}

function readTime(text: string): { timeMs: number; offsetMinutes: number | null } | null {
  const match = TIME.exec(text.trim());
  if (match === null) return null;
  const [, hourText, minute, second = '0', fraction = '0', half = '', zone = ''] = match;
  let hour = Number(hourText);
  if (half !== '') {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  }
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000);
  const timeMs = ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds;
  return { timeMs, offsetMinutes: zone === '' ? null : offsetOf(zone) };
}

function offsetOf(zone: string): number {
  if (/^[a-z]/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

export interface DatedLine {
  readonly line: number;
  readonly date: string;
}

/**
 * Day first or month first? The first number above 12 anywhere in the file decides. When both orders are proved the file
 * contradicts itself; when neither is, the operator's answer counts, and without one the file is refused with the question.
 */
export function dateOrderOf(
  rows: readonly DatedLine[],
  asked: DateOrder | null,
  placeWord: 'line' | 'entry' = 'line',
): DateOrder {
  let dayFirst: DatedLine | null = null;
  let monthFirst: DatedLine | null = null;
  let undecided: DatedLine | null = null;
  for (const row of rows) {
    const match = SLASHED.exec(row.date);
    if (match === null || match[1].length > 2 || match[2] === '.') continue;
    if (Number(match[1]) > 12) dayFirst ??= row;
    else if (Number(match[3]) > 12) monthFirst ??= row;
    else undecided ??= row;
  }
  if (asked === 'ymd') return 'ymd';
  if (dayFirst !== null && monthFirst !== null) {
    if (asked !== null) return asked;
    throw new FileRefused(
      `writes the day first ("${shown(dayFirst.date)}", ${placeWord} ${dayFirst.line}) and the month first ` +
        `("${shown(monthFirst.date)}", ${placeWord} ${monthFirst.line}); say --date-format dmy or --date-format mdy`,
    );
  }
  if (dayFirst !== null) return 'dmy';
  if (monthFirst !== null) return 'mdy';
  if (undecided !== null && asked === null) {
    throw new FileRefused(
      `has dates like "${shown(undecided.date)}" that can be read two ways; ` +
        'say --date-format dmy (day first) or --date-format mdy (month first)',
      undecided.line,
    );
  }
  return asked ?? 'dmy';
}
