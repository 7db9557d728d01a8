// What an indicator is to the chart: its name, what can be set, which lines it draws and where.
import type { Interval } from '../../../contract/market.ts';
import type { VolumeBar } from '../../../core/market/indicators/bar-indicators.ts';
import type { IndicatorLine } from '../../../core/market/indicators/price-indicators.ts';

/** A bar as indicators look at it: the second at which it begins, and prices in rupees. */
export interface TimedBar extends VolumeBar {
  readonly open: number;
  readonly timestamp: number;
}

export interface Setting {
  label: string;
  /** What it is until somebody changes it. */
  usual: number;
  least: number;
  most: number;
  /** 1 where it is left out: whole numbers. */
  step?: number;
}

export interface KindLine {
  label: string;
  /** `columns` are green above zero and red below; `volumes` as their bars; `stop` is as the side it stands on. */
  look?: 'line' | 'thin' | 'columns' | 'volumes' | 'dots' | 'stop';
  /** A token; without one the line takes the next colour of the palette after the first line's, by `shade`. */
  color?: `--${string}`;
  shade?: number;
}

/** How its figures are written: like the price, with two decimals and no unit, or as a count of shares. */
export type Figures = 'price' | 'plain' | 'count';

export interface IndicatorKind {
  name: string;
  /** In the legend, before its settings. */
  short: string;
  about: string;
  place: 'price' | 'pane';
  figures: Figures;
  settings: readonly Setting[];
  lines: readonly KindLine[];
  /** Values that are marked across its pane. */
  guides?: readonly number[];
  /** True when a new bar changes values of the past. */
  repaints?: boolean;
  /** The lines in the order of `lines`, as long as the bars. */
  compute: (bars: readonly TimedBar[], settings: readonly number[], interval: Interval) => readonly IndicatorLine[];
}

const MOST_BARS = 500;

/** A number of bars. */
export function length(usual: number, label = 'Length', least = 1): Setting {
  return { label, usual, least, most: MOST_BARS };
}

export function closesOf(bars: readonly TimedBar[]): number[] {
  return bars.map(({ close }) => close);
}
