// Rounds parts to whole numbers so that they still add up to the whole: the percents of a portfolio come to 100.

/** What rounding down leaves over goes to the parts that lost most by it. All parts of nothing are 0. */
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
