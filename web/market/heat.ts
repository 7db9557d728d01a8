// How strongly the map of the market colours a change: fully from the size that only the largest tenth of today's changes reach.

/** In percent. Steps, so that the colours of all stocks do not shift with every tick of one. */
const STEPS = [0.5, 1, 2, 3, 5, 10, 20];
/** Stronger, and letters on it could no longer be read well. */
const FULL_SHADE = 50;

/** From which change on, in percent, the colour is full. */
export function fullChange(changePercents: readonly number[]): number {
  const sizes = changePercents.map(Math.abs).sort((one, other) => one - other);
  const large = sizes[Math.floor(sizes.length * 0.9)] ?? 0;
  return STEPS.find((step) => large <= step) ?? STEPS[STEPS.length - 1];
}

/** How much of the colour is mixed in, in percent. */
export function shadeOf(changePercent: number, full: number): number {
  return Math.round(Math.min(1, Math.abs(changePercent) / full) * FULL_SHADE);
}

/** The plain average of the changes; null without any. */
export function averageOf(changePercents: readonly number[]): number | null {
  if (changePercents.length === 0) return null;
  return changePercents.reduce((sum, each) => sum + each, 0) / changePercents.length;
}
