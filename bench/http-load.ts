// Sends HTTP requests from a process of its own, and measures what they cost the server and its database.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadOrder, LoadReport } from './http-crowd.ts';
import { cpuSecondsOf, endedCpuSecondsOf } from './load/vitals.ts';

export type { LoadReport } from './http-crowd.ts';

export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly where: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** One complete request, ready to be sent. */
export function requestText({ method, where, token, body }: Asked): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${where} HTTP/1.1`, 'host: localhost', 'connection: keep-alive'];
  if (token !== undefined) head.push(`authorization: Bearer ${token}`);
  if (body !== undefined) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

/** The process that sends the requests. */
export class Crowd {
  readonly #process: ChildProcess = fork(path.join(import.meta.dirname, 'http-crowd.ts'), {
    // Its own collections must not be measured: they get one thread, as the server's do.
    execArgv: ['--v8-pool-size=1'],
  });

  async fire(url: string, order: Omit<LoadOrder, 'host' | 'port'>): Promise<LoadReport> {
    const { hostname, port } = new URL(url);
    this.#process.send({ ...order, host: hostname, port: Number(port) } satisfies LoadOrder);
    const [report] = (await once(this.#process, 'message')) as [LoadReport];
    return report;
  }

  close(): void {
    this.#process.disconnect();
  }
}

/** Processor seconds of a PostgreSQL so far: of its first process and of all that it has started. */
export function databaseSeconds(dataDir: string): number {
  const [first] = readFileSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n');
  const family = readdirSync('/proc').filter((name) => name === first || parentOf(name) === first);
  return family.reduce((sum, pid) => sum + secondsOf(Number(pid)), endedCpuSecondsOf(Number(first)));
}

function parentOf(pid: string): string | null {
  if (!/^\d+$/.test(pid)) return null;
  try {
    return /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** 0 for a process that has just ended. */
function secondsOf(pid: number): number {
  try {
    return cpuSecondsOf(pid);
  } catch {
    return 0;
  }
}
