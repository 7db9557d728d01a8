// Finds the day that a question names: `yesterday`, `on Friday`, `15 Nov`, and of those to come `tomorrow`, `next Monday`, `25 December`.
import { dayText, marketDay, weekday } from '../../../core/market/day.ts';
import { numberNamed } from './span.ts';

const ISO_DAY = /\b20\d\d-\d\d-\d\d\b/;

/** The day that is named, today or over; null for none, and for one that the calendar does not have. */
export function dayIn(text: string, now: number): string | null {
  const written = ISO_DAY.exec(text)?.[0];
  if (written !== undefined) return isDay(written) ? written : null;
  const spoken = DAY_FIRST.exec(text)?.groups ?? MONTH_FIRST.exec(text)?.groups;
  if (spoken !== undefined) return spokenDay(spoken, now);
  const back = daysBack(text);
  return back === null ? dayOfWeek(text, now) : dayText(marketDay(now) - back);
}

function daysBack(text: string): number | null {
  const ago = numberNamed(/\b(\w+) days? ago\b/.exec(text)?.[1]);
  if (ago !== null) return ago;
  if (/\bday before yesterday\b/.test(text)) return 2;
  return /\byesterday\b/.test(text) ? 1 : null;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEKDAY = new RegExp(`\\b(?<next>next |coming |this coming )?(?<last>last )?(?<name>${WEEKDAYS.join('|')})\\b`);

/** `on Friday` is the newest one, which may be today; `last Friday` is over. Null for one to come. */
function dayOfWeek(text: string, now: number): string | null {
  const found = WEEKDAY.exec(text)?.groups;
  if (found === undefined || found.next !== undefined) return null;
  const today = marketDay(now);
  const back = (weekday(today) - WEEKDAYS.indexOf(found.name) + 7) % 7;
  return dayText(today - (back === 0 && found.last !== undefined ? 7 : back));
}

/** At most, as around 1900 or 2100. */
const YEARS_BETWEEN_LEAP_DAYS = 8;

/** There is such a day: 31 February would otherwise be one in March. */
function isDay(written: string): boolean {
  const at = Date.parse(written);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written);
}

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthWord = String.raw`(?<month>${MONTHS.join('|')})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\b`;
const dayWord = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?\b`;
const yearWord = String.raw`(?:,? (?<year>20\d\d)\b)?`;
/** `15 Nov 2026`, `November 15th, 2026`, and `on 15 Nov`. */
const DAY_FIRST = new RegExp(`\\b${dayWord}(?: of)? ${monthWord}${yearWord}`);
const MONTH_FIRST = new RegExp(`\\b${monthWord} ${dayWord}${yearWord}`);

/** The date looks like one, whether or not there is such a day; `50 may` is none. */
export function namesDay(text: string): boolean {
  const spoken = DAY_FIRST.exec(text)?.groups ?? MONTH_FIRST.exec(text)?.groups;
  return ISO_DAY.test(text) || (spoken !== undefined && Number(spoken.day) >= 1 && Number(spoken.day) <= 31);
}

/** Without a year the newest day of that name, which for 29 February may be years ago. Null for a date that does not exist. */
function spokenDay({ year, month, day }: Record<string, string | undefined>, now: number): string | null {
  const today = dayText(marketDay(now));
  const thisYear = Number(today.slice(0, 4));
  const inYear = (of: number): string => `${of}-${monthAndDay(month!, day!)}`;
  if (year !== undefined) return isDay(inYear(Number(year))) ? inYear(Number(year)) : null;
  for (let back = 0; back <= YEARS_BETWEEN_LEAP_DAYS; back++) {
    const written = inYear(thisYear - back);
    if (written <= today && isDay(written)) return written;
  }
  return null;
}

/** The first day of that name from today on, as `is the market open on 25 December?` means it; null for none, and for one that is over. */
export function comingDayIn(text: string, now: number): string | null {
  const today = marketDay(now);
  if (/\bday after tomorrow\b/.test(text)) return dayText(today + 2);
  if (/\btomorrow\b/.test(text)) return dayText(today + 1);
  if (/\b(?:today|tonight|now)\b/.test(text)) return dayText(today);
  const spoken = DAY_FIRST.exec(text)?.groups ?? MONTH_FIRST.exec(text)?.groups;
  const written = ISO_DAY.exec(text)?.[0] ?? (spoken === undefined ? null : comingDate(spoken, today));
  if (written !== null) return isDay(written) && written >= dayText(today) ? written : null;
  const { name, next, last } = WEEKDAY.exec(text)?.groups ?? {};
  if (name === undefined || last !== undefined) return null;
  const ahead = (WEEKDAYS.indexOf(name) - weekday(today) + 7) % 7;
  return dayText(today + (ahead === 0 && next !== undefined ? 7 : ahead));
}

function comingDate({ year, month, day }: Record<string, string | undefined>, today: number): string {
  const inYear = (of: number): string => `${of}-${monthAndDay(month!, day!)}`;
  const thisYear = Number(dayText(today).slice(0, 4));
  if (year !== undefined) return inYear(Number(year));
  return inYear(thisYear) >= dayText(today) ? inYear(thisYear) : inYear(thisYear + 1);
}

const monthAndDay = (month: string, day: string): string =>
  `${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
