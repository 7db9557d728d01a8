// The comparison for durable work: TPC-B by PostgreSQL's own pgbench, on the same database server.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningPostgres } from '../server/db/embedded.ts';

const run = promisify(execFile);

export const PGBENCH_CLIENTS = 32;
const THREADS = '2';
const SCALE = '10';

export interface TpcB {
  readonly perSecond: number;
  readonly transactions: number;
}

/** Makes its tables; once per database is enough. */
export async function preparePgbench(postgres: RunningPostgres): Promise<void> {
  const { target, env } = aimAt(postgres);
  await run('pgbench', ['-i', '-q', '-s', SCALE, ...target], { env });
}

export async function pgbench(postgres: RunningPostgres, seconds = 8): Promise<TpcB> {
  const { target, env } = aimAt(postgres);
  const clients = ['-c', String(PGBENCH_CLIENTS), '-j', THREADS, '-T', String(seconds)];
  const { stdout } = await run('pgbench', [...clients, ...target], { env });
  const read = (words: RegExp): number => Number(words.exec(stdout)![1]);
  return { perSecond: read(/tps = ([\d.]+)/), transactions: read(/actually processed: (\d+)/) };
}

/** The 99th percentile of its latency in milliseconds at a given rate, with random arrivals, counted from when a transaction was due. */
export async function pgbenchP99(postgres: RunningPostgres, asked: { perSecond: number; seconds: number }) {
  const { target, env } = aimAt(postgres);
  const logs = await mkdtemp(path.join(tmpdir(), 'istock-pgbench-'));
  const pace = ['-R', asked.perSecond.toFixed(0), '-T', String(asked.seconds), '-l', `--log-prefix=${logs}/log`];
  await run('pgbench', ['-c', String(PGBENCH_CLIENTS), '-j', THREADS, ...pace, ...target], { env });
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(path.join(logs, name), 'utf8')));
  await rm(logs, { recursive: true });
  // A line for each transaction: client, number, latency in microseconds, and when.
  const latencies = texts.flatMap((text) => text.trim().split('\n')).map((line) => Number(line.split(' ')[2]) / 1000);
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)]!;
}

/** Drops its tables and runs a checkpoint, so that nothing of it disturbs the next measurement. */
export async function forgetPgbench(postgres: RunningPostgres): Promise<void> {
  const { target, env } = aimAt(postgres);
  const tables = ['accounts', 'branches', 'history', 'tellers'].map((name) => `pgbench_${name}`).join(', ');
  await run('psql', ['-q', '-c', `drop table ${tables}`, '-c', 'checkpoint', ...target], { env });
}

function aimAt({ connection }: RunningPostgres) {
  const { host, port, user, password, database } = connection;
  const env = { ...process.env, PGPASSWORD: password };
  return { target: ['-h', host, '-p', String(port), '-U', user, database], env };
}
