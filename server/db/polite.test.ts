// Polite work takes its share of the time and no more, ends on request, and leaves nothing behind.
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import type { TestDatabase } from '../../tests/database.ts';
import type { Queryable } from './open.ts';
import { AT_ONCE, BEHIND, endPoliteWork, politely } from './polite.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await openTestDatabase();
});

afterAll(() => db.close());

const REST = 1 / BEHIND.share - 1;
const ms = (seconds: number): number => seconds * 1000;

async function nap(asked: Queryable, seconds: number, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await asked.query('select pg_sleep($1)', [seconds]);
}

test('two pieces of work rest after each statement as if they were one', async () => {
  const from = performance.now();
  const piece = (): Promise<void> => politely(db, (asked) => nap(asked, 0.01, 3), { pace: BEHIND });
  await Promise.all([piece(), piece()]);
  expect(performance.now() - from).toBeGreaterThan(ms(0.06 + 5 * 0.01 * REST));
});

test('a failure is reported, and the next piece of work has its turn', async () => {
  const pace = { pace: BEHIND };
  await expect(politely(db, (asked) => asked.query('select 1 / 0'), pace)).rejects.toThrow('division by zero');
  expect((await politely(db, (asked) => asked.query('select 1 as one'), pace)).rows).toEqual([{ one: 1 }]);
});

async function isAsleep(asked: Queryable = db): Promise<boolean> {
  const { rowCount } = await asked.query(
    `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return rowCount === 1;
}

test('work that is told to end ends in the middle of a statement', async () => {
  const ending = new AbortController();
  const work = politely(db, (asked) => nap(asked, 60, 1), { pace: BEHIND, signal: ending.signal });
  while (!(await isAsleep()));
  ending.abort();
  await expect(work).rejects.toThrow('canceling statement');
});

test('a database that is to be closed waits for no such work, and begins none', async () => {
  const closing = await openTestDatabase();
  const work = politely(closing, (asked) => nap(asked, 60, 1), { pace: BEHIND });
  const outcome = work.catch((error: unknown) => String(error));
  while (!(await isAsleep(closing)));
  await endPoliteWork(closing);
  expect(await outcome).toContain('canceling statement');
  await expect(politely(closing, (asked) => asked.query('select 1'), { pace: BEHIND })).rejects.toThrow('abort');
  await closing.close();
});

test('a process of the database on this machine steps back, and no other', async () => {
  const pidOf = async (asked: Queryable): Promise<number> =>
    (await asked.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0].pid;
  const rankOf = async (asked: Queryable): Promise<Rank> => {
    const pid = await pidOf(asked);
    // For a database on another machine or system, nothing may happen to the local process with that id.
    if (!existsSync(`/proc/${pid}/cmdline`)) return { priority: 0, session: null };
    return { priority: getPriority(pid), session: sessionOf(pid) };
  };
  const usual = await rankOf(db);
  expect(await politely(db, rankOf, { pace: AT_ONCE })).toEqual(usual);
  const isHere = existsSync(`/proc/${await pidOf(db)}/cmdline`);
  const isBySession = usual.session !== null;
  const behind = { priority: isHere ? 10 : 0, session: isBySession ? 10 : null };
  expect(await politely(db, rankOf, { pace: BEHIND })).toEqual(behind);
  expect(await rankOf(db)).toEqual(usual);
});

interface Rank {
  readonly priority: number;
  /** Of the process's session among all others; null where Linux does not share the processors out by sessions. */
  readonly session: number | null;
}

function sessionOf(pid: number): number | null {
  const file = `/proc/${pid}/autogroup`;
  const told = existsSync(file) ? /nice (-?\d+)/.exec(readFileSync(file, 'utf8')) : null;
  return told === null ? null : Number(told[1]);
}
