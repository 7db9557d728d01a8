// Our book and our engine stay this much faster than a library on the same orders in the same minute. The floors lie far below
// what is measured (RESULTS.md), so that only a real loss falls through them, and not a busy machine.
import { expect, test } from 'vitest';
import { ourBook } from './our-book.ts';
import { ourEngine } from './our-engine.ts';
import { library } from './peers.ts';
import type { MakeSubject } from './subject.ts';
import { makeWorkload } from './workload.ts';
import type { Workload } from './workload.ts';

const ROUNDS = 12;
const BOOK_FLOOR = 25;
const ENGINE_FLOOR = 2.5;

/** Milliseconds of the part after the prefill. */
function timeOf(make: MakeSubject, workload: Workload): number {
  const subject = make(workload, false);
  subject.run(0, workload.prefill);
  const startedAt = performance.now();
  subject.run(workload.prefill, workload.count);
  return performance.now() - startedAt;
}

test('many times as fast as a library', { timeout: 60_000 }, () => {
  const workload = makeWorkload({ resting: 2_000, commands: 50_000 });
  const best = { book: Infinity, engine: Infinity, library: Infinity };
  // In turn, so that a slow moment affects all; and the best of each, since other programs can only take time away.
  for (let round = 0; round < ROUNDS; round++) {
    best.book = Math.min(best.book, timeOf(ourBook, workload));
    best.engine = Math.min(best.engine, timeOf(ourEngine, workload));
    best.library = Math.min(best.library, timeOf(library, workload));
  }
  expect(best.library / best.book).toBeGreaterThan(BOOK_FLOOR);
  expect(best.library / best.engine).toBeGreaterThan(ENGINE_FLOOR);
});
