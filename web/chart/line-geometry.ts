// The shapes of drawn lines in pixels: where a ray ends, which levels a retracement has, and how far a pointer is from them.
import type { SlopedKind } from './drawn-lines.ts';

export interface Spot {
  x: number;
  y: number;
}

/** One straight piece of a line. */
export interface Stroke {
  from: Spot;
  to: Spot;
  /** For a retracement: what part of the move it gives back. */
  level?: number;
}

export const fibonacciLevels = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1];

/** The price at which this part of the move is given back: none of it at the second point, all of it at the first. */
export function levelPrice(from: number, to: number, level: number): number {
  return to + (from - to) * level;
}

/** Where a ray leaves the chart, to the right of its later point. A vertical ray ends at its point. */
export function rayEnd(from: Spot, to: Spot, right: number): Spot {
  const [start, through] = from.x <= to.x ? [from, to] : [to, from];
  if (start.x === through.x || through.x >= right) return through;
  const slope = (through.y - start.y) / (through.x - start.x);
  return { x: right, y: through.y + slope * (right - through.x) };
}

interface Ends {
  kind: SlopedKind;
  from: Spot;
  to: Spot;
  /** The height of each level, in order; levels without a height are left out. */
  levels: readonly (number | null)[];
}

export function strokesOf({ kind, from, to, levels }: Ends, right: number): Stroke[] {
  if (kind === 'trend') return [{ from, to }];
  const left = Math.min(from.x, to.x);
  if (kind === 'ray') return [{ from: from.x <= to.x ? from : to, to: rayEnd(from, to, right) }];
  const across = levels.flatMap((y, index): Stroke[] =>
    y === null
      ? []
      : [{ from: { x: left, y }, to: { x: Math.max(right, from.x, to.x), y }, level: fibonacciLevels[index] }],
  );
  return [{ from, to }, ...across];
}

/** Pixels from a point to the nearest part of a stroke. */
export function distanceTo({ from, to }: Stroke, spot: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / length;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(spot.x - from.x - at * dx, spot.y - from.y - at * dy);
}

export interface Middle extends Spot {
  /** Otherwise the nearest point on the edge. */
  isInView: boolean;
}

/** The middle of the visible part of the stroke. */
export function middleInView({ from, to }: Stroke, { width, height }: { width: number; height: number }): Middle {
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const [left, right] = from.x <= to.x ? [from, to] : [to, from];
  const x = (clamp(left.x, width) + clamp(right.x, width)) / 2;
  const along = left.x === right.x ? 0.5 : (x - left.x) / (right.x - left.x);
  const at = left.y + (right.y - left.y) * clamp(along, 1);
  const y = clamp(at, height);
  return { x, y, isInView: y === at && right.x >= 0 && left.x <= width };
}
