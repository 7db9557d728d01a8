// The comparison for durable work: TPC-B by PostgreSQL's own pgbench, on the same database server.
import { execFile } from 'node:child_process';
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
