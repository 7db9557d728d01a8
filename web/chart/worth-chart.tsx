// The curve of an account as a component, with its readout in words. Loaded when it is shown.
import { useEffect } from 'react';
import { ChartCredit } from './chart-credit.tsx';
import { useSteppedCanvas } from './use-stepped-canvas.ts';
import { createWorthCanvas, worthText } from './worth-canvas.ts';
import type { WorthPoint } from './worth-canvas.ts';

const PAGE_DAYS = 20;

/** `points` must keep their identity while they are the same. */
export function WorthChart({ points }: { points: readonly WorthPoint[] }) {
  const { host, canvas, pointed, onKeyDown } = useSteppedCanvas(createWorthCanvas, PAGE_DAYS);
  useEffect(() => canvas.current?.setPoints(points), [canvas, points]);

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
