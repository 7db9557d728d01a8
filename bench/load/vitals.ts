// The server's own measurements over a period, and how busy the machine was meanwhile.
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { RealServer } from '../../tests/crash/real-server.ts';

export interface Vitals {
  readonly rssMb: number;
  readonly heapMb: number;
  readonly files: number;
  /** Event loop lag at p99 since the last look. The timer behind it ticks every 10 ms, which a loop without work shows too. */
  readonly lagMs: number;
  readonly lagMaxMs: number;
  readonly sockets: number;
}

export async function vitalsOf(server: RealServer): Promise<Vitals> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    rssMb: rssMbOf(server.pid!),
    heapMb: read('nodejs_heap_size_used_bytes') / 2 ** 20,
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    lagMs: read('nodejs_eventloop_lag_p99_seconds') * 1000,
    lagMaxMs: read('nodejs_eventloop_lag_max_seconds') * 1000,
    sockets: read('istock_sockets'),
  };
}

/** Resident memory of a process, in MB. */
export function rssMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Processor seconds that a process has used so far, in steps of a hundredth. */
export function cpuSecondsOf(pid: number | 'self'): number {
  const [own, system] = timesOf(pid);
  return own + system;
}

/** The same, of its child processes that have ended. */
export function endedCpuSecondsOf(pid: number | 'self'): number {
  const [, , own, system] = timesOf(pid);
  return own + system;
}

function timesOf(pid: number | 'self'): number[] {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) / 100);
}

/** The load average of the last minute: above the number of processors, programs wait for each other. */
export function busyness(): string {
  return loadavg()[0].toFixed(1);
}
