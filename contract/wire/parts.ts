// The parts of a whole as whole numbers that add up to it: percents of a portfolio come to 100, however they are rounded.

/** What rounding down leaves goes to those that lost most by it. All are 0 where there is nothing. */
export function partsOf(values: readonly number[], whole: number): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total === 0) return values.map(() => 0);
  const exact = values.map((value) => (value / total) * whole);
  const parts = exact.map(Math.floor);
  const left = whole - parts.reduce((sum, part) => sum + part, 0);
  const byLoss = exact.map((_, index) => index).sort((a, b) => exact[b] - parts[b] - (exact[a] - parts[a]));
  for (const index of byLoss.slice(0, left)) parts[index]++;
  return parts;
}
