// Recognises which provider's JSON a file holds and reads it as such, or reports the error that the provider has written into it.
import { FileRefused, shown } from './series.ts';
import { alphaVantage, finnhub, kite, twelveData, yahoo } from './providers.ts';
import { isRecord, recordsAsCsv, textOf } from './json-values.ts';
import type { JsonRecord, ListAsCsv } from './json-values.ts';
import type { SourceTable } from './source.ts';

/** A table, or comma-separated text of a plain list of records, to be read like any CSV. */
export function readJson(text: string): SourceTable | ListAsCsv {
  const value = parse(text);
  if (Array.isArray(value)) return recordsAsCsv(value);
  if (!isRecord(value)) throw new FileRefused('holds JSON that is not price history');
  refuseProviderErrors(value);
  refuseQuotes(value);
  const series = Object.keys(value).find((key) => key.includes('Time Series'));
  if (series !== undefined) return alphaVantage(value, series);
  if (isRecord(value.chart)) return yahoo(value.chart);
  if (Array.isArray(value.values)) return twelveData(value, value.values);
  if (Array.isArray(value.t) && Array.isArray(value.c)) return finnhub(value);
  if (isRecord(value.data) && Array.isArray(value.data.candles)) return kite(value.data.candles);
  const keys = Object.keys(value)
    .slice(0, 6)
    .map((text) => shown(text))
    .join(', ');
  throw new FileRefused(`holds JSON of no known provider; its keys are: ${keys === '' ? 'none' : keys}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new FileRefused(`is not valid JSON: ${shown(error instanceof Error ? error.message : '')}`);
  }
}

/** Providers report limits and errors with HTTP 200, so that people save such replies as if they were data. */
function refuseProviderErrors(value: JsonRecord): void {
  for (const key of ['Note', 'Information', 'Error Message']) {
    if (typeof value[key] === 'string') refuseAnswer('Alpha Vantage', value[key]);
  }
  if (value.status === 'error') refuseAnswer('the provider', textOf(value.message));
  if (isRecord(value.chart) && isRecord(value.chart.error)) {
    refuseAnswer('Yahoo', textOf(value.chart.error.description ?? value.chart.error.code));
  }
  if (value.s === 'no_data') throw new FileRefused('holds no prices: Finnhub answered "no_data"');
}

function refuseAnswer(who: string, message: string): never {
  throw new FileRefused(`holds no prices, only an answer of ${who}: "${shown(message, 240)}"`);
}

function refuseQuotes(value: JsonRecord): void {
  const quote = value['Global Quote'];
  if (isRecord(quote)) {
    throw new FileRefused(
      Object.keys(quote).length === 0
        ? 'is an empty Alpha Vantage quote: the provider does not know the symbol'
        : 'is one quote (Alpha Vantage GLOBAL_QUOTE), not history; save TIME_SERIES_DAILY instead',
    );
  }
  if (typeof value.c === 'number' && 'pc' in value) {
    throw new FileRefused(
      value.c === 0
        ? 'is an empty Finnhub quote: the provider does not know the symbol'
        : 'is one quote (Finnhub), not history; save its candles instead',
    );
  }
}
