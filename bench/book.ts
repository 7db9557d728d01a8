// npm run bench -- book: our book and our whole engine beside a library, a sorted array and C++, on one order stream in one run.
import { setEngineFlags } from '../server/engine-flags.ts';
import { withCppPeers } from './cpp-peers.ts';
import type { CppPeer } from './cpp-peers.ts';
import { ourBook } from './our-book.ts';
import { ourEngine } from './our-engine.ts';
import { library, sortedArray } from './peers.ts';
import type { Depth, MakeSubject, Subject } from './subject.ts';
import { short, spreadOf } from './section.ts';
import type { Section, Spread } from './section.ts';
import { makeWorkload } from './workload.ts';
import type { Workload, WorkloadOptions } from './workload.ts';

/** The published results of workload W: an engine with other results is not measured. */
const W = { trades: 225_309, volume: 8_239_967, hash: 0x828b6dad, orders: 9_513, bestBuy: 19_851, bestSell: 19_866 };

const ROUNDS = 7;
/** The sorted array gets only a part of W, because the whole would take it minutes. */
const SLOW_COMMANDS = 20_000;

function check(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${what}: ${is.slice(0, 200)}, but it must be ${should.slice(0, 200)}`);
}

/** Runs the whole stream and compares all results. */
function verify(name: string, make: MakeSubject, workload: Workload, to: number, depth: Depth): Depth {
  const subject = make(workload, true);
  subject.run(0, to);
  const found = subject.depth();
  check(`${name}, what rests`, found, depth);
  if (subject.tally !== null && to === workload.count) {
    const { trades, volume, hash } = subject.tally;
    check(`${name}, trades`, { trades, volume, hash: hash >>> 0, live: found.orders }, workload.expected);
  }
  return found;
}

function depthAfter(workload: Workload, to: number): Depth {
  const subject = ourBook(workload, true);
  subject.run(0, to);
  return subject.depth();
}

/** Commands a second, without the prefill. */
function speedOf(make: MakeSubject, workload: Workload, to: number): number {
  const subject = make(workload, false);
  subject.run(0, workload.prefill);
  const startedAt = performance.now();
  subject.run(workload.prefill, to);
  return ((to - workload.prefill) * 1000) / (performance.now() - startedAt);
}

/** All take turns, so that a slow minute of the machine affects all of them. */
function race(runs: readonly (() => number)[], rounds: number): Spread[] {
  const speeds: number[][] = runs.map(() => []);
  for (let round = 0; round < rounds; round++) for (const [index, run] of runs.entries()) speeds[index].push(run());
  return speeds.map(spreadOf);
}

function sideBySide(w: Workload, cpp: readonly CppPeer[]): Section {
  const whole = depthAfter(w, w.count);
  check(
    'W',
    { ...w.expected, bestBuy: whole.buy[0][0], bestSell: whole.sell[0][0] },
    { trades: W.trades, volume: W.volume, hash: W.hash, live: W.orders, bestBuy: W.bestBuy, bestSell: W.bestSell },
  );
  const slowTo = w.prefill + SLOW_COMMANDS;
  const subjects: [name: string, make: MakeSubject, to: number, note: string][] = [
    ['Istock, bare book', ourBook, w.count, 'all of W'],
    ['Istock, whole engine', ourEngine, w.count, 'all of W: checks, holds, double entry, lots, charges, events'],
    ['nodejs-order-book 10.1', library, w.count, 'all of W'],
    ['naive sorted array', sortedArray, slowTo, `first ${SLOW_COMMANDS} commands of W`],
  ];
  for (const [name, make, to] of subjects) verify(name, make, w, to, to === w.count ? whole : depthAfter(w, to));
  for (const { name, figures } of cpp) check(name, figures(), w.expected);
  const own = subjects.map(
    ([, make, to]) =>
      () =>
        speedOf(make, w, to),
  );
  const speeds = race([...own, ...cpp.map(({ speed }) => speed)], ROUNDS);
  const names = [...subjects.map(([name, , , note]) => [name, note]), ...cpp.map(({ name }) => [name, 'all of W'])];
  const library_ = speeds[2].median;
  return {
    title: `Workload W: commands per second, median of ${ROUNDS} (least, most)`,
    columns: ['engine', 'commands/s', 'least', 'most', 'against the library', 'measured on'],
    rows: names.map(([name, note], index) => {
      const { median, min, max } = speeds[index];
      return [name, short(median), short(min), short(max), `${(median / library_).toFixed(2)} x`, note];
    }),
    notes: [
      `Checked before timing: ${W.trades} trades, volume ${W.volume}, trade hash ${W.hash.toString(16)}, ${W.orders} live, best ${W.bestBuy}/${W.bestSell}; all levels of every engine equal.`,
      cpp.length > 0 ? 'C++ by g++ -O3, a process for each round (bench/peers.cpp).' : 'No C++: there is no g++ here.',
    ],
  };
}

/** Nanoseconds a command. */
function cost(speed: Spread): string {
  return `${(1e9 / speed.median).toFixed(0)} (${(1e9 / speed.max).toFixed(0)}-${(1e9 / speed.min).toFixed(0)})`;
}

function across(title: string, cases: readonly (readonly [name: string, options: WorkloadOptions])[]): Section {
  const workloads = cases.map(([, options]) => makeWorkload(options));
  for (const [index, workload] of workloads.entries()) {
    const depth = depthAfter(workload, workload.count);
    verify(`book, ${cases[index][0]}`, ourBook, workload, workload.count, depth);
    verify(`engine, ${cases[index][0]}`, ourEngine, workload, workload.count, depth);
  }
  const rounds = 5;
  const books = race(
    workloads.map((workload) => () => speedOf(ourBook, workload, workload.count)),
    rounds,
  );
  const engines = race(
    workloads.map((workload) => () => speedOf(ourEngine, workload, workload.count)),
    rounds,
  );
  const trades = workloads.map(({ expected, count }) => expected.trades / count);
  return {
    title: `${title}: nanoseconds a command, median of ${rounds} (least-most)`,
    columns: ['', 'trades a command', 'bare book', 'whole engine'],
    rows: cases.map(([name], index) => [name, trades[index].toFixed(2), cost(books[index]), cost(engines[index])]),
    notes: [
      `Slowest against fastest: ${unevenness(books, engines, () => 1)}. Where each trade counts as much as a command: ${unevenness(books, engines, (index) => 1 + trades[index])}.`,
    ],
  };
}

/** The slowest case compared with the fastest, with the steps per command of each. */
function unevenness(books: readonly Spread[], engines: readonly Spread[], steps: (index: number) => number): string {
  const worst = (speeds: readonly Spread[]) => {
    const rates = speeds.map(({ median }, index) => median * steps(index));
    return (Math.max(...rates) / Math.min(...rates)).toFixed(2);
  };
  return `book ${worst(books)} x, engine ${worst(engines)} x`;
}

/** Times each command by itself, and subtracts the cost of reading the clock. */
function latency(): Section {
  const w = makeWorkload();
  const rows = (
    [
      ['bare book', ourBook],
      ['whole engine', ourEngine],
    ] as const
  ).map(([name, make]) => {
    const subject: Subject = make(w, false);
    subject.run(0, w.prefill);
    const times = new Float64Array(w.count - w.prefill);
    for (let k = w.prefill; k < w.count; k++) {
      const startedAt = performance.now();
      subject.run(k, k + 1);
      times[k - w.prefill] = performance.now() - startedAt;
    }
    times.sort();
    const at = (share: number) =>
      `${Math.max(0, times[Math.floor(times.length * share)] * 1e6 - CLOCK_NS).toFixed(0)} ns`;
    return [name, at(0.5), at(0.99), at(0.999), `${(times[times.length - 1] * 1e3).toFixed(0)} µs`];
  });
  return {
    title: 'One command at a time on W',
    columns: ['', 'median', 'p99', 'p99.9', 'longest'],
    rows,
    notes: [
      `Reading the clock costs ${CLOCK_NS.toFixed(0)} ns, which is taken off; it does not tick finer than that. The longest are garbage collections.`,
    ],
  };
}

const CLOCK_NS = clockCost();

function clockCost(): number {
  const times: number[] = [];
  for (let i = 0; i < 100_000; i++) {
    const startedAt = performance.now();
    times.push((performance.now() - startedAt) * 1e6);
  }
  return spreadOf(times).median;
}

export async function bench(): Promise<Section[]> {
  setEngineFlags();
  const commands = 300_000;
  const w = makeWorkload();
  return [
    withCppPeers(w, (cpp) => sideBySide(w, cpp)),
    latency(),
    across(
      'Orders at rest',
      [100, 1_000, 10_000, 100_000].map((resting) => [short(resting), { resting, commands }] as const),
    ),
    across(
      'Symbols, 10,000 orders in all',
      [1, 10, 100, 500].map((symbols) => [String(symbols), { symbols, commands }] as const),
    ),
    across(
      'The course of the price',
      (['still', 'walk', 'swing-25', 'swing-40', 'crash'] as const).map(
        (course) => [course, { course, commands }] as const,
      ),
    ),
  ];
}
