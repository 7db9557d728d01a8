// Merges the series of many files: one series for each symbol and interval, or the names of the files that disagree.
import { findFlags } from './flags.ts';
import { instantText, isSameBar } from './bars.ts';
import type { ReadFile, ReadSeries } from './read-file.ts';
import type { ImportedBar, ImportedSeries, ImportInterval } from '../read/series.ts';

export interface Combined {
  readonly series: readonly ImportedSeries[];
  /** Sentences about bars that two files give differently; any of them stops the import. */
  readonly conflicts: readonly string[];
  readonly duplicates: number;
}

interface Source {
  readonly file: ReadFile;
  readonly series: ReadSeries;
}

/** `only` names the symbols to keep; empty keeps all. */
export function combineFiles(files: readonly ReadFile[], only: readonly string[] = []): Combined {
  const bySymbol = new Map<string, Source[]>();
  for (const file of files) {
    for (const series of file.series) {
      if (only.length > 0 && !only.includes(series.symbol)) continue;
      const key = `${series.symbol} ${series.interval}`;
      const sources = bySymbol.get(key) ?? [];
      if (sources.length === 0) bySymbol.set(key, sources);
      sources.push({ file, series });
    }
  }
  const conflicts: string[] = [];
  const combined: ImportedSeries[] = [];
  let duplicates = 0;
  for (const sources of bySymbol.values()) {
    const merged = sources.length === 1 ? { bars: sources[0].series.bars, duplicates: 0 } : merge(sources, conflicts);
    duplicates += merged.duplicates;
    const { series } = sources[0];
    const name = sources.find((source) => source.series.name !== '')?.series.name ?? '';
    combined.push({ ...series, name, bars: merged.bars, flags: findFlags(merged.bars, series.interval) });
  }
  combined.sort((a, b) =>
    a.symbol === b.symbol ? a.interval.localeCompare(b.interval) : a.symbol < b.symbol ? -1 : 1,
  );
  return { series: combined, conflicts, duplicates };
}

/** Files may overlap (one bhavcopy a day, an old and a new download) as long as they agree. */
function merge(sources: readonly Source[], conflicts: string[]): { bars: ImportedBar[]; duplicates: number } {
  const byInstant = new Map<number, { bar: ImportedBar; file: ReadFile }>();
  let duplicates = 0;
  for (const { file, series } of sources) {
    for (const bar of series.bars) {
      const known = byInstant.get(bar.at);
      if (known === undefined) byInstant.set(bar.at, { bar, file });
      else if (isSameBar(known.bar, bar)) duplicates++;
      else conflicts.push(conflictText(series.symbol, series.interval, known, { bar, file }));
    }
  }
  const bars = [...byInstant.values()].map(({ bar }) => bar).sort((a, b) => a.at - b.at);
  return { bars, duplicates };
}

function conflictText(
  symbol: string,
  interval: ImportInterval,
  first: { bar: ImportedBar; file: ReadFile },
  second: { bar: ImportedBar; file: ReadFile },
): string {
  const place = ({ bar, file }: { bar: ImportedBar; file: ReadFile }): string =>
    `${file.fileName}, ${file.placeWord} ${bar.line}`;
  return `${symbol} ${instantText(first.bar.at, interval)} has other values in ${place(second)} than in ${place(first)}`;
}
