// Two order books in C++ on workload W, if there is a compiler: the cost of the same work outside of JavaScript.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Workload } from './workload.ts';

export interface CppPeer {
  readonly name: string;
  /** Runs the whole stream once. @returns commands a second, without the prefill */
  readonly speed: () => number;
  /** The results, in the form of the workload's published ones. */
  readonly figures: () => Workload['expected'];
}

const COMPILER = 'g++';
const BOOKS = [
  ['C++, a map of lists', 'plain'],
  ['C++, a list for each price', 'ladder'],
] as const;

/** The commands, as five 32-bit numbers each. */
function streamOf({ count, isCancel, id, isSell, price, quantity }: Workload): Int32Array {
  const stream = new Int32Array(count * 5);
  for (let k = 0; k < count; k++) stream.set([isCancel[k], id[k], isSell[k], price[k], quantity[k]], k * 5);
  return stream;
}

function hasCompiler(): boolean {
  try {
    execFileSync(COMPILER, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Calls the benchmark with the compiled books, or none without a compiler, and removes the temporary files. */
export function withCppPeers<Result>(workload: Workload, race: (peers: readonly CppPeer[]) => Result): Result {
  if (!hasCompiler()) return race([]);
  const folder = mkdtempSync(path.join(tmpdir(), 'istock-cpp-'));
  try {
    const [program, stream] = [path.join(folder, 'peers'), path.join(folder, 'stream')];
    const source = fileURLToPath(new URL('./peers.cpp', import.meta.url));
    execFileSync(COMPILER, ['-O3', '-march=native', '-std=c++20', '-o', program, source]);
    writeFileSync(stream, streamOf(workload));
    const ask = (book: string, what: 'hash' | 'time'): number[] =>
      execFileSync(program, [stream, book, String(workload.prefill), what], { encoding: 'utf8' })
        .split(' ')
        .map(Number);
    return race(
      BOOKS.map(([name, book]) => ({
        name,
        speed: () => (workload.count - workload.prefill) / ask(book, 'time')[0],
        figures: () => {
          const [, trades, volume, hash, live] = ask(book, 'hash');
          return { trades, volume, hash, live };
        },
      })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
