// The importer's own types: a bar, a series, a problem with its place, and the refusal of a whole file.
import type { Paise, Quantity } from '../../../../core/money.ts';
import { cutText } from '../../../../contract/wire/cut-text.ts';

export type ImportInterval = '1D' | '1m';

export interface ImportedBar {
  /** Start of the bar in epoch ms; a day is stamped 00:00 UTC of its trading date. */
  readonly at: number;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  readonly volume: Quantity;
  /** The line of the file (or entry of the list) it came from, to be named in a conflict. */
  readonly line: number;
}

export interface SeriesFlag {
  readonly kind: 'split' | 'outlier' | 'gap' | 'weekend';
  readonly at: number;
  readonly text: string;
}

export interface ImportedSeries {
  readonly symbol: string;
  readonly name: string;
  readonly interval: ImportInterval;
  /** How the times of the file were read, for the report. */
  readonly timeZoneNote: string;
  /** Ascending, at most one bar per instant. */
  readonly bars: readonly ImportedBar[];
  /** What a person should check; nothing was changed because of it. */
  readonly flags: readonly SeriesFlag[];
}

export interface Problem {
  readonly line: number;
  readonly reason: string;
}

/** One file is refused as a whole; `line` is 0 when no single line is to blame. */
export class FileRefused extends Error {
  readonly line: number;
  constructor(reason: string, line = 0) {
    super(reason);
    this.name = 'FileRefused';
    this.line = line;
  }

  /** With its line, when one is to blame. */
  get placedMessage(): string {
    return this.line > 0 ? `line ${this.line}: ${this.message}` : this.message;
  }
}

export const MAX_FILE_BYTES = 64 * 1024 * 1024;
export const MAX_TEXT_BYTES = 256 * 1024 * 1024;
export const MAX_ROWS_PER_FILE = 2_000_000;
export const MAX_ROWS_IN_ALL = 5_000_000;
export const MAX_FILES = 5_000;

export const MAX_VOLUME: Quantity = 1_000_000_000_000;

const SYMBOL = /^[A-Z0-9][A-Z0-9.&-]{0,19}$/;

export function isSymbol(text: string): boolean {
  return SYMBOL.test(text);
}

/** Text from a stranger's file, safe to print and to store: without control characters and halves of letters, and at most `limit` characters long. */
export function shown(text: string, limit = 60): string {
  const plain = text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return plain.length > limit ? `${cutText(plain, limit)}…` : plain;
}

/** "1 row", "2 rows", "1,547,819 rows". */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-IN')} ${word}${count === 1 ? '' : 's'}`;
}
