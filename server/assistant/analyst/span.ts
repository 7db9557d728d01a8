// Finds the period that a question is about: this week, last month, the past 30 days, October, 2025.
import { DAY_MS, dayText, marketDay } from '../../../core/market/day.ts';

/** The first and the last day, as `YYYY-MM-DD`. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** What a tool is asked for: the day or the period of a question, or all time. */
export function timeOf(day: string | null, span: Span | null): Partial<Span> {
  return day === null ? { from: span?.from, to: span?.to } : { from: day, to: day };
}

/** The longest period, in days. */
const MOST_DAYS = 3660;

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `3` or `three`; null for anything else. */
export function numberNamed(word: string | undefined): number | null {
  if (word === undefined) return null;
  const place = NUMBERS.indexOf(word);
  if (place >= 0) return place + 1;
  return /^\d{1,4}$/.test(word) ? Number(word) : null;
}

const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** Each by its beginning, which is enough to know it. */
const MONTH_NAMES =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Without a word before it, `may` and `march` are none, and what follows a number is the month of a day. */
const MONTH = new RegExp(
  `\\b(?:(?<before>in|during|for|of|since|from)(?: the month of)? (?<named>${MONTH_NAMES})|(?<!\\d(?:st|nd|rd|th)? (?:of )?)(?<alone>(?!may\\b|mar(?:ch)?\\b)(?:${MONTH_NAMES})))\\b(?! \\d{1,2}(?:st|nd|rd|th)?\\b)(?:,? (?<year>20\\d\\d)\\b)?`,
);
/** `the difference between april and june` is of two. */
const MONTHS_FROM = new RegExp(
  `(?<!\\b(?:difference|compare) )\\b(?:from|between) (?<first>${MONTH_NAMES})(?:,? (?<firstYear>20\\d\\d))? (?:to|till|until|(?<=\\bbetween .+)and) (?:(?:today|now)\\b|(?<last>${MONTH_NAMES})\\b(?! \\d{1,2}(?:st|nd|rd|th)?\\b)(?:,? (?<lastYear>20\\d\\d)\\b)?)`,
);
/** Behind `for` and `of`, 1999 is rather a price or a number of shares. */
const YEAR =
  /\b(?:(?<before>in|during|for|of|since) (?:the year )?(?=20)|(?<long>in|during|since) (?:the year )?(?=19))(?<year>\d{4})\b(?!-)/;

const written = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** From the beginning of a month or a year to its end, to today if that is sooner or the question says `since`; null in the future. */
function named(text: string, today: number): Span | null {
  const [thisYear, thisMonth] = dayText(today).split('-').map(Number);
  const found = MONTH.exec(text)?.groups;
  if (found !== undefined) {
    const month = MONTHS.indexOf((found.named ?? found.alone).slice(0, 3));
    // A month without a year is the newest one of that name.
    const year = Number(found.year ?? (month < thisMonth ? thisYear : thisYear - 1));
    return until(today, found.before, Date.UTC(year, month), Date.UTC(year, month + 1));
  }
  const { since, number } = QUARTER.exec(text)?.groups ?? {};
  const ofBooks = number === undefined ? yearOfBooks(text) : null;
  const quarter = ofBooks ?? quarterOf(text, thisYear, thisMonth);
  if (quarter !== null) return until(today, since, ...quarter);
  const { year, before, long } = YEAR.exec(text)?.groups ?? {};
  return year === undefined
    ? null
    : until(today, before ?? long, Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0));
}

/**
 * `from april to june`, `between april and today`. Without years the newest first month, and the last one from there on, which may not be over;
 * null for anything else.
 */
function monthsFrom(text: string, today: number): Span | null {
  const found = MONTHS_FROM.exec(text)?.groups;
  if (found === undefined) return null;
  const [thisYear, thisMonth] = dayText(today).split('-').map(Number);
  const newest = (month: number): number => (month < thisMonth ? thisYear : thisYear - 1);
  const [first, last = thisMonth - 1] = [found.first, found.last].map((name) =>
    name === undefined ? undefined : MONTHS.indexOf(name.slice(0, 3)),
  ) as [number, number?];
  const lastYear = Number(found.lastYear ?? newest(last));
  const ofLast = found.lastYear && (first > last ? lastYear - 1 : lastYear);
  const start = Date.UTC(Number(found.firstYear ?? ofLast ?? newest(first)), first);
  const next = Date.UTC(lastYear, last + 1);
  return until(today, start < next ? undefined : 'since', start, next);
}

const QUARTER =
  /\b(?:(?<since>since) (?:the )?)?(?<which>this|current|last|previous|past) (?<unit>quarter|financial year|fy)\b|\b(?:in|of|for) q(?<number>[1-4])\b/;
const YEAR_OF_BOOKS =
  /\b(?:(?:financial year |fy ?)(?:20)?|(?:in|during|for|of|since|q[1-4]) 20)(?<begun>\d\d)[-/](?:20)?(?<next>\d\d)\b(?!-)/;

/** `FY 2025-26`: a year of India's books by its name. */
function yearOfBooks(text: string): [start: number, next: number] | null {
  const { begun, next } = YEAR_OF_BOOKS.exec(text)?.groups ?? {};
  if (begun === undefined || (Number(begun) + 1) % 100 !== Number(next)) return null;
  const year = 2000 + Number(begun);
  return [Date.UTC(year, 3), Date.UTC(year + 1, 3)];
}

const YEAR_OF_QUARTER = /\bq[1-4],?(?: of| in)? (?<year>20\d\d)\b(?![-/])/;

/** Quarters and years of India's books, which begin in April; Q1 to Q4 without a year are the newest that have begun. Q4 2025 is in that year. */
function quarterOf(text: string, year: number, month: number): [start: number, next: number] | null {
  const { which, unit, number } = QUARTER.exec(text)?.groups ?? {};
  const back = which === undefined || which === 'this' || which === 'current' ? 0 : 1;
  if (unit === 'quarter') {
    const first = Math.floor((month - 1) / 3) * 3 - 3 * back;
    return [Date.UTC(year, first), Date.UTC(year, first + 3)];
  }
  if (unit !== undefined) {
    const begun = (month >= 4 ? year : year - 1) - back;
    return [Date.UTC(begun, 3), Date.UTC(begun + 1, 3)];
  }
  if (number === undefined) return null;
  const first = (Number(number) * 3) % 12;
  const books = yearOfBooks(text);
  const newest = first < month ? year : year - 1;
  // The last quarter of a year of the books is in the next one.
  const begun = books
    ? new Date(books[Number(first === 0)]).getUTCFullYear()
    : Number(YEAR_OF_QUARTER.exec(text)?.groups?.year ?? newest);
  return [Date.UTC(begun, first), Date.UTC(begun, first + 3)];
}

function until(today: number, before: string | undefined, start: number, next: number): Span | null {
  const [from, end, now] = [written(start), written(next - DAY_MS), dayText(today)];
  if (from > now) return null;
  return { from, to: before === 'since' || end > now ? now : end };
}

/** The two periods that a question compares: `this month and last month`, `october versus september`. Otherwise at most one. */
export function spansIn(text: string, now: number): Span[] {
  const isOne = MONTHS_FROM.test(text);
  const parted = isOne ? null : /^(.*?)\b(?:vs\.?|versus|than|and|with|to|against|compared)\b(.*)$/.exec(text);
  const halves = parted?.slice(1) ?? [text];
  const spans = halves.flatMap((half) => spanIn(half.replace(/^ +(?=[a-z]+)/, ' in '), now) ?? []);
  // `better than last month` is about this one.
  const unit = spans.length === 1 ? OF_BEFORE.exec(text)?.[1] : undefined;
  return unit === undefined ? spans : [...spans, ...[spanIn(`this ${unit}`, now)].filter((span) => span !== null)];
}

const OF_BEFORE =
  /\b(?:vs\.?|versus|than|against|compared (?:to|with)) (?:the |my )?(?:last|previous|past) (week|month|quarter|year)\b/;

/** `summary of my week`, `a weekly report`: the one that is not over. */
function running(text: string): (string | undefined)[] {
  const [, unit = /\bweekly (?:report|summary|review)\b/.test(text) ? 'week' : undefined] =
    /\bmy (week|month|year)\b/.exec(text) ?? [];
  return unit === undefined ? [] : ['', undefined, 'this', unit];
}

export function spanIn(text: string, now: number): Span | null {
  const today = marketDay(now);
  const [, many, one] = /\b(?:last|past|previous) (\w+) (day|week|month|year)s?\b/.exec(text) ?? [];
  const days = (numberNamed(many) ?? 0) * (DAYS_OF[one] ?? 0);
  if (days > 0 && days <= MOST_DAYS) return { from: dayText(today - days + 1), to: dayText(today) };
  const [, since, which, unit] =
    /\b(?:(since) (?:the )?)?(this|current|last|past|previous) (week|month|year)\b/.exec(text) ?? running(text);
  if (which === undefined) return monthsFrom(text, today) ?? named(text, today);
  const back = which === 'this' || which === 'current' ? 0 : 1;
  const isOver = back === 1 && since === undefined;
  if (unit === 'week') {
    // Day 0 was a Thursday, and a week begins on Monday.
    const monday = today - ((today + 3) % 7) - 7 * back;
    return { from: dayText(monday), to: dayText(isOver ? monday + 6 : today) };
  }
  const [year, month] = dayText(today).split('-').map(Number);
  const start = (more: number) =>
    unit === 'month' ? Date.UTC(year, month - 1 - back + more) : Date.UTC(year - back + more, 0);
  return { from: written(start(0)), to: isOver ? written(start(1) - DAY_MS) : dayText(today) };
}
