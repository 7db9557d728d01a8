// How the chart knows an indicator: its name, its settings, and which lines it draws and where.
import type { Interval } from '../../../contract/market.ts';
import type { VolumeBar } from '../../../core/market/indicators/bar-indicators.ts';
import type { IndicatorLine } from '../../../core/market/indicators/price-indicators.ts';

/** A bar for indicators: the second at which it begins, and prices in rupees. */
export interface TimedBar extends VolumeBar {
  readonly open: number;
  readonly timestamp: number;
}

export interface Setting {
  label: string;
  /** The default. */
  usual: number;
  least: number;
  most: number;
  /** 1 if left out: whole numbers. */
  step?: number;
}

export interface KindLine {
  label: string;
  /** `columns` are green above zero and red below, `volumes` have the colours of their bars, `stop` that of its side of the price. */
  look?: 'line' | 'thin' | 'columns' | 'volumes' | 'dots' | 'stop';
  /** A colour token; without one, the line takes the colour of the palette that follows the first line's by `shade`. */
  color?: `--${string}`;
  shade?: number;
}

/** How its values are written: as a price, as a plain number with two decimals, or as a count of shares. */
export type Figures = 'price' | 'plain' | 'count';

export interface IndicatorKind {
  name: string;
  /** Its name in the legend, before the settings. */
  short: string;
  about: string;
  place: 'price' | 'pane';
  figures: Figures;
  settings: readonly Setting[];
  lines: readonly KindLine[];
  /** Values marked by lines across its pane. */
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
