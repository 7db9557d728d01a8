// How the built-in analyst writes figures, lists and tables.
import type { QuotesDay } from '../tools/quotes-day.ts';
import { dayText, INDIA_OFFSET_MS, marketDay } from '../../../core/market/day.ts';

const MINUS = '\u2212';
const sums = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counts = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 });

function signed(value: number, text: string, showsPlus: boolean): string {
  // Zero, and what rounds to zero, has no sign.
  if (!/[1-9]/.test(text)) return text;
  if (value < 0) return MINUS + text;
  return showsPlus ? `+${text}` : text;
}

/** `₹1,234.50`, below zero `−₹1,234.50`. */
export function money(rupees: number): string {
  return signed(rupees, `₹${sums.format(Math.abs(rupees))}`, false);
}

/** The same with a plus sign above zero. */
export function change(rupees: number): string {
  return signed(rupees, `₹${sums.format(Math.abs(rupees))}`, true);
}

/** `+1.25%`. */
export function percentChange(percent: number): string {
  return signed(percent, `${sums.format(Math.abs(percent))}%`, true);
}

/** `12.5%`, for shares of a whole and rates. */
export function percent(value: number): string {
  return signed(value, `${plain.format(Math.abs(value))}%`, false);
}

export function figure(value: number): string {
  return signed(value, sums.format(Math.abs(value)), false);
}

export function count(value: number): string {
  return signed(value, counts.format(Math.abs(value)), false);
}

export function shares(quantity: number): string {
  return `${count(quantity)} ${quantity === 1 ? 'share' : 'shares'}`;
}

/** `3 orders`, `1 order`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** `today`, or `on 5 Nov 2026`: the day that prices are of. */
export function onDay({ date, isToday }: QuotesDay): string {
  return isToday ? 'today' : `on ${dayWords(date)}`;
}

/** The same as a title. */
export function dayTitle({ date, isToday }: QuotesDay): string {
  return isToday ? 'Today' : dayWords(date);
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `2026-11-05` as `5 Nov 2026`. */
export function dayWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[month - 1]} ${year}`;
}

/** ` on 5 Nov 2026`, ` from 1 Nov 2026 to 5 Nov 2026`, or what is said of all time. */
export function daysClause({ from, to }: { from: string | null; to: string | null }, ofAll: string): string {
  if (from === null || to === null) return ofAll;
  return from === to ? ` on ${dayWords(from)}` : ` from ${dayWords(from)} to ${dayWords(to)}`;
}

/** Any day of November 2026 as `Nov 2026`. */
export const monthWords = (day: string): string => dayWords(day).split(' ').slice(1).join(' ');

/** An instant as `5 Nov 2026, 14:03`, in India's time. */
export function timeWords(instant: string): string {
  const at = Date.parse(instant);
  const clock = new Date(at + INDIA_OFFSET_MS).toISOString().slice(11, 16);
  return `${dayWords(dayText(marketDay(at)))}, ${clock}`;
}

export function list(lines: readonly (string | false | null)[]): string {
  return lines.flatMap((line) => (line === false || line === null ? [] : [`- ${line}`])).join('\n');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(row)].join('\n');
}

/** Joins paragraphs, lists and tables, leaving out null and false. */
export function written(...parts: readonly (string | false | null)[]): string {
  return parts.filter((part) => part !== false && part !== null && part !== '').join('\n\n');
}
