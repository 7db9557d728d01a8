// The small price line as a component. Loaded when it is shown.
import { useEffect, useRef } from 'react';
import type { Bar, Interval } from '../../contract/market.ts';
import { useShownTheme } from '../ui/theme.ts';
import { createAreaCanvas } from './area-canvas.ts';
import type { AreaCanvas } from './area-canvas.ts';

export interface AreaChartProps {
  /** A description in words. */
  label: string;
  bars: readonly Bar[];
  interval: Interval;
}

export function AreaChart({ label, bars, interval }: AreaChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<AreaCanvas | null>(null);
  const theme = useShownTheme();
  useEffect(() => {
    if (!host.current) return;
    const made = createAreaCanvas(host.current);
    canvas.current = made;
    return () => {
      canvas.current = null;
      made.remove();
    };
  }, []);
  useEffect(() => canvas.current?.setBars(bars, interval), [bars, interval]);
  useEffect(() => canvas.current?.recolor(), [theme]);
  return <div ref={host} role="img" aria-label={label} className="h-full" />;
}
