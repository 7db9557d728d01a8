// The candle chart as a component: passes what it is given to the canvas and lays out what is shown over it. Loaded when a chart is opened.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { classList } from '../ui/class-list.ts';
import { useShownTheme } from '../ui/theme.ts';
import type { CandleCanvas, Drawing } from './candle-canvas.ts';
import { LineTags, PaneLegends, PriceButton, ZoomButtons } from './chart-overlay.tsx';
import type { DrawingTool } from './drawn-lines.ts';
import type { LineActions } from './line-tags.tsx';
import type { FillMark, PriceLine } from './marks.ts';
import { placeSloped, SlopedTags } from './sloped-tags.tsx';
import { placeTags } from './tag-places.ts';
import { useCandleCanvas } from './use-candle-canvas.ts';
import type { CanvasHandlers } from './canvas-handlers.ts';

export interface CandleChartProps extends Drawing, CanvasHandlers {
  /** A description for people who cannot see it. */
  label: string;
  marks: readonly FillMark[];
  lines: readonly PriceLine[];
  /** The tick, in rupees. */
  tick: number;
  actions: LineActions;
  /** What is shown at the top of a pane; 0 is the candles' pane. */
  legend: (pane: number) => ReactNode;
}

/** Redraws what has changed, in this order: a new chart needs its bars before what is drawn over them. */
function useDrawing(canvas: CandleCanvas | null, props: CandleChartProps): void {
  const { bars, interval, hours, indicators, comparison, scale, since, marks, lines } = props;
  const begun = useRef<CandleCanvas>(null);
  useEffect(() => {
    const draw = (): void => {
      if (bars.length > 0) begun.current = canvas;
      canvas?.draw({ bars, interval, hours, indicators, comparison, scale, since });
    };
    if (begun.current === canvas) return draw();
    // The first drawing takes long, and so does the page that has just received its bars: so it gets a task of its own.
    const timer = setTimeout(draw);
    return () => clearTimeout(timer);
  }, [canvas, bars, interval, hours, indicators, comparison, scale, since]);
  useEffect(() => canvas?.setMarks(marks), [canvas, marks, bars.length]);
  useEffect(() => canvas?.setLines(lines), [canvas, lines]);
  const { sloped, selected } = props.drawing;
  useEffect(() => canvas?.setSloped(sloped, selected), [canvas, sloped, selected]);
  const theme = useShownTheme();
  // It is created with the current theme's colours.
  const colored = useRef(theme);
  useEffect(() => {
    if (colored.current !== theme) canvas?.recolor();
    colored.current = theme;
  }, [canvas, theme]);
}

const crosshair = '[&_*]:cursor-crosshair! touch-none [&_*]:touch-none!';
const cursors: Record<DrawingTool | 'none', string> = {
  none: '',
  horizontal: '[&_*]:cursor-row-resize!',
  trend: crosshair,
  ray: crosshair,
  fibonacci: crosshair,
};

export function CandleChart(props: CandleChartProps) {
  const { label, bars, lines, tick, actions, drawing, interval, legend, onAsk, onPick } = props;
  const host = useRef<HTMLDivElement>(null);
  const [canvas, { tops, tags, plus, sloped }, ready] = useCandleCanvas(host, props);
  useDrawing(ready, props);
  useLayoutEffect(() => {
    if (tags.current && canvas.current) placeTags(tags.current, canvas.current);
  }, [canvas, tags, lines]);
  // Runs after the lines themselves have been drawn above.
  useEffect(() => {
    if (sloped.current && canvas.current) placeSloped(sloped.current, canvas.current);
  }, [canvas, sloped, drawing.sloped, drawing.selected]);

  function priceAt(clientY: number): number | null {
    const { top = 0 } = host.current?.getBoundingClientRect() ?? {};
    return canvas.current?.priceAt(clientY - top) ?? null;
  }

  /** The tag that is pressed or has the focus goes with its line: the focus stays in the chart. */
  const fromChart =
    <Of,>(remove: (of: Of) => void) =>
    (of: Of): void => {
      host.current?.focus({ preventScroll: true });
      remove(of);
    };

  function askAtPlus(): void {
    const { top = 0 } = host.current?.getBoundingClientRect() ?? {};
    const { left = 0 } = plus.current?.getBoundingClientRect() ?? {};
    const clientY = top + Number(plus.current?.dataset.y);
    const price = priceAt(clientY);
    if (price !== null) onAsk?.({ price, clientX: left, clientY });
  }

  return (
    <div
      data-keeps-focus
      className={classList(
        'group relative h-full overflow-hidden',
        (bars.length === 0 || tops === null) && 'invisible',
      )}
    >
      <div
        ref={host}
        role="application"
        aria-label={label}
        tabIndex={0}
        className={classList('h-full -outline-offset-2', onPick ? crosshair : cursors[drawing.tool ?? 'none'])}
      />
      <PaneLegends tops={tops ?? [0]} legend={legend} />
      <LineTags
        place={tags}
        lines={lines}
        tick={tick}
        actions={{ ...actions, onRemove: fromChart(actions.onRemove) }}
        priceAt={priceAt}
      />
      <SlopedTags
        place={sloped}
        canvas={canvas}
        drawing={{ ...drawing, onRemove: fromChart(drawing.onRemove) }}
        interval={interval}
        tick={tick}
      />
      {onAsk && !onPick && <PriceButton place={plus} onPress={askAtPlus} />}
      <ZoomButtons onZoom={(factor) => canvas.current?.zoom(factor)} onLatest={() => canvas.current?.toLatest()} />
    </div>
  );
}
