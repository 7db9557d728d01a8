// The curve of an account as a component, with its readout in words. Loaded when it is shown.
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useShownTheme } from '../ui/theme.ts';
import { ChartCredit } from './chart-credit.tsx';
import { createWorthCanvas, worthText } from './worth-canvas.ts';
import type { WorthCanvas, WorthPoint } from './worth-canvas.ts';

const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -1e6, End: 1e6 };

/** `points` must keep their identity while they are the same. */
export function WorthChart({ points }: { points: readonly WorthPoint[] }) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<WorthCanvas | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useShownTheme();
  useEffect(() => {
    if (!host.current) return;
    const made = createWorthCanvas(host.current, setPointed);
    canvas.current = made;
    return () => {
      canvas.current = null;
      made.remove();
    };
  }, []);
  useEffect(() => canvas.current?.setPoints(points), [points]);
  useEffect(() => canvas.current?.recolor(), [theme]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = keys[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    canvas.current?.step(step);
  }

  const shown = points[pointed ?? points.length - 1];
  return (
    <div>
      <p aria-live="polite" className="min-h-10 px-4 text-sm text-muted sm:min-h-5">
        {shown && worthText(shown)}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is operated by its own keys */}
      <div
        ref={host}
        role="application"
        aria-label="Worth of the account at each close, above; percent below its peak, underneath. Arrow keys read day by day. A button below shows the days as a table."
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="h-80 -outline-offset-2"
      />
      <p className="px-4 pt-1 pb-2 text-right leading-4">
        <ChartCredit />
      </p>
    </div>
  );
}
