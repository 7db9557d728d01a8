// A start leaves its garbage behind, and nobody gets a way to collect garbage at will.
import { expect, test } from 'vitest';
import { collectAfterStart } from './engine-flags.ts';

test('memory that only the start needed is collected', () => {
  let left: number[][] | null = Array.from({ length: 200_000 }, (_, n) => [n, n, n, n]);
  const before = process.memoryUsage().heapUsed;
  expect(left).toHaveLength(200_000);
  left = null;
  collectAfterStart();
  expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(5_000_000);
  expect((globalThis as { gc?: unknown }).gc).toBeUndefined();
});
