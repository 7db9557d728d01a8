// Several processes of screens as one crowd, since one process could not receive as much as the server can send.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CrowdOrder, CrowdReport, Delays } from './crowd.ts';

export class Crowds {
  readonly #processes: readonly ChildProcess[];

  constructor(processes: number) {
    this.#processes = Array.from({ length: processes }, () => fork(path.join(import.meta.dirname, 'crowd.ts')));
  }

  /** Resolves when every screen is connected or has been refused. */
  connect(url: string, tokens: readonly string[]): Promise<CrowdReport> {
    const each = Math.ceil(tokens.length / this.#processes.length);
    return this.#askAll((n) => ({
      kind: 'connect',
      url,
      localAddress: `127.0.1.${n + 1}`,
      tokens: tokens.slice(n * each, (n + 1) * each),
    }));
  }

  /** What was heard since the last report. */
  report(): Promise<CrowdReport> {
    return this.#askAll(() => ({ kind: 'report' }));
  }

  close(): void {
    for (const each of this.#processes) each.kill();
  }

  async #askAll(orderFor: (n: number) => CrowdOrder): Promise<CrowdReport> {
    const reports = this.#processes.map(async (each, n) => {
      const answer = once(each, 'message');
      each.send(orderFor(n));
      return ((await answer) as [CrowdReport])[0];
    });
    return (await Promise.all(reports)).reduce(together);
  }
}

function together(one: CrowdReport, other: CrowdReport): CrowdReport {
  return {
    connected: one.connected + other.connected,
    dropped: one.dropped + other.dropped,
    messages: one.messages + other.messages,
    bytes: one.bytes + other.bytes,
    ticks: later(one.ticks, other.ticks),
    orders: later(one.orders, other.orders),
  };
}

/** Of several processes, the slowest counts. */
function later(one: Delays, other: Delays): Delays {
  return {
    count: one.count + other.count,
    p50: Math.max(one.p50, other.p50),
    p99: Math.max(one.p99, other.p99),
    longest: Math.max(one.longest, other.longest),
  };
}
