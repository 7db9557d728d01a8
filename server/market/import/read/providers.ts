// One reader for the JSON of each provider: Alpha Vantage, Yahoo chart v8, Twelve Data, Finnhub candles, Kite and Upstox candles.
import { FileRefused, shown } from './series.ts';
import type { ImportInterval } from './series.ts';
import { isRecord, listOf, textOf } from './json-values.ts';
import type { JsonRecord } from './json-values.ts';
import type { SourceRow, SourceTable } from './source.ts';
import { isTimeZone } from './zone.ts';

const INTERVALS: Readonly<Record<string, ImportInterval>> = {
  daily: '1D',
  '1d': '1D',
  '1day': '1D',
  day: '1D',
  '1m': '1m',
  '1min': '1m',
  minute: '1m',
};

function intervalOf(text: string): ImportInterval {
  const interval = INTERVALS[text.toLowerCase()];
  if (interval === undefined)
    throw new FileRefused(`has bars of "${shown(text)}"; only daily and 1-minute bars can be imported`);
  return interval;
}

function table(rows: readonly SourceRow[], about: Partial<SourceTable>): SourceTable {
  if (rows.length === 0) throw new FileRefused('holds no prices');
  return {
    rows,
    problems: [],
    placeWord: 'entry',
    interval: null,
    offsetMinutes: null,
    zoneName: null,
    symbol: '',
    name: '',
    hasVolume: rows.some((row) => row.volume !== ''),
    scale: 1,
    notes: [],
    ...about,
  };
}

type Values = { readonly [key in 'open' | 'high' | 'low' | 'close' | 'volume']: unknown };

function row(line: number, date: unknown, values: Values): SourceRow {
  return {
    line,
    symbol: '',
    series: '',
    name: '',
    date: textOf(date),
    time: '',
    open: textOf(values.open),
    high: textOf(values.high),
    low: textOf(values.low),
    close: textOf(values.close),
    volume: textOf(values.volume),
  };
}

/** Keys are numbered ("1. open"), and the number of "volume" differs between the plain and the adjusted series. */
export function alphaVantage(file: JsonRecord, seriesKey: string): SourceTable {
  const series = file[seriesKey];
  if (!isRecord(series)) throw new FileRefused(`has no prices under "${shown(seriesKey)}"`);
  const meta = unnumbered(isRecord(file['Meta Data']) ? file['Meta Data'] : {});
  const rows = Object.entries(series).map(([date, bar], index) => {
    const values = unnumbered(isRecord(bar) ? bar : {});
    const { open, high, low, close, volume } = values;
    return row(index + 1, date, { open, high, low, close, volume });
  });
  const zone = textOf(meta['time zone']);
  return table(rows, {
    interval: intervalOf(/\(([^)]+)\)/.exec(seriesKey)?.[1] ?? seriesKey),
    symbol: textOf(meta.symbol),
    zoneName: isTimeZone(zone) ? zone : null,
  });
}

function unnumbered(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key.replace(/^\d+[a-z]?\.\s*/i, '').toLowerCase(), value]),
  );
}

export function yahoo(chart: JsonRecord): SourceTable {
  const result: unknown = listOf(chart.result, 'chart.result')[0];
  if (!isRecord(result) || !isRecord(result.meta) || !isRecord(result.indicators))
    throw new FileRefused('holds no prices');
  const { meta } = result;
  const times = listOf(result.timestamp, 'timestamp');
  const quote: unknown = listOf(result.indicators.quote, 'indicators.quote')[0];
  if (!isRecord(quote)) throw new FileRefused('has no list "indicators.quote"');
  const rows = parallelRows(times, quote, ['open', 'high', 'low', 'close', 'volume']);
  const zone = textOf(meta.exchangeTimezoneName);
  return table(rows, {
    interval: intervalOf(textOf(meta.dataGranularity)),
    symbol: textOf(meta.symbol),
    name: textOf(meta.longName ?? meta.shortName),
    zoneName: isTimeZone(zone) ? zone : null,
    offsetMinutes: typeof meta.gmtoffset === 'number' ? Math.round(meta.gmtoffset / 60) : null,
    notes: isRecord(result.events)
      ? ['dividends and splits in the file were not applied; Yahoo adjusts prices for splits']
      : [],
  });
}

export function finnhub(file: JsonRecord): SourceTable {
  return table(parallelRows(listOf(file.t, 't'), file, ['o', 'h', 'l', 'c', 'v']), {});
}

/** Reads parallel lists. If their lengths differ, values do not belong to their times, and the file is refused. */
function parallelRows(times: readonly unknown[], lists: JsonRecord, keys: readonly string[]): SourceRow[] {
  const columns = keys.map((key, index) => {
    const isVolume = index === keys.length - 1;
    const list = isVolume && lists[key] === undefined ? [] : listOf(lists[key], key);
    if (list.length !== times.length && !(isVolume && list.length === 0)) {
      throw new FileRefused(`has ${list.length} values in "${key}" for ${times.length} times`);
    }
    return list;
  });
  const [open, high, low, close, volume] = columns;
  return times.map((time, i) =>
    row(i + 1, time, { open: open[i], high: high[i], low: low[i], close: close[i], volume: volume[i] }),
  );
}

export function twelveData(file: JsonRecord, values: readonly unknown[]): SourceTable {
  const meta = isRecord(file.meta) ? file.meta : {};
  const rows = listOf(values, 'values').map((value, index) => {
    const { datetime, open, high, low, close, volume } = isRecord(value) ? value : ({} as JsonRecord);
    return row(index + 1, datetime, { open, high, low, close, volume });
  });
  const zone = textOf(meta.exchange_timezone);
  return table(rows, {
    interval: intervalOf(textOf(meta.interval)),
    symbol: textOf(meta.symbol),
    zoneName: isTimeZone(zone) ? zone : null,
  });
}

export function kite(candles: readonly unknown[]): SourceTable {
  const rows = listOf(candles, 'candles').map((candle, index) => {
    const [date, open, high, low, close, volume] = Array.isArray(candle) ? (candle as readonly unknown[]) : [];
    return row(index + 1, date, { open, high, low, close, volume });
  });
  return table(rows, {});
}
