// The chosen indicators computed over the bars, for the canvas, the legend and the table.
import type { Bar, Interval } from '../../../contract/market.ts';
import type { IndicatorLine } from '../../../core/market/indicators/price-indicators.ts';
import { NO_NUMBER, priceText, shortCountText } from '../../ui/number-text.ts';
import { indicatorText, kindOf } from './chosen.ts';
import type { ChosenIndicator } from './chosen.ts';
import type { Figures, KindLine } from './kind.ts';

export interface ShownLine {
  label: string;
  look: NonNullable<KindLine['look']>;
  /** The token of its colour. */
  color: `--${string}`;
  values: IndicatorLine;
}

export interface ShownIndicator {
  id: string;
  chosen: ChosenIndicator;
  /** 'SMA 20' */
  title: string;
  name: string;
  place: 'price' | 'pane';
  /** Its pane: 0 is that of the candles. */
  pane: number;
  figures: Figures;
  guides: readonly number[];
  repaints: boolean;
  lines: readonly ShownLine[];
}

const PALETTE = 6;

function colorAt(position: number): `--${string}` {
  return `--series-${(position % PALETTE) + 1}`;
}

const vwapSince: Partial<Record<Interval, string>> = { '1D': 'month', '1W': 'year' };

function titleOf({ kind, settings }: ChosenIndicator, interval: Interval): string {
  const { short } = kindOf(kind);
  return kind === 'vwap' ? `${short} ${vwapSince[interval] ?? 'day'}` : [short, ...settings].join(' ');
}

export function indicatorTitle(chosen: ChosenIndicator): string {
  return [kindOf(chosen.kind).short, ...chosen.settings].join(' ');
}

export function showIndicators(
  chosen: readonly ChosenIndicator[],
  bars: readonly Bar[],
  interval: Interval,
): ShownIndicator[] {
  let panes = 0;
  let onPrice = 0;
  return chosen.map((one) => {
    const { name, place, figures, guides = [], repaints = false, lines, compute } = kindOf(one.kind);
    const first = place === 'price' ? onPrice++ : 0;
    const values = compute(bars, one.settings, interval);
    return {
      id: indicatorText(one),
      chosen: one,
      title: titleOf(one, interval),
      name,
      place,
      pane: place === 'price' ? 0 : ++panes,
      figures,
      guides,
      repaints,
      lines: lines.map(({ label, look = 'line', color, shade = 0 }, index) => ({
        label,
        look,
        color: color ?? colorAt(first + shade),
        values: values[index],
      })),
    };
  });
}

export function figureText(value: number | null | undefined, figures: Figures): string {
  if (value === null || value === undefined) return NO_NUMBER;
  return figures === 'count' ? shortCountText(value) : priceText(value);
}
