// The candle chart itself, without React: draws what it is given, and reports where the crosshair is.
import { CandlestickSeries, createChart, LineStyle, PriceScaleMode } from 'lightweight-charts';
import type { IChartApi, ISeriesApi, Time } from 'lightweight-charts';
import type { Bar, Interval } from '../../contract/market.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';
import { placeOf, secondAt } from './bar-places.ts';
import type { TimeAxis } from './bar-places.ts';
import { indexOfBar } from './bars.ts';
import { candleOf, changeOf } from './candle-points.ts';
import { candleLook, chartColors, hideLayout, openingOptions, priceFormat, takeTheme } from './chart-look.ts';
import type { ChartScale } from './chart-scale.ts';
import { barTimeText, fromChartTime, hasTimeOfDay, toChartTime } from './chart-time.ts';
import { sharePanes, viewBar, viewLatest, zoomView } from './chart-view.ts';
import { ComparisonLayer } from './comparison-layer.ts';
import type { Comparison } from './comparison.ts';
import type { LinePoint, SlopedLine, SlopedShape } from './drawn-lines.ts';
import { IndicatorLayer } from './indicators/indicator-layer.ts';
import { PercentLines } from './indicators/percent-lines.ts';
import type { ShownIndicator } from './indicators/shown.ts';
import { middleInView } from './line-geometry.ts';
import type { Middle, Spot } from './line-geometry.ts';
import { MarkLayer } from './mark-layer.ts';
import type { FillMark, PriceLine } from './marks.ts';
import { PriceLineLayer } from './price-line-layer.ts';
import { SlopedLayer } from './sloped-layer.ts';
import type { Ends } from './sloped-layer.ts';
import { VolumeLayer } from './volume-layer.ts';

/** Older bars are requested when fewer than this remain left of the view: an average of 200 bars begins before it, and scrolling need not wait. */
const OLDER_WHEN_LEFT = 220;

/** How close to a line a press must be: fingers are not precise. */
const REACH_PIXELS = matchMedia('(pointer: coarse)').matches ? 16 : 6;

export interface CanvasEvents {
  /** The second of the bar under the crosshair; null when it has left the chart. */
  onPoint: (second: number | null) => void;
  /** The pointer's distance from the top while over the candles; null elsewhere. */
  onHover: (y: number | null) => void;
  /** A press on the candles: its price, the line it hit, and the second at which its bar begins. */
  onPress: (price: number, line: number | null, second: number | null) => void;
  /** The index of the first visible bar, counted from the oldest. */
  onView: (first: number) => void;
  /** Prices, panes or the view have moved: everything over the chart must be repositioned. */
  onLayout: () => void;
  onNeedOlder: () => void;
}

const scaleModes: Record<ChartScale, PriceScaleMode> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
};

/** Everything drawn from bars, handed over together, so that nothing is drawn over bars of another moment. */
export interface Drawing {
  bars: readonly Bar[];
  interval: Interval;
  hours: MarketHours;
  indicators: readonly ShownIndicator[];
  comparison: Comparison | null;
  /** A comparison always uses percent, whatever this says. */
  scale: ChartScale;
  /** The second that the chart is opened for, so that it is in view; left out for the newest bars alone. */
  since?: number;
}

export class CandleCanvas {
  readonly #host: HTMLElement;
  readonly #events: CanvasEvents;
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #volumes: VolumeLayer;
  readonly #marks: MarkLayer;
  readonly #indicators: IndicatorLayer;
  readonly #comparison: ComparisonLayer;
  readonly #percentLines = new PercentLines();
  readonly #priceLines: PriceLineLayer;
  readonly #sloped = new SlopedLayer();
  #axis: TimeAxis | null = null;
  #bars: readonly Bar[] = [];
  #interval: Interval | null = null;
  #shownScale: ChartScale = 'linear';
  #lines: readonly PriceLine[] = [];
  #pointed: number | null = null;
  /** The crosshair was put there by key: it stays on its bar, however bars and view move. */
  #isKeyed = false;
  #colors = chartColors();
  #panesShared = 1;
  #frame = 0;
  readonly #resized = new ResizeObserver(() => this.#fit(true));

  constructor(host: HTMLElement, events: CanvasEvents) {
    this.#host = host;
    this.#events = events;
    this.#setSlopedLook();
    this.#chart = hideLayout(createChart(host, openingOptions()));
    this.#candles = this.#chart.addSeries(CandlestickSeries, {
      ...candleLook(this.#colors),
      borderVisible: false,
      priceLineStyle: LineStyle.Dotted,
      priceFormat,
    });
    // Candles above, volume in the lowest fifth of the same pane.
    this.#candles.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.22 } });
    this.#volumes = new VolumeLayer(this.#chart);
    this.#marks = new MarkLayer(this.#chart, this.#candles);
    this.#indicators = new IndicatorLayer(this.#chart, this.#colors);
    this.#comparison = new ComparisonLayer(this.#chart);
    this.#priceLines = new PriceLineLayer(this.#candles);
    this.#candles.attachPrimitive(this.#percentLines);
    this.#candles.attachPrimitive(this.#sloped);
    this.#listen();
    this.#resized.observe(host);
  }

  /** Draws the bars and everything derived from them; if only the last bar changed or was added, draws only that. */
  draw({ bars, interval, hours, indicators, comparison, scale, since }: Drawing): void {
    const isOther = interval !== this.#interval || this.#bars.length === 0;
    const change = isOther ? 'all' : changeOf(this.#bars, bars);
    this.#bars = bars;
    this.#interval = interval;
    if (isOther) this.#forgetPoint();
    if (isOther) this.#indicators.clear();
    if (isOther) this.#fit(false);
    if (change === 'last') this.#drawLast();
    if (change === 'all') this.#drawAll(interval);
    this.#indicators.set(indicators, bars, change, this.#colors);
    this.#comparison.set(comparison, bars, change);
    this.#axis = bars.length === 0 ? null : { bars, interval, hours };
    this.#sloped.setAxis(this.#axis);
    this.#setScale(comparison ? 'percent' : scale, indicators);
    this.#volumes.show(!indicators.some(({ chosen }) => chosen.kind === 'vol'));
    this.#sharePanes();
    if (isOther && this.#axis) this.toLatest(since === undefined ? undefined : placeOf(this.#axis, since));
  }

  setMarks(marks: readonly FillMark[]): void {
    this.#marks.set(marks);
    this.#marks.draw(this.#bars, this.#colors);
  }

  setLines(lines: readonly PriceLine[]): void {
    this.#lines = lines;
    this.#priceLines.set(lines, this.#colors);
  }

  setSloped(lines: readonly SlopedLine[], selected: number | null): void {
    this.#sloped.setLines(lines, selected);
  }

  /** The line being drawn. */
  setDraft(draft: SlopedShape | null): void {
    this.#sloped.setDraft(draft);
  }

  /** Reads the colours again after a change of theme. */
  recolor(): void {
    this.#colors = chartColors();
    takeTheme(this.#chart);
    this.#candles.applyOptions(candleLook(this.#colors));
    this.#volumes.draw(this.#bars, this.#colors);
    this.#marks.draw(this.#bars, this.#colors);
    this.#priceLines.set(this.#lines, this.#colors);
    this.#setSlopedLook();
    this.#indicators.recolor(this.#colors);
    this.#comparison.recolor();
  }

  /** Moves the crosshair by this many bars, for the keyboard. */
  step(count: number): void {
    if (this.#bars.length === 0) return;
    const last = this.#bars.length - 1;
    const at = this.#pointedAt();
    const index = at < 0 ? last : Math.min(last, Math.max(0, at + count));
    const bar = this.#bars[index];
    this.#pointed = bar.timestamp;
    this.#isKeyed = true;
    this.#holdPoint();
    this.#events.onPoint(bar.timestamp);
    viewBar(this.#chart, index);
  }

  zoom(factor: number): void {
    const at = this.#isKeyed ? this.#pointedAt() : -1;
    zoomView(this.#chart, factor, at < 0 ? undefined : at);
  }

  /** The newest bars at their usual width, or from `first` on. */
  toLatest(first?: number): void {
    viewLatest(this.#chart, this.#bars.length, this.#host.clientWidth, first);
  }

  /** A price's distance from the top in pixels; null if it is out of view. */
  yOf(price: number): number | null {
    const y = this.#candles.priceToCoordinate(price);
    return y === null || y < 0 || y > this.#heightOfCandles() ? null : y;
  }

  /** The price at this distance from the top in pixels; null below the candles. */
  priceAt(y: number): number | null {
    return y < 0 || y > this.#heightOfCandles() ? null : this.#candles.coordinateToPrice(y);
  }

  isOnCandles({ x, y }: Spot): boolean {
    return x >= 0 && x <= this.#widthOfCandles() && y >= 0 && y <= this.#heightOfCandles();
  }

  /** The bar and price at a point, or at the nearest point on the candles. */
  pointAt({ x, y }: Spot): LinePoint | null {
    const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
    const place = this.#chart.timeScale().coordinateToLogical(within(x, this.#widthOfCandles()));
    const price = this.priceAt(within(y, this.#heightOfCandles()));
    if (this.#axis === null || place === null || price === null || price <= 0) return null;
    return { second: secondAt(this.#axis, place), price };
  }

  lineAt(spot: Spot): number | null {
    return this.#sloped.lineAt(spot, REACH_PIXELS);
  }

  endsOf(id: number): Ends | null {
    return this.#sloped.endsOf(id);
  }

  /** Where a control for the whole line can be shown: at the edge if the line is out of view. */
  middleOf(id: number): Middle | null {
    const stroke = this.#sloped.mainStroke(id);
    return stroke && middleInView(stroke, { width: this.#widthOfCandles(), height: this.#heightOfCandles() });
  }

  /** This many bars later. */
  laterPoint(point: LinePoint, bars: number): LinePoint {
    const axis = this.#axis;
    return axis ? { ...point, second: secondAt(axis, placeOf(axis, point.second) + bars) } : point;
  }

  /** The original line moved from one point to another; null if a price would become impossible. */
  movedLine<Line extends SlopedLine>(line: Line, before: Spot, after: Spot): Line | null {
    const places = [before, after].map(({ x }) => this.#chart.timeScale().coordinateToLogical(x) ?? 0);
    const moved = ({ second, price }: LinePoint): LinePoint => {
      const y = (this.#candles.priceToCoordinate(price) ?? 0) + after.y - before.y;
      return {
        ...this.laterPoint({ second, price }, places[1] - places[0]),
        price: this.#candles.coordinateToPrice(y) ?? 0,
      };
    };
    const [from, to] = [moved(line.from), moved(line.to)];
    return from.price > 0 && to.price > 0 ? { ...line, from, to } : null;
  }

  /** Scrolls the view just far enough to include the point. */
  viewPoint({ second }: LinePoint): void {
    if (this.#axis) viewBar(this.#chart, placeOf(this.#axis, second));
  }

  /** The bar under the crosshair, or the newest one, at its close. */
  pointedPoint(): LinePoint | null {
    const bar = this.#bars[this.#pointedAt()] ?? this.#bars.at(-1);
    return bar ? { second: bar.timestamp, price: bar.close } : null;
  }

  /** The top of each pane in pixels, starting with the candles' pane; null until a new pane has been laid out. */
  paneTops(): number[] | null {
    const panes = this.#chart.panes();
    // Measuring forces the browser to lay the page out at once.
    if (panes.length === 1) return [0];
    const top = this.#host.getBoundingClientRect().top;
    const tops = panes.map((pane) => Math.round((pane.getHTMLElement()?.getBoundingClientRect().top ?? top) - top));
    return tops.every((height, pane) => pane === 0 || height > tops[pane - 1]) ? tops : null;
  }

  /** The width of the price axis in pixels. */
  axisWidth(): number {
    return this.#chart.priceScale('right').width();
  }

  /** The close of the bar under the crosshair, or of the newest, and its position. */
  pointedPrice(): { price: number; x: number; y: number } | null {
    const point = this.pointedPoint();
    if (!point) return null;
    const x = this.#chart.timeScale().timeToCoordinate(toChartTime(point.second)) ?? 0;
    return { price: point.price, x, y: this.yOf(point.price) ?? 0 };
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#resized.disconnect();
    this.#indicators.stop();
    this.#chart.remove();
  }

  #listen(): void {
    this.#chart.subscribeCrosshairMove(({ time, point, paneIndex, sourceEvent }) => {
      // The library leaves the crosshair where it is on the screen while bars move on below it.
      if (this.#isKeyed && !sourceEvent) return this.#holdPoint();
      this.#isKeyed = false;
      this.#pointed = typeof time === 'number' ? fromChartTime(time) : null;
      this.#events.onPoint(this.#pointed);
      this.#events.onHover(point && paneIndex === 0 ? point.y : null);
    });
    this.#chart.subscribeClick(({ point, paneIndex, time }) => {
      const price = point && paneIndex === 0 ? this.priceAt(point.y) : null;
      const second = typeof time === 'number' ? fromChartTime(time) : null;
      if (point && price !== null) this.#events.onPress(price, this.lineAt(point), second);
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (!range || this.#bars.length === 0) return;
      this.#events.onView(Math.max(0, Math.floor(range.from)));
      if (range.from < OLDER_WHEN_LEFT) this.#events.onNeedOlder();
    });
    // The library notifies its own primitives whenever prices or panes move; this one draws nothing and only listens.
    this.#candles.attachPrimitive({ updateAllViews: () => this.#laidOut() });
  }

  /** -1 while no bar is pointed at. */
  #pointedAt(): number {
    return this.#pointed === null ? -1 : indexOfBar(this.#bars, this.#pointed);
  }

  #holdPoint(): void {
    const bar = this.#bars[this.#pointedAt()];
    if (bar) this.#chart.setCrosshairPosition(bar.close, toChartTime(bar.timestamp), this.#candles);
  }

  /** Of another interval no bar has been read. */
  #forgetPoint(): void {
    if (!this.#isKeyed) return;
    this.#isKeyed = false;
    this.#pointed = null;
    this.#chart.clearCrosshairPosition();
    this.#events.onPoint(null);
  }

  /** One pixel until there is something to draw: on a phone, an empty picture takes as long as a full one. */
  #fit(isAtOnce: boolean): void {
    if (this.#bars.length > 0) this.#chart.resize(this.#host.clientWidth, this.#host.clientHeight, isAtOnce);
  }

  #setSlopedLook(): void {
    this.#sloped.setLook({ color: this.#colors.drawn, font: `11px ${getComputedStyle(this.#host).fontFamily}` });
  }

  #laidOut(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#bars.length === 0) return;
      this.#marks.layOut(this.#bars);
      this.#events.onLayout();
    });
  }

  #widthOfCandles(): number {
    return this.#chart.timeScale().width();
  }

  #heightOfCandles(): number {
    return this.#chart.panes()[0].getHeight();
  }

  /** A pane border that somebody has moved stays there until panes are added or removed. */
  #sharePanes(): void {
    const count = this.#chart.panes().length;
    if (count !== this.#panesShared) sharePanes(this.#chart, this.#host.clientHeight);
    this.#panesShared = count;
  }

  /** In percent, indicators on the price use the candles' scale, instead of one each. */
  #setScale(scale: ChartScale, indicators: readonly ShownIndicator[]): void {
    const isPercent = scale === 'percent';
    this.#indicators.showOnPrice(!isPercent);
    const onPrice = isPercent ? indicators.filter(({ place }) => place === 'price') : [];
    this.#percentLines.set(onPrice, this.#bars, this.#colors);
    if (scale === this.#shownScale) return;
    this.#shownScale = scale;
    this.#chart.priceScale('right').applyOptions({ mode: scaleModes[scale], autoScale: true });
  }

  #setTimeTexts(interval: Interval): void {
    const timeFormatter = (time: Time): string =>
      typeof time === 'number' ? barTimeText(fromChartTime(time), interval) : '';
    this.#chart.applyOptions({
      timeScale: { timeVisible: hasTimeOfDay(interval), secondsVisible: false },
      localization: { timeFormatter },
    });
  }

  #drawAll(interval: Interval): void {
    this.#setTimeTexts(interval);
    this.#candles.setData(this.#bars.map(candleOf));
    this.#volumes.draw(this.#bars, this.#colors);
    this.#marks.draw(this.#bars, this.#colors);
  }

  #drawLast(): void {
    const last = this.#bars[this.#bars.length - 1];
    this.#candles.update(candleOf(last));
    this.#volumes.drawLast(last, this.#colors);
  }
}
