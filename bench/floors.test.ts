// Our book and our engine must stay this much faster than a library on the same orders in the same minute. The floors are far below
// the measured figures (RESULTS.md), so that only a real loss breaks them, and not a busy machine.
import { expect, test } from 'vitest';
import { previewOrder } from '../core/preview.ts';
import { intradayExposure } from '../core/trade/position.ts';
import { portfolioSummaryOf } from '../core/trade/portfolio.ts';
import { orderOf, stillMarket } from '../tests/still-market.ts';
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
  // In turn, so that a slow moment affects all; and the best of each, since other programs can only slow them down.
  for (let round = 0; round < ROUNDS; round++) {
    best.book = Math.min(best.book, timeOf(ourBook, workload));
    best.engine = Math.min(best.engine, timeOf(ourEngine, workload));
    best.library = Math.min(best.library, timeOf(library, workload));
  }
  expect(best.library / best.book).toBeGreaterThan(BOOK_FLOOR);
  expect(best.library / best.engine).toBeGreaterThan(ENGINE_FLOOR);
});

test('reading a position again and again costs less than copying its lots', () => {
  const { engine, at, apply, quote } = stillMarket({ MERIT: 100_00 }, { 1: 1_000_00 });
  quote('MERIT', 'sell', 100_00, 1);
  apply(orderOf({ account: 1, symbol: 'MERIT', side: 'buy', quantity: 1, product: 'intraday' }));
  const [position] = engine.venue.intraday;
  const lot = { quantity: 1, price: 100_00, product: 'intraday', loan: 80_00, boughtAt: at, orderId: 1 } as const;
  for (let id = 2; id <= 50_000; id++) position.put({ ...lot, id });
  const sale = orderOf({ account: 1, symbol: 'MERIT', side: 'sell', quantity: 1 });
  const best = { look: Infinity, copies: Infinity };
  const time = (work: () => void): number => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const look = time(() => [
      portfolioSummaryOf(engine.venue, 1),
      intradayExposure(position),
      position.firstIntraday(),
      previewOrder(engine, sale, at),
    ]);
    best.look = Math.min(best.look, look);
    best.copies = Math.min(
      best.copies,
      time(() => void position.lots),
    );
  }
  expect(best.look).toBeLessThan(best.copies);
});
