// A chart of days that can be read by keyboard: created when its element exists, recoloured with the theme, and stepped through day by day.
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useShownTheme } from '../ui/theme.ts';

interface SteppedCanvas {
  recolor(): void;
  /** This many days on, but not beyond the last one. */
  step(days: number): void;
  remove(): void;
}

/** Must keep its identity. */
type MakeCanvas<Canvas> = (host: HTMLElement, onPoint: (index: number | null) => void) => Canvas;

interface Stepped<Canvas> {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<Canvas | null>;
  /** The day a pointer or key points at. */
  readonly pointed: number | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const BEYOND = 1e6;

/** `page`: how many days a Page key moves. */
export function useSteppedCanvas<Canvas extends SteppedCanvas>(
  make: MakeCanvas<Canvas>,
  page: number,
): Stepped<Canvas> {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<Canvas | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useShownTheme();
  useEffect(() => {
    if (!host.current) return;
    const made = make(host.current, setPointed);
    canvas.current = made;
    return () => {
      canvas.current = null;
      made.remove();
    };
  }, [make]);
  useEffect(() => canvas.current?.recolor(), [theme]);

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -page,
      PageDown: page,
      Home: -BEYOND,
      End: BEYOND,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    canvas.current?.step(step);
  }

  return { host, canvas, pointed, onKeyDown };
}
