// Reads a file of price history as the importer does, and shows the result in short words.
import { expect } from 'vitest';
import { defaultReadOptions, type ReadOptions } from '../../server/market/import/check/options.ts';
import { readImportFile } from '../../server/market/import/check/read-file.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

export function read(text: string | Buffer, options: Partial<ReadOptions> = {}, fileName = 'ACME.csv') {
  return readImportFile(fileName, Buffer.from(text), { ...defaultReadOptions(NOW), ...options });
}

/** `ACME 1D: 2024-05-02 10 12 9 11 100` for each bar, in rupees. */
export function bars(text: string | Buffer, options: Partial<ReadOptions> = {}, fileName = 'ACME.csv'): string[] {
  const { series, problems } = read(text, options, fileName);
  expect(problems).toEqual([]);
  return series.flatMap(({ symbol, interval, bars: each }) =>
    each.map((bar) => {
      const when = new Date(bar.at).toISOString().slice(0, interval === '1D' ? 10 : 16);
      const prices = [bar.open, bar.high, bar.low, bar.close].map((price) => price / 100).join(' ');
      return `${symbol} ${interval}: ${when} ${prices} ${bar.volume}`;
    }),
  );
}

export const problems = (text: string, options: Partial<ReadOptions> = {}): string[] =>
  read(text, options).problems.map(({ line, reason }) => `${line}: ${reason}`);

export const HEADER = 'date,open,high,low,close,volume\n';
export const PLAIN = `${HEADER}2024-05-02,10,12,9,11,100\n2024-05-03,11,11.5,10.5,11.25,200\n`;
export const PLAIN_BARS = ['ACME 1D: 2024-05-02 10 12 9 11 100', 'ACME 1D: 2024-05-03 11 11.5 10.5 11.25 200'];
