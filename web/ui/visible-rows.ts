// Which rows of a long list of equal rows are near the screen, so that only those are rendered. Short lists are completed just after their first render.
import { useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

export interface VisibleRows {
  /** First row to draw, and the one after the last. */
  from: number;
  to: number;
  /** Pixels that the rows before and after would take. */
  before: number;
  after: number;
}

/** How much larger than usual the reader has set text: rows grow with it. */
export function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** Pixels of rows kept beyond both edges of the screen. */
const SPARE = 480;
/** The window moves in steps of this many pixels: several low rows, or one high row, so that no step takes long. */
const STEP = 176;

/** A short list grows by this many pixels at once, so that no step takes long. */
const GROWTH = 352;
/** It grows after this long even if the browser is never idle. */
const GROWS_AFTER_MS = 200;

/** `top`: distance of the list's first row from the top of the screen, negative once it has scrolled out. */
export function rowsInView(count: number, rowHeight: number, top: number, screenHeight: number): VisibleRows {
  const spare = Math.ceil(SPARE / rowHeight);
  const step = Math.max(1, Math.floor(STEP / rowHeight));
  const first = Math.floor(-top / rowHeight) - spare;
  const last = Math.ceil((screenHeight - top) / rowHeight) + spare;
  const from = Math.min(count, Math.max(0, Math.floor(first / step) * step));
  const to = Math.max(from, Math.min(count, Math.ceil(last / step) * step));
  return { from, to, before: from * rowHeight, after: (count - to) * rowHeight };
}

/** The first rows: those that begin within this many pixels. */
export function firstRows(count: number, rowHeight: number, pixels: number): VisibleRows {
  const to = Math.min(count, Math.ceil(pixels / rowHeight));
  return { from: 0, to, before: 0, after: (count - to) * rowHeight };
}

/** Calls back when the browser is idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  // Safari does not have this function.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, GROWS_AFTER_MS / 10);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: GROWS_AFTER_MS });
  return () => cancelIdleCallback(asked);
}

/** Pixels of a short list that are rendered so far. */
function useGrowth(whole: number): number {
  const [drawn, setDrawn] = useState(() => window.innerHeight);
  useEffect(() => {
    if (drawn < whole) return whenIdle(() => setDrawn(drawn + GROWTH));
  }, [drawn, whole]);
  return drawn;
}

/** `wholeUntil`: up to this many rows, all of them are rendered. The list scrolls with the page. */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight, wholeUntil }: { count: number; rowHeight: number; wholeUntil: number },
): VisibleRows {
  const isWhole = count <= wholeUntil;
  const drawn = useGrowth(isWhole ? count * rowHeight : 0);
  const [rows, setRows] = useState(() => rowsInView(count, rowHeight, 0, 800));
  useLayoutEffect(() => {
    if (isWhole) return;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const next = rowsInView(count, rowHeight, top, window.innerHeight);
      setRows((before) =>
        before.from === next.from && before.to === next.to && before.after === next.after ? before : next,
      );
    };
    const onMove = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    window.addEventListener('scroll', onMove, { passive: true });
    window.addEventListener('resize', onMove);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onMove);
      window.removeEventListener('resize', onMove);
    };
  }, [list, count, rowHeight, isWhole]);
  return isWhole ? firstRows(count, rowHeight, drawn) : rows;
}
