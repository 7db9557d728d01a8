// A person's stored choices for charts: interval, indicators and scale.
import { chartScales } from '../../chart/chart-scale.ts';
import type { ChartScale } from '../../chart/chart-scale.ts';
import { intervals } from '../../../contract/market/intervals.ts';
import type { Interval } from '../../../contract/market.ts';
import { indicatorsText, readIndicators } from '../../chart/indicators/chosen.ts';

export interface KeptChoice {
  interval: Interval;
  lines: string;
  scale: ChartScale;
}

/** The spec's chart is daily, with nothing on it until somebody adds it. */
export const firstChoice: KeptChoice = { interval: '1D', lines: '', scale: 'linear' };

/** Stored data may be old or have been tampered with. */
export function readChoice(text: string | null): KeptChoice {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return firstChoice;
  }
  if (typeof stored !== 'object' || stored === null) return firstChoice;
  const { interval, lines, scale } = stored as Record<string, unknown>;
  return {
    interval: intervals.find((known) => known === interval) ?? firstChoice.interval,
    lines: typeof lines === 'string' ? indicatorsText(readIndicators(lines)) : firstChoice.lines,
    scale: chartScales.find((known) => known === scale) ?? firstChoice.scale,
  };
}
