// The shapes of lines in pixels, from points whose answers are known.
import { expect, test } from 'vitest';
import type { Spot } from './line-geometry.ts';
import { distanceTo, levelPrice, middleInView, rayEnd, strokesOf } from './line-geometry.ts';

test('a ray goes on to the right edge, whichever of its points was drawn first', () => {
  // 50 pixels up over 100 to the right: 200 more to the right are 100 more up.
  const [from, to] = [
    { x: 100, y: 300 },
    { x: 200, y: 250 },
  ];
  expect(rayEnd(from, to, 400)).toEqual({ x: 400, y: 150 });
  expect(rayEnd(to, from, 400)).toEqual({ x: 400, y: 150 });
  expect(strokesOf({ kind: 'ray', from: to, to: from, levels: [] }, 400)).toEqual([{ from, to: { x: 400, y: 150 } }]);
});

test('a ray that stands upright, or has left the picture before its second point, ends there', () => {
  const upright = { x: 100, y: 50 };
  expect(rayEnd({ x: 100, y: 300 }, upright, 400)).toEqual(upright);
  const beyond = { x: 500, y: 50 };
  expect(rayEnd({ x: 100, y: 300 }, beyond, 400)).toEqual(beyond);
});

test('a retracement gives back nothing at its second point, and all at its first', () => {
  // From 400 down to 300: 61.8 % of the way back is 361.8.
  expect(levelPrice(400, 300, 0)).toBe(300);
  expect(levelPrice(400, 300, 0.618)).toBeCloseTo(361.8, 9);
  expect(levelPrice(400, 300, 1)).toBe(400);
  const levels = [90, null, 70, 60, 50, 40, 30];
  const strokes = strokesOf({ kind: 'fibonacci', from: { x: 10, y: 30 }, to: { x: 60, y: 90 }, levels }, 200);
  // The move itself, and six levels that have a height.
  expect(strokes).toHaveLength(7);
  expect(strokes[1]).toEqual({ from: { x: 10, y: 90 }, to: { x: 200, y: 90 }, level: 0 });
  expect(strokes[2].level).toBe(0.382);
});

test('a pointer is as far from a line as from the nearest part of it', () => {
  const stroke = { from: { x: 0, y: 0 }, to: { x: 30, y: 40 } };
  expect(distanceTo(stroke, { x: 15, y: 20 })).toBeCloseTo(0, 9);
  // From the middle 3-4-5 off at a right angle.
  expect(distanceTo(stroke, { x: 15 - 4, y: 20 + 3 })).toBeCloseTo(5, 9);
  // Beyond its ends it is the end that counts.
  expect(distanceTo(stroke, { x: 33, y: 44 })).toBeCloseTo(5, 9);
  expect(distanceTo({ from: { x: 3, y: 4 }, to: { x: 3, y: 4 } }, { x: 0, y: 0 })).toBe(5);
});

test('the middle of a line is that of what is in view, and stays in view when the line is not', () => {
  const size = { width: 100, height: 100 };
  const middle = (from: Spot, to: Spot) => middleInView({ from, to }, size);
  expect(middle({ x: 80, y: 20 }, { x: 20, y: 80 })).toEqual({ x: 50, y: 50, isInView: true });
  // Cut at x = 0, where it is 50 high: in view from 0 to 100, at 50 it is 75.
  expect(middle({ x: -100, y: 0 }, { x: 100, y: 100 })).toEqual({ x: 50, y: 75, isInView: true });
  expect(middle({ x: -300, y: 40 }, { x: -200, y: 60 })).toEqual({ x: 0, y: 60, isInView: false });
  expect(middle({ x: 40, y: -300 }, { x: 40, y: -200 })).toEqual({ x: 40, y: 0, isInView: false });
});
