// The look of the candle chart: its options, and the current theme's colours, read when the theme changes.
import { ColorType, CrosshairMode, LineStyle } from 'lightweight-charts';
import type { ChartOptions, DeepPartial, IChartApi } from 'lightweight-charts';
import { percentText, priceText } from '../ui/number-text.ts';
import { token } from '../ui/theme.ts';
import type { PriceLine } from './marks.ts';

/** Wide enough for prices of four digits: a chart whose axis grows with its first price would be laid out twice. */
const AXIS_PIXELS = 64;

export const chartOptions: DeepPartial<ChartOptions> = {
  autoSize: true,
  // The library's own logo brings a style sheet that the page's policy refuses: ChartCredit stands for it.
  layout: { background: { type: ColorType.Solid, color: 'transparent' }, attributionLogo: false, fontSize: 12 },
  crosshair: { mode: CrosshairMode.Normal },
  // Moving a finger up or down over the chart scrolls the page, not the prices.
  handleScroll: { vertTouchDrag: false },
  // Bold text is another font, which the browser might have to load while it draws the first picture.
  timeScale: { rightOffset: 6, minBarSpacing: 1, allowBoldLabels: false },
  localization: { locale: 'en-IN', percentageFormatter: percentText },
};

/** The library lays its canvases out in a table, of which nobody who hears it should be told: the chart's name and readout say what is to be said. */
export function hideLayout(chart: IChartApi): IChartApi {
  chart.chartElement().ariaHidden = 'true';
  return chart;
}

/** The printer takes what is drawn already and does not wait for the next frame. To be called while the colours are being changed. */
export function drawForPaper(chart: IChartApi): void {
  if (matchMedia('print').matches) queueMicrotask(() => chart.takeScreenshot());
}

/** Text, grid and crosshair in the colours of now. */
export function takeTheme(chart: IChartApi): void {
  chart.applyOptions(themeOptions());
  drawForPaper(chart);
}

/** Each pane formats its own figures: rupees here, shares or plain numbers below. */
export const priceFormat = { type: 'custom', minMove: 0.01, formatter: priceText } as const;

/** Read once per theme: asking the style sheet for every bar would take longer than drawing it. */
export interface ChartColors {
  up: string;
  down: string;
  buy: string;
  sell: string;
  average: string;
  drawn: string;
  practice: string;
}

export function chartColors(): ChartColors {
  return {
    up: token('--up'),
    down: token('--down'),
    buy: token('--accent-text'),
    sell: token('--sell-text'),
    average: token('--muted'),
    drawn: token('--series-3'),
    practice: token('--series-5'),
  };
}

/** Text, grid and crosshair in the theme's colours. */
function themeOptions(): DeepPartial<ChartOptions> {
  const line = token('--line');
  const edge = token('--edge');
  return {
    layout: {
      textColor: token('--muted'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      panes: { separatorColor: line, separatorHoverColor: token('--sunken') },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    // No price is cut at the edge.
    rightPriceScale: { borderColor: line, entireTextOnly: true },
    timeScale: { borderColor: line },
    crosshair: {
      vertLine: { color: edge, labelBackgroundColor: edge },
      horzLine: { color: edge, labelBackgroundColor: edge },
    },
  };
}

/** Complete, but one pixel in size, so that the chart is laid out only once, when it has bars. */
export function openingOptions(): DeepPartial<ChartOptions> {
  const { layout, crosshair, timeScale, rightPriceScale, ...rest } = themeOptions();
  return {
    ...chartOptions,
    ...rest,
    autoSize: false,
    width: 1,
    height: 1,
    layout: { ...chartOptions.layout, ...layout },
    crosshair: { ...chartOptions.crosshair, ...crosshair },
    timeScale: { ...chartOptions.timeScale, ...timeScale },
    rightPriceScale: { ...rightPriceScale, minimumWidth: AXIS_PIXELS },
  };
}

export function candleLook({ up, down }: ChartColors) {
  return { upColor: up, wickUpColor: up, downColor: down, wickDownColor: down };
}

export function lineLook(kind: PriceLine['kind'], colors: ChartColors): { color: string; lineStyle: LineStyle } {
  const isOrder = kind === 'buy' || kind === 'sell';
  return { color: colors[kind], lineStyle: isOrder ? LineStyle.Dashed : LineStyle.Solid };
}
