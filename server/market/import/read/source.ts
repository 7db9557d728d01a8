// The result of every format's reader: rows of text with their place, and what the file says about itself.
import type { ImportInterval, Problem } from './series.ts';

export interface SourceRow {
  readonly line: number;
  readonly symbol: string;
  readonly series: string;
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export interface SourceTable {
  readonly rows: readonly SourceRow[];
  readonly problems: readonly Problem[];
  /** What `line` counts. */
  readonly placeWord: 'line' | 'entry';
  /** As declared in the file; null if it is not. */
  readonly interval: ImportInterval | null;
  readonly offsetMinutes: number | null;
  readonly zoneName: string | null;
  readonly symbol: string;
  readonly name: string;
  readonly hasVolume: boolean;
  /** Prices are this many times too large. */
  readonly scale: number;
  readonly notes: readonly string[];
}
