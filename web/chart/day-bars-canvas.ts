// A column for each day: one figure per day, over a span that is always fully visible.
import { createChart, HistogramSeries } from 'lightweight-charts';
import type { Time } from 'lightweight-charts';
import { numberFormat } from '../ui/formats.ts';
import { countText } from '../ui/number-text.ts';
import { token } from '../ui/theme.ts';
import { chartOptions, hideLayout, takeTheme } from './chart-look.ts';

export interface DayValue {
  /** A day like 2026-11-20. */
  date: string;
  value: number;
}

export type DayUnit = 'rupees' | 'count';

interface DayBarsCanvas {
  setDays: (days: readonly DayValue[], unit: DayUnit) => void;
  /** Moves the crosshair by this many days, for the keyboard. */
  step: (count: number) => void;
  recolor: () => void;
  remove: () => void;
}

const wholeRupees = numberFormat({ maximumFractionDigits: 0 });

const axisText: Record<DayUnit, (value: number) => string> = {
  rupees: (value) => `\u20b9${wholeRupees.format(value)}`,
  // There is nothing to count between two whole numbers.
  count: (value) => (Number.isInteger(Math.round(value * 1000) / 1000) ? countText(value) : ''),
};

/** `onPoint` gets the index of the day under the crosshair; null when it has left. */
export function createDayBarsCanvas(host: HTMLElement, onPoint: (index: number | null) => void): DayBarsCanvas {
  let days: readonly DayValue[] = [];
  let pointed: number | null = null;
  const chart = createChart(host, {
    ...chartOptions,
    layout: { ...chartOptions.layout, fontSize: 11 },
    handleScroll: false,
    handleScale: false,
    timeScale: { fixLeftEdge: true, fixRightEdge: true, borderVisible: false },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.1, bottom: 0 } },
    localization: { locale: 'en-IN' },
  });
  hideLayout(chart);
  const bars = chart.addSeries(HistogramSeries, { priceLineVisible: false, lastValueVisible: false });

  chart.subscribeCrosshairMove(({ logical, point }) => {
    const index = logical === undefined || point === undefined ? -1 : Math.round(logical);
    pointed = index >= 0 && index < days.length ? index : null;
    onPoint(pointed);
  });

  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());

  function setDays(next: readonly DayValue[], unit: DayUnit): void {
    const isOtherSpan = next.length !== days.length || next[0]?.date !== days[0]?.date;
    days = next;
    bars.applyOptions({
      priceFormat: { type: 'custom', formatter: axisText[unit], minMove: unit === 'count' ? 1 : 0.01 },
    });
    bars.setData(days.map(({ date, value }) => ({ time: date as Time, value })));
    if (isOtherSpan) chart.timeScale().fitContent();
  }

  function step(count: number): void {
    if (days.length === 0) return;
    const from = pointed ?? days.length - (count < 0 ? 0 : 1);
    pointed = Math.min(days.length - 1, Math.max(0, from + count));
    const { date, value } = days[pointed];
    chart.setCrosshairPosition(value, date as Time, bars);
    onPoint(pointed);
  }

  function recolor(): void {
    takeTheme(chart);
    chart.applyOptions({ grid: { vertLines: { visible: false } } });
    bars.applyOptions({ color: token('--accent') });
  }

  recolor();
  return { setDays, step, recolor, remove: () => chart.remove() };
}
