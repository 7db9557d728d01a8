// A start leaves its garbage behind, and nobody gets a way to collect garbage at will.
import { readFileSync } from 'node:fs';
import path from 'node:path';
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

test.each(['tools/start.mjs', 'Dockerfile', 'docs/operations.md', 'tests/crash/real-server.ts'])(
  '%s starts the server with one thread for collections',
  (file) => expect(readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')).toContain('--v8-pool-size=1'),
);
