// The 150 ms flash of a number that has just changed; none for people who prefer less motion.
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const FLASH_MS = 150;
const stillness = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

/** Flashes one element, in the colour of the direction. */
function flash(element: HTMLElement, isUp: boolean): void {
  if (stillness?.matches) return;
  const color = `var(${isUp ? '--up-soft' : '--down-soft'})`;
  element.animate(
    [{ backgroundColor: color }, { backgroundColor: color, offset: 0.7 }, { backgroundColor: 'transparent' }],
    FLASH_MS,
  );
}

/** Put the ref on the element that shows `value`: it flashes when the value changes, not when it first appears. */
export function useFlash(value: number): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (element.current && value !== before.current) flash(element.current, value > before.current);
    before.current = value;
  }, [value]);
  return element;
}
