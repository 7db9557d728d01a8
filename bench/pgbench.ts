// The yardstick of durable work: pgbench TPC-B, PostgreSQL's own measurement, on the database server that is measured beside it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunningPostgres } from '../server/db/embedded.ts';

const run = promisify(execFile);

export const PGBENCH_CLIENTS = 32;
const THREADS = '2';
const SCALE = '10';

/** TPC-B transactions a second. */
export async function pgbench({ connection }: RunningPostgres, seconds = 8): Promise<number> {
  const { host, port, user, password, database } = connection;
  const env = { ...process.env, PGPASSWORD: password };
  const target = ['-h', host, '-p', String(port), '-U', user, database];
  await run('pgbench', ['-i', '-q', '-s', SCALE, ...target], { env });
  const clients = ['-c', String(PGBENCH_CLIENTS), '-j', THREADS, '-T', String(seconds)];
  const { stdout } = await run('pgbench', [...clients, ...target], { env });
  return Number(/tps = ([\d.]+)/.exec(stdout)![1]);
}
