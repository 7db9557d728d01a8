// The averages that can be drawn over the candles: their names, colours and values.
import type { Bar } from '../../contract/market.ts';
import { exponentialMovingAverage, simpleMovingAverage } from '../../core/market/indicators.ts';
import type { IndicatorLine } from '../../core/market/indicators.ts';
import type { OverlayId } from './overlay-ids.ts';

interface Overlay {
  label: string;
  /** The token of its colour. */
  color: `--${string}`;
  values: (closes: readonly number[]) => IndicatorLine;
}

export const overlays: Record<OverlayId, Overlay> = {
  sma20: { label: 'SMA 20', color: '--accent-text', values: (closes) => simpleMovingAverage(closes, 20) },
  ema20: { label: 'EMA 20', color: '--warn', values: (closes) => exponentialMovingAverage(closes, 20) },
  ema50: { label: 'EMA 50', color: '--sell-text', values: (closes) => exponentialMovingAverage(closes, 50) },
};

export function overlayValues(id: OverlayId, bars: readonly Bar[]): IndicatorLine {
  return overlays[id].values(bars.map((bar) => bar.close));
}
