// Draws indicators: over the candles, or each in a pane of its own below them. Many are drawn one after another, so that the page responds in between.
import { HistogramSeries, LineSeries, LineStyle } from 'lightweight-charts';
import type { IChartApi, ISeriesApi, Time } from 'lightweight-charts';
import type { Bar } from '../../../contract/market.ts';
import { token } from '../../ui/theme.ts';
import type { Change } from '../candle-points.ts';
import type { ChartColors } from '../chart-look.ts';
import { toChartTime } from '../chart-time.ts';
import { figureText } from './shown.ts';
import type { ShownIndicator, ShownLine } from './shown.ts';

type Drawn = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>;

const COLUMN_ALPHA = '99';

const quiet = { priceLineVisible: false, crosshairMarkerVisible: false } as const;

function pointOf({ look, values }: ShownLine, bars: readonly Bar[], index: number, { up, down }: ChartColors) {
  const time = toChartTime(bars[index].timestamp);
  const value = values[index];
  // A point without a value keeps its place and draws nothing.
  if (value === null || value === undefined) return { time };
  const { open, close } = bars[index];
  switch (look) {
    case 'columns':
      return { time, value, color: (value < 0 ? down : up) + COLUMN_ALPHA };
    case 'volumes':
      return { time, value, color: (close < open ? down : up) + COLUMN_ALPHA };
    case 'stop':
      return { time, value, color: value > close ? down : up };
    default:
      return { time, value };
  }
}

interface Entry {
  indicator: ShownIndicator;
  series: readonly Drawn[];
}

export class IndicatorLayer {
  readonly #chart: IChartApi;
  #entries: Entry[] = [];
  #bars: readonly Bar[] = [];
  #colors: ChartColors;
  #isShownOnPrice = true;
  /** Indicators that wait to be drawn completely, and the task that draws the next one. */
  readonly #due = new Set<string>();
  #turn: ReturnType<typeof setTimeout> | undefined;

  constructor(chart: IChartApi, colors: ChartColors) {
    this.#chart = chart;
    this.#colors = colors;
  }

  /** Draws exactly these. The values must be those of `bars`. */
  set(indicators: readonly ShownIndicator[], bars: readonly Bar[], change: Change, colors: ChartColors): void {
    const kept = this.#keep(indicators);
    this.#bars = bars;
    this.#colors = colors;
    this.#entries = indicators.map((indicator) => {
      const { id } = indicator;
      const series = kept.get(id);
      const entry = { indicator, series: series ?? this.#add(indicator) };
      if (!series || change === 'all') this.#due.add(id);
      if (change === 'last' && !this.#due.has(id)) this.#drawLast(entry);
      return entry;
    });
    this.#drawNext();
  }

  /** Removes everything before other bars arrive: points of the old bars would lie between the new ones. */
  clear(): void {
    for (const { series } of this.#entries) for (const each of series) each.setData([]);
  }

  /** While the axis counts percent, `PercentLines` draws indicators on the price instead, because their own scale would be wrong. */
  showOnPrice(isShown: boolean): void {
    if (isShown === this.#isShownOnPrice) return;
    this.#isShownOnPrice = isShown;
    for (const { indicator, series } of this.#entries)
      if (indicator.place === 'price') for (const each of series) each.applyOptions({ visible: isShown });
  }

  recolor(colors: ChartColors): void {
    this.#colors = colors;
    for (const entry of this.#entries) {
      for (const [index, each] of entry.series.entries())
        each.applyOptions({ color: token(entry.indicator.lines[index].color) });
      this.#drawGuides(entry);
      this.#due.add(entry.indicator.id);
    }
    this.#drawNext();
  }

  /** Call it when the chart is removed. */
  stop(): void {
    clearTimeout(this.#turn);
  }

  #drawNext(): void {
    clearTimeout(this.#turn);
    const next = this.#entries.find(({ indicator }) => this.#due.has(indicator.id));
    if (!next) return this.#due.clear();
    this.#turn = setTimeout(() => {
      this.#due.delete(next.indicator.id);
      this.#drawWhole(next);
      this.#drawNext();
    });
  }

  /** Removes indicators that are no longer wanted, and all panes after the first difference, because panes must be created in order. */
  #keep(wanted: readonly ShownIndicator[]): Map<string, readonly Drawn[]> {
    const panesBefore = this.#entries.filter(({ indicator }) => indicator.place === 'pane');
    const panesAfter = wanted.filter(({ place }) => place === 'pane');
    let same = 0;
    while (same < panesBefore.length && panesBefore[same].indicator.id === panesAfter[same]?.id) same += 1;
    const stay = new Set(panesBefore.slice(0, same).map(({ indicator }) => indicator.id));
    for (const { id, place } of wanted) if (place === 'price') stay.add(id);
    const kept = new Map<string, readonly Drawn[]>();
    for (const { indicator, series } of this.#entries) {
      if (stay.has(indicator.id)) kept.set(indicator.id, series);
      else for (const each of series) this.#chart.removeSeries(each);
    }
    return kept;
  }

  #add(indicator: ShownIndicator): readonly Drawn[] {
    const { figures, pane } = indicator;
    const priceFormat = {
      type: 'custom',
      minMove: 0.01,
      formatter: (value: number) => figureText(value, figures),
    } as const;
    const visible = pane > 0 || this.#isShownOnPrice;
    const series = indicator.lines.map((line): Drawn => {
      const shared = { ...quiet, priceFormat, color: token(line.color), lastValueVisible: pane > 0, visible };
      if (line.look === 'columns' || line.look === 'volumes')
        return this.#chart.addSeries(HistogramSeries, shared, pane);
      const isDots = line.look === 'dots';
      return this.#chart.addSeries(
        LineSeries,
        {
          ...shared,
          lineWidth: line.look === 'thin' ? 1 : 2,
          lineVisible: !isDots,
          pointMarkersVisible: isDots,
          pointMarkersRadius: 1.5,
        },
        pane,
      );
    });
    this.#drawGuides({ indicator, series });
    return series;
  }

  #drawGuides({ indicator, series }: Entry): void {
    const [first] = series;
    for (const line of first.priceLines()) first.removePriceLine(line);
    for (const price of indicator.guides)
      first.createPriceLine({
        price,
        color: token('--edge'),
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: false,
      });
  }

  #drawWhole({ indicator, series }: Entry): void {
    for (const [index, each] of series.entries())
      asLine(each).setData(this.#bars.map((_, at) => pointOf(indicator.lines[index], this.#bars, at, this.#colors)));
  }

  #drawLast(entry: Entry): void {
    const { indicator, series } = entry;
    const last = this.#bars.length - 1;
    if (indicator.repaints) return this.#drawWhole(entry);
    for (const [index, each] of series.entries())
      if (last >= 0) asLine(each).update(pointOf(indicator.lines[index], this.#bars, last, this.#colors));
  }
}

/** Both kinds of series take the same points; the library's types cannot say so. */
function asLine(series: Drawn): ISeriesApi<'Line', Time> {
  return series as ISeriesApi<'Line', Time>;
}
