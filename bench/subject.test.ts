// Every measured engine ends with the same result; ours with the published figures of workload W.
import { expect, test } from 'vitest';
import { ourBook } from './our-book.ts';
import { ourEngine } from './our-engine.ts';
import { library, sortedArray } from './peers.ts';
import type { MakeSubject } from './subject.ts';
import { makeWorkload } from './workload.ts';
import type { Workload } from './workload.ts';

function after(make: MakeSubject, workload: Workload) {
  const subject = make(workload, true);
  subject.run(0, workload.count);
  const { trades, volume, hash } = subject.tally ?? { trades: 0, volume: 0, hash: 0 };
  return { depth: subject.depth(), trades, volume, hash: hash >>> 0 };
}

test('workload W: 225,309 trades, volume 8,239,967, hash 828b6dad, 9,513 live, 19851/19866', () => {
  const w = makeWorkload();
  expect(w.expected).toEqual({ trades: 225_309, volume: 8_239_967, hash: 0x828b6dad, live: 9_513 });
  const [book, engine] = [after(ourBook, w), after(ourEngine, w)];
  expect(book).toMatchObject({ trades: 225_309, volume: 8_239_967, hash: 0x828b6dad, depth: { orders: 9_513 } });
  expect([book.depth.buy[0][0], book.depth.sell[0][0]]).toEqual([19_851, 19_866]);
  expect(engine).toEqual(book);
});

test.for([
  ['still', 1],
  ['swing-40', 1],
  ['crash', 1],
  ['walk', 10],
] as const)('another stream, %s with %i symbols: book and engine agree', ([course, symbols]) => {
  const workload = makeWorkload({ resting: 500, commands: 20_000, course, symbols });
  const { trades, volume, hash, live } = workload.expected;
  const book = after(ourBook, workload);
  expect(book).toMatchObject({ trades, volume, hash, depth: { orders: live } });
  expect(after(ourEngine, workload)).toEqual(book);
});

test('the library and the sorted array get the same commands', () => {
  const workload = makeWorkload({ resting: 300, commands: 5_000 });
  const ours = after(ourBook, workload);
  expect(after(library, workload).depth).toEqual(ours.depth);
  expect(after(sortedArray, workload)).toEqual(ours);
});
