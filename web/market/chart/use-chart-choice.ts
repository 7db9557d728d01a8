// A person's choices for charts: from the address, otherwise from the last time, and kept for the next.
import { useMemo, useState } from 'react';
import type { Interval } from '../../../contract/market.ts';
import { indicatorsText, readIndicators } from '../../chart/indicators/chosen.ts';
import type { ChartScale } from '../../chart/chart-scale.ts';
import type { ChosenIndicator } from '../../chart/indicators/chosen.ts';
import { readOwn, writeOwn } from '../../own-storage.ts';
import { firstChoice, readChoice } from './chart-choice.ts';
import type { KeptChoice } from './chart-choice.ts';
import type { ChartSearch } from './chart-search.ts';

const NAME = 'chart';

export interface ChartChoice {
  interval: Interval;
  indicators: readonly ChosenIndicator[];
  setInterval: (interval: Interval) => void;
  setIndicators: (indicators: readonly ChosenIndicator[]) => void;
  scale: ChartScale;
  setScale: (scale: ChartScale) => void;
}

/** `isOwn` is false for a chart set up for another purpose, such as a diary trade: it uses the address only. */
export function useChartChoice(
  search: ChartSearch,
  onChange: (changes: ChartSearch) => void,
  isOwn: boolean,
): ChartChoice {
  const [kept, setKept] = useState(() => readChoice(readOwn(NAME)));
  const lines = search.lines ?? kept.lines;

  function keep(changes: Partial<KeptChoice>): void {
    setKept({ ...kept, ...changes });
    // Another window may have kept other choices since this one was opened.
    writeOwn(NAME, JSON.stringify({ ...readChoice(readOwn(NAME)), ...changes }));
  }

  return {
    interval: search.interval ?? (isOwn ? kept.interval : firstChoice.interval),
    indicators: useMemo(() => readIndicators(lines), [lines]),
    setInterval: (interval) => {
      keep({ interval });
      onChange({ interval: interval === firstChoice.interval ? undefined : interval });
    },
    setIndicators: (indicators) => {
      const text = indicatorsText(indicators);
      keep({ lines: text });
      onChange({ lines: text || undefined });
    },
    scale: search.scale ?? (isOwn ? kept.scale : firstChoice.scale),
    setScale: (scale) => {
      keep({ scale });
      onChange({ scale: scale === firstChoice.scale ? undefined : scale });
    },
  };
}
