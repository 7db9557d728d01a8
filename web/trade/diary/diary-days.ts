// What the diary shows of its days: the range of a view, the trades from a time on, and sums short enough for a calendar.
import type { DiaryDay } from '../../../contract/trade/diary.ts';
import { dateTimeText } from '../../ui/date-time.tsx';
import { numberFormat } from '../../ui/formats.ts';
import { countOf, countText, priceText, signedMoneyText } from '../../ui/number-text.ts';
import { dayWords, monthOf, monthRange, monthWords } from './calendar.ts';
import type { DiarySearch, DiaryView } from './diary-search.ts';

export interface DiaryRange {
  from?: string;
  to?: string;
}

/** What the view asks the server for. Days the wrong way round are turned. */
export function rangeOf(search: DiarySearch, today: string): DiaryRange {
  const view: DiaryView = search.view ?? 'monthly';
  if (view === 'daily') {
    const day = search.day ?? today;
    return { from: day, to: day };
  }
  if (view === 'monthly') return monthRange(search.month ?? monthOf(search.day ?? today));
  const { from, to } = search;
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

/** The day that is looked at: of the days in view, since of others nothing is known. A single day's view without a day is today's. */
export function selectedDay(search: DiarySearch, today: string): string | undefined {
  const { from, to } = rangeOf(search, today);
  if (search.view === 'daily') return from;
  const { day } = search;
  return day !== undefined && (!from || day >= from) && (!to || day <= to) ? day : undefined;
}

export function rangeWords(search: DiarySearch, today: string): string {
  const { from, to } = rangeOf(search, today);
  if ((search.view ?? 'monthly') === 'monthly' && from) return monthWords(monthOf(from));
  if (from && to) return from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`;
  if (from) return `Since ${dayWords(from)}`;
  return to ? `Until ${dayWords(to)}` : 'All time';
}

export function tradesFrom(day: DiaryDay, time: string | undefined): DiaryDay['details'] {
  return time === undefined ? day.details : day.details.filter((detail) => dateTimeText(detail.time, 'minute') >= time);
}

/** A day of hundreds of trades is read page by page: all at once would hold up the browser for seconds. */
const TRADES_A_PAGE = 50;

/** The trades of one page, counted from 1. Without a page, that of the open trade. */
export function tradesOnPage<Trade extends { _id: string }>(
  trades: readonly Trade[],
  page: number | undefined,
  open: string | undefined,
): { page: number; totalPages: number; onPage: readonly Trade[] } {
  const totalPages = Math.max(1, Math.ceil(trades.length / TRADES_A_PAGE));
  const opened = Math.max(
    0,
    trades.findIndex(({ _id }) => _id === open),
  );
  const shown = Math.min(page ?? Math.floor(opened / TRADES_A_PAGE) + 1, totalPages);
  return { page: shown, totalPages, onPage: trades.slice((shown - 1) * TRADES_A_PAGE, shown * TRADES_A_PAGE) };
}

const LAKH = 100_000;
const CRORE = 10_000_000;
const twoDecimals = numberFormat({ maximumFractionDigits: 2 });

/** Less than a rupee in paise: a day in the colour of a loss did not lose nothing. */
const rupeesText = (size: number): string => (size > 0 && size < 1 ? priceText(size) : countText(size));

/** `+1,234`, `\u22121.25L`, `+3Cr`: whole rupees, lakhs, crores, for a cell of a calendar; zero has no sign. */
export function shortSignedText(rupees: number): string {
  const size = Math.abs(rupees);
  const sign = size === 0 ? '' : rupees < 0 ? '\u2212' : '+';
  if (size >= CRORE) return `${sign}${twoDecimals.format(size / CRORE)}Cr`;
  if (size >= LAKH) return `${sign}${twoDecimals.format(size / LAKH)}L`;
  return sign + rupeesText(size);
}

const oneDecimal = numberFormat({ maximumFractionDigits: 1 });
/** From here on the decimal would make four figures. */
const THREE_FIGURES = 99.95;

const threeFigures = (size: number): string => (size < THREE_FIGURES ? oneDecimal.format(size) : countText(size));

/** `459`, `3.4K`, `1.3L`, `125Cr`: for a cell of a phone's calendar, where an arrow stands for the sign. */
export function tinyText(rupees: number): string {
  const size = Math.abs(rupees);
  if (size >= CRORE) return `${threeFigures(size / CRORE)}Cr`;
  if (size >= LAKH) return `${threeFigures(size / LAKH)}L`;
  return size >= 999.5 ? `${threeFigures(size / 1000)}K` : rupeesText(size);
}

const statusWords: Record<DiaryDay['status'], string> = { PROFIT: 'profit', LOSS: 'loss', FLAT: 'flat' };

/** A calendar day in words: '20 Nov 2026, profit +\u20b9130.00, net +\u20b9120.00, 3 trades'. */
export function dayLabel(day: string, record: DiaryDay | undefined): string {
  if (!record) return `${dayWords(day)}, no trades`;
  const trades = countOf(record.trades, 'trade');
  return `${dayWords(day)}, ${statusWords[record.status]} ${signedMoneyText(record.overallPL)}, net ${signedMoneyText(record.netPL)}, ${trades}`;
}
