// The candle chart as a component: keyboard and buttons beside mouse and touch. Loaded when a chart is opened.
import { ChevronsRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Bar, Interval } from '../../contract/market.ts';
import { IconButton } from '../ui/button.tsx';
import { useShownTheme } from '../ui/theme.ts';
import { CandleCanvas } from './candle-canvas.ts';
import type { FillMark, PriceLine } from './marks.ts';
import type { OverlayId } from './overlay-ids.ts';

export interface CandleChartProps {
  /** What it shows, for those who cannot see it. */
  label: string;
  bars: readonly Bar[];
  interval: Interval;
  overlays: readonly OverlayId[];
  marks: readonly FillMark[];
  lines: readonly PriceLine[];
  onPoint: (second: number | null) => void;
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

export function CandleChart({ label, bars, interval, overlays, marks, lines, onPoint, onNeedOlder }: CandleChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<CandleCanvas | null>(null);
  const events = useRef({ onPoint, onNeedOlder });
  const theme = useShownTheme();

  useEffect(() => {
    events.current = { onPoint, onNeedOlder };
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = new CandleCanvas(element, {
      onPoint: (second) => events.current.onPoint(second),
      onNeedOlder: () => events.current.onNeedOlder(),
    });
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act(made);
    };
    element.addEventListener('keydown', onKeyDown);
    canvas.current = made;
    return () => {
      canvas.current = null;
      element.removeEventListener('keydown', onKeyDown);
      made.remove();
    };
  }, []);

  // In this order: a new chart gets its bars before what stands on them.
  useEffect(() => canvas.current?.setBars(bars, interval), [bars, interval]);
  useEffect(() => canvas.current?.setOverlays(overlays), [overlays]);
  useEffect(() => canvas.current?.setMarks(marks), [marks, bars.length]);
  useEffect(() => canvas.current?.setLines(lines), [lines]);
  useEffect(() => canvas.current?.recolor(), [theme]);

  return (
    <div className="group relative h-full">
      <div ref={host} role="application" aria-label={label} tabIndex={0} className="h-full -outline-offset-2" />
      <div className="absolute right-20 bottom-10 z-10 flex gap-1 rounded-box border border-line bg-raised opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden">
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
