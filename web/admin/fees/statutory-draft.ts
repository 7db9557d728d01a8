// The statutory rates being typed: kept as text, row by row, with each mistake at its own cell.
import type { FeesData } from '../../../contract/admin/fees.ts';
import type { WireStatutoryRates } from '../../../contract/trade/statutory.ts';
import { wireRates } from '../../../contract/trade/statutory-rates.ts';
import { DEFAULT_STATUTORY } from '../../../core/trade/settings.ts';
import { addDays } from '../../trade/diary/calendar.ts';
import { numberOf } from '../../ui/number-text.ts';

export const RATE_FIELDS = [
  'sttDelivery',
  'sttIntradaySell',
  'exchange',
  'sebi',
  'stampDelivery',
  'stampIntraday',
  'gst',
] as const;
export type RateField = (typeof RATE_FIELDS)[number];

export interface RatesDraft extends Record<RateField | 'from', string> {
  key: number;
}

export interface StatutoryDraft {
  isOn: boolean;
  rows: readonly RatesDraft[];
}

type Statutory = FeesData['statutory'];

/** The same fields with their values converted: from text to numbers for the call, or back for the form. */
function mapRates<From, To>(
  rates: Readonly<Record<RateField, From>>,
  read: (value: From) => To,
): Record<RateField, To> {
  return {
    sttDelivery: read(rates.sttDelivery),
    sttIntradaySell: read(rates.sttIntradaySell),
    exchange: read(rates.exchange),
    sebi: read(rates.sebi),
    stampDelivery: read(rates.stampDelivery),
    stampIntraday: read(rates.stampIntraday),
    gst: read(rates.gst),
  };
}

/** A rate of at most six decimals, without the exponent that small numbers get. */
const rateText = (rate: number): string => rate.toFixed(6).replace(/\.?0+$/, '');

function rowOf(rates: WireStatutoryRates, key: number): RatesDraft {
  return { key, from: rates.from, ...mapRates(rates, rateText) };
}

export function statutoryDraftOf({ isOn, rates }: Statutory): StatutoryDraft {
  return { isOn, rows: rates.map(rowOf) };
}

export function statutoryFormOf({ isOn, rows }: StatutoryDraft): Statutory {
  return { isOn, rates: rows.map((row) => ({ from: row.from, ...mapRates(row, numberOf) })) };
}

export interface StatutoryMistakes {
  /** By row number and field name: '0 gst'. */
  cells: ReadonlyMap<string, string>;
  /** What is wrong with the table as a whole. */
  table: string | null;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function statutoryMistakes(issues: readonly Issue[]): StatutoryMistakes {
  const cells = new Map<string, string>();
  let table: string | null = null;
  for (const { path, message } of issues) {
    if (path[0] !== 'statutory') continue;
    if (path.length === 4) cells.set(`${String(path[2])} ${String(path[3])}`, message);
    else table ??= message;
  }
  return { cells, table };
}

/** A new row copies the newest rates, from today or from the day after the newest on. */
export function withRates({ isOn, rows }: StatutoryDraft, today: string): StatutoryDraft {
  const newest = rows.toSorted((one, other) => (one.from < other.from ? -1 : 1)).at(-1);
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  const row = newest ?? rowOf(wireRates(DEFAULT_STATUTORY.rates[0]), key);
  const from = newest !== undefined && newest.from >= today ? addDays(newest.from, 1) : today;
  return { isOn, rows: [...rows, { ...row, key, from }] };
}

/** The row whose rates an order placed today would pay; undefined before the first of them. */
export function rowOfToday(rows: readonly RatesDraft[], today: string): RatesDraft | undefined {
  return rows
    .filter(({ from }) => from !== '' && from <= today)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
    .at(-1);
}
