// The candle chart as a component: keyboard and buttons beside mouse and touch, and what stands over the canvas. Loaded when a chart is opened.
import { ChevronsRight, Plus, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { useShownTheme } from '../ui/theme.ts';
import { CandleCanvas } from './candle-canvas.ts';
import type { Drawing } from './candle-canvas.ts';
import { listenForAsking } from './chart-gestures.ts';
import type { ScreenPoint } from './chart-gestures.ts';
import { DrawnTag, OrderTag } from './line-tags.tsx';
import type { LineActions } from './line-tags.tsx';
import type { FillMark, PriceLine } from './marks.ts';

/** A price that was pointed at, and where on the screen. */
export interface PricePlace extends ScreenPoint {
  price: number;
}

export interface CandleChartProps extends Drawing {
  /** What it shows, for those who cannot see it. */
  label: string;
  marks: readonly FillMark[];
  lines: readonly PriceLine[];
  /** Rupees between two prices. */
  tick: number;
  actions: LineActions;
  /** While true, a press on the candles draws a line there. */
  isDrawing: boolean;
  onDraw: (price: number) => void;
  /** Somebody asks what can be done at a price. */
  onAsk: (place: PricePlace) => void;
  /** What stands at the top of a pane: 0 is that of the candles. */
  legend: (pane: number) => ReactNode;
  onPoint: (second: number | null) => void;
  onView: (first: number) => void;
  onNeedOlder: () => void;
}

const keys: Record<string, (canvas: CandleCanvas) => void> = {
  ArrowLeft: (canvas) => canvas.step(-1),
  ArrowRight: (canvas) => canvas.step(1),
  PageUp: (canvas) => canvas.step(-20),
  PageDown: (canvas) => canvas.step(20),
  End: (canvas) => canvas.toLatest(),
  '+': (canvas) => canvas.zoom(0.7),
  '=': (canvas) => canvas.zoom(0.7),
  '-': (canvas) => canvas.zoom(1.4),
};

const TAG_HEIGHT = 26;
const TAG_GAP = 4;

/** Puts each tag at its price, and those that would cover each other, or a word beside the axis, side by side. */
function placeTags(tags: HTMLElement, canvas: CandleCanvas): void {
  const all = [...tags.children]
    .filter((tag): tag is HTMLElement => tag instanceof HTMLElement)
    .map((tag) => ({ tag, y: canvas.yOf(Number(tag.dataset.price)), isWord: tag.dataset.word !== undefined }))
    .sort((one, other) => (one.y ?? 0) - (other.y ?? 0));
  const taken: { y: number; right: number }[] = [];
  const take = (y: number, shift: number, tag: HTMLElement): void =>
    void taken.push({ y, right: shift + tag.offsetWidth + TAG_GAP });
  for (const { tag, y, isWord } of all) if (isWord && y !== null) take(y, 0, tag);
  for (const { tag, y, isWord } of all) {
    if (isWord) continue;
    tag.style.visibility = y === null ? 'hidden' : 'visible';
    if (y === null) continue;
    const near = taken.filter((other) => Math.abs(y - other.y) < TAG_HEIGHT).map(({ right }) => right);
    const shift = Math.max(0, ...near);
    tag.style.transform = `translate(${-shift}px, ${y}px) translateY(-50%)`;
    take(y, shift, tag);
  }
}

/** Asked by mouse or finger it is the price under them, by key the close of the bar under the crosshair. */
function placeAt(canvas: CandleCanvas, host: HTMLElement, at: ScreenPoint | null): PricePlace | null {
  const { left, top } = host.getBoundingClientRect();
  if (at) {
    const price = canvas.priceAt(at.clientY - top);
    return price === null ? null : { ...at, price };
  }
  const pointed = canvas.pointedPrice();
  return pointed && { price: pointed.price, clientX: left + pointed.x, clientY: top + pointed.y };
}

interface Overlay {
  tops: readonly number[];
  tags: RefObject<HTMLDivElement | null>;
  plus: RefObject<HTMLDivElement | null>;
}

/** The canvas in its place, made once; what it reports goes to the newest handlers. */
function useCanvas(
  host: RefObject<HTMLDivElement | null>,
  props: CandleChartProps,
): [RefObject<CandleCanvas | null>, Overlay] {
  const canvas = useRef<CandleCanvas | null>(null);
  const tags = useRef<HTMLDivElement>(null);
  const plus = useRef<HTMLDivElement>(null);
  const [tops, setTops] = useState<readonly number[]>([0]);
  const newest = useRef(props);

  useEffect(() => {
    newest.current = props;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = new CandleCanvas(element, {
      onPoint: (second) => newest.current.onPoint(second),
      onView: (first) => newest.current.onView(first),
      onNeedOlder: () => newest.current.onNeedOlder(),
      onPress: (price) => newest.current.isDrawing && newest.current.onDraw(price),
      onHover: (y) => {
        if (!plus.current) return;
        plus.current.style.visibility = y === null ? 'hidden' : 'visible';
        if (y !== null) plus.current.style.transform = `translateY(${y}px) translateY(-50%)`;
        if (y !== null) plus.current.dataset.y = String(y);
      },
      onLayout: () => {
        element.parentElement?.style.setProperty('--axis', `${made.axisWidth()}px`);
        if (tags.current) placeTags(tags.current, made);
        setTops((before) => {
          const after = made.paneTops();
          return after.join() === before.join() ? before : after;
        });
      },
    });
    const ask = (at: ScreenPoint | null): void => {
      const place = placeAt(made, element, at);
      if (place) newest.current.onAsk(place);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter') ask(null);
      else if (keys[event.key]) keys[event.key](made);
      else return;
      event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    const stopAsking = listenForAsking(element, ask);
    canvas.current = made;
    return () => {
      canvas.current = null;
      stopAsking();
      element.removeEventListener('keydown', onKeyDown);
      made.remove();
    };
  }, [host]);

  return [canvas, { tops, tags, plus }];
}

export function CandleChart(props: CandleChartProps) {
  const {
    label,
    bars,
    interval,
    indicators,
    comparison,
    scale,
    marks,
    lines,
    tick,
    actions,
    isDrawing,
    legend,
    onAsk,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const [canvas, { tops, tags, plus }] = useCanvas(host, props);
  const theme = useShownTheme();

  // In this order: a new chart gets its bars before what stands on them.
  useEffect(
    () => canvas.current?.draw({ bars, interval, indicators, comparison, scale }),
    [canvas, bars, interval, indicators, comparison, scale],
  );
  useEffect(() => canvas.current?.setMarks(marks), [canvas, marks, bars.length]);
  useEffect(() => canvas.current?.setLines(lines), [canvas, lines]);
  // It is made in the colours of the moment.
  const colored = useRef(theme);
  useEffect(() => {
    if (colored.current !== theme) canvas.current?.recolor();
    colored.current = theme;
  }, [canvas, theme]);
  useLayoutEffect(() => {
    if (tags.current && canvas.current) placeTags(tags.current, canvas.current);
  }, [canvas, tags, lines]);

  function priceAt(clientY: number): number | null {
    const { top = 0 } = host.current?.getBoundingClientRect() ?? {};
    return canvas.current?.priceAt(clientY - top) ?? null;
  }

  function askAtPlus(): void {
    const { top = 0 } = host.current?.getBoundingClientRect() ?? {};
    const { left = 0 } = plus.current?.getBoundingClientRect() ?? {};
    const clientY = top + Number(plus.current?.dataset.y);
    const price = priceAt(clientY);
    if (price !== null) onAsk({ price, clientX: left, clientY });
  }

  return (
    <div className="group relative h-full overflow-hidden">
      <div
        ref={host}
        role="application"
        aria-label={label}
        tabIndex={0}
        className={classList('h-full -outline-offset-2', isDrawing && '[&_*]:cursor-row-resize!')}
      />
      <div className="pointer-events-none absolute inset-y-0 left-0 right-[var(--axis,4rem)] z-10">
        {tops.map((top, pane) => (
          <div key={pane} className="absolute inset-x-0 px-2 pt-1" style={{ top }}>
            {legend(pane)}
          </div>
        ))}
      </div>
      <div
        ref={tags}
        className="pointer-events-none absolute inset-y-0 left-0 right-[calc(var(--axis,4rem)+1.25rem)] z-10 overflow-hidden"
      >
        {lines.map((line) => {
          const isDrawn = line.kind === 'drawn';
          // Its word is drawn with the line itself; this keeps the tags off it.
          if (!isDrawn && line.orderId === undefined)
            return (
              <div
                key={line.key}
                data-price={line.price}
                data-word=""
                aria-hidden="true"
                className="invisible absolute top-0 right-1 text-xs whitespace-nowrap"
              >
                {line.text}
              </div>
            );
          return (
            <div
              key={line.key}
              data-price={line.price}
              data-line={line.key}
              className="absolute top-0 right-1 flex items-center"
            >
              {isDrawn ? (
                <DrawnTag line={line} tick={tick} actions={actions} priceAt={priceAt} />
              ) : (
                <OrderTag line={line} orderId={line.orderId ?? ''} tick={tick} actions={actions} priceAt={priceAt} />
              )}
            </div>
          );
        })}
      </div>
      {/* For the mouse: the keyboard has Enter, fingers press long, and there is a button above the chart. */}
      <div
        ref={plus}
        aria-hidden="true"
        className="invisible absolute top-0 right-[var(--axis,4rem)] z-20 pointer-coarse:hidden"
      >
        <button
          type="button"
          tabIndex={-1}
          title="Order, alert or line at this price"
          onClick={askAtPlus}
          className="flex size-5 items-center justify-center rounded-[4px] bg-edge text-surface hover:bg-accent hover:text-on-accent"
        >
          <Plus size={14} />
        </button>
      </div>
      <div className="absolute right-[calc(var(--axis,4rem)+0.75rem)] bottom-10 z-20 flex gap-1 rounded-box border border-line bg-raised opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden">
        <IconButton size="small" label="Zoom in" onClick={() => canvas.current?.zoom(0.7)}>
          <ZoomIn size={16} aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label="Zoom out" onClick={() => canvas.current?.zoom(1.4)}>
          <ZoomOut size={16} aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label="To the newest bars" onClick={() => canvas.current?.toLatest()}>
          <ChevronsRight size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
