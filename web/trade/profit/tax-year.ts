// The days of a profit report: a tax year, which in India runs from April to March, all days, or any span.
import { dateWords } from '../../ui/date-time.tsx';
import { isDay } from '../diary/calendar.ts';
import type { Days } from '../days-filter.tsx';

export interface ProfitSearch {
  /** The year in which the tax year begins; left out for the current one. */
  year?: number;
  /** A span in place of a tax year. */
  of?: 'all' | 'days';
  from?: string;
  to?: string;
}

/** How many tax years are offered, the current one first. */
const OFFERED = 5;

export function taxYearOf(day: string): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5) < '04-01' ? year - 1 : year;
}

function taxYearDays(year: number): Required<Days> {
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` };
}

/** `2026-27` */
function taxYearName(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

export interface ProfitDays {
  /** The choice in the list of years. */
  choice: string;
  days: Days;
  words: string;
}

/** Anything invalid means the current tax year. */
export function profitDaysOf(search: Record<string, unknown>, today: string): ProfitDays {
  if (search.of === 'all') return { choice: 'all', days: {}, words: 'All time' };
  if (search.of === 'days') {
    const [from, to] = [search.from, search.to].map((day) => (isDay(day) ? day : undefined));
    const days = from && to && from > to ? { from: to, to: from } : { from, to };
    return { choice: 'days', days, words: daysWords(days) };
  }
  const running = taxYearOf(today);
  const asked = Number(search.year);
  const year = Number.isSafeInteger(asked) && asked > running - OFFERED && asked <= running ? asked : running;
  const days = taxYearDays(year);
  return { choice: String(year), days, words: `Tax year ${taxYearName(year)}, ${daysWords(days)}` };
}

function daysWords({ from, to }: Days): string {
  if (from && to) return from === to ? dateWords(from) : `${dateWords(from)} to ${dateWords(to)}`;
  if (from) return `Since ${dateWords(from)}`;
  return to ? `Until ${dateWords(to)}` : 'All time';
}

export function yearChoices(today: string): { value: string; label: string }[] {
  const running = taxYearOf(today);
  return [
    ...Array.from({ length: OFFERED }, (_, ago) => ({
      value: String(running - ago),
      label: `Tax year ${taxYearName(running - ago)}`,
    })),
    { value: 'all', label: 'All time' },
    { value: 'days', label: 'Other days' },
  ];
}

/** The address of another choice; a span starts with the days shown now. */
export function profitSearchOf(choice: string, { days }: ProfitDays): ProfitSearch {
  if (choice === 'all') return { of: 'all' };
  if (choice === 'days') return { of: 'days', ...days };
  return { year: Number(choice) };
}
