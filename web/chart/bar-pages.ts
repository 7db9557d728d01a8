// The spans in which a chart loads its bars: usual pages, and longer ones across gaps.
import type { Bar, Interval } from '../../contract/market.ts';
import { barStartSecond } from './bars.ts';

const DAY = 86_400;

/** How far a page reaches, in seconds: a few hundred bars of a market with hours, so that the first picture of a chart is soon drawn. */
const pageSeconds: Record<Interval, number> = {
  '1m': DAY,
  '5m': 5 * DAY,
  '15m': 15 * DAY,
  '1h': 45 * DAY,
  '1D': 550 * DAY,
  '1W': 4000 * DAY,
};

/** The furthest the server reaches back for bars made of minutes; a page of days may be longer. */
const LONGEST_SECONDS: Record<Interval, number> = {
  '1m': 80 * DAY,
  '5m': 80 * DAY,
  '15m': 80 * DAY,
  '1h': 80 * DAY,
  '1D': 8000 * DAY,
  '1W': 8000 * DAY,
};

/** After this many empty pages, each twice as long as the one before, the past is taken to be over. */
const EMPTY_PAGES = 8;

export interface Span {
  from: number;
  to: number;
}

interface Pages {
  interval: Interval;
  /** How many pages in a row were empty at this end: history may have gaps of weeks, imported history of years. */
  empty: number;
}

function pageLength({ interval, empty }: Pages): number {
  return Math.min(LONGEST_SECONDS[interval], pageSeconds[interval] * 2 ** empty);
}

/** How many pages in a row are empty, counted from the first one. */
export function emptyPages(pages: readonly (readonly Bar[])[]): number {
  const first = pages.findIndex((page) => page.length > 0);
  return first < 0 ? pages.length : first;
}

/** The page before this second; undefined if nothing came before. It begins where a bar begins, or a bar's two halves would be on different pages. */
export function earlierPage(pages: Pages, before: number): Span | undefined {
  if (before <= 0 || pages.empty >= EMPTY_PAGES) return undefined;
  return { from: Math.max(0, barStartSecond(pages.interval, before - pageLength(pages))), to: before - 1 };
}

interface LaterPages extends Pages {
  /** The page after which the next one is requested. */
  after: Span;
  now: number;
}

/** The page after the last one, up to but without the bar that is running now; undefined if there is none. */
export function laterPage({ after, now, ...pages }: LaterPages): Span | undefined {
  const { interval } = pages;
  const from = after.to + 1;
  const running = barStartSecond(interval, now);
  if (from >= running) return undefined;
  return { from, to: Math.min(barStartSecond(interval, from + pageLength(pages)), running) - 1 };
}
