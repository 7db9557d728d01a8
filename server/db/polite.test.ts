// Polite work takes its share of the time and no more, ends when it is told to, and leaves nothing behind.
import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import type { TestDatabase } from '../../tests/database.ts';
import type { Queryable } from './open.ts';
import { AT_ONCE, BEHIND, politely } from './polite.ts';

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

test('what fails is told, and the next piece of work has its turn', async () => {
  const pace = { pace: BEHIND };
  await expect(politely(db, (asked) => asked.query('select 1 / 0'), pace)).rejects.toThrow('division by zero');
  expect((await politely(db, (asked) => asked.query('select 1 as one'), pace)).rows).toEqual([{ one: 1 }]);
});

test('work that is told to end ends in the middle of a statement', async () => {
  const ending = new AbortController();
  const work = politely(db, (asked) => nap(asked, 60, 1), { pace: BEHIND, signal: ending.signal });
  const isAsleep = async (): Promise<boolean> => {
    const { rowCount } = await db.query(`select from pg_stat_activity where wait_event = 'PgSleep'`);
    return rowCount === 1;
  };
  while (!(await isAsleep()));
  ending.abort();
  await expect(work).rejects.toThrow('canceling statement');
});

test('a process of the database on this machine steps back, and no other', async () => {
  const pidOf = async (asked: Queryable): Promise<number> =>
    (await asked.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0].pid;
  const priorityOf = async (asked: Queryable): Promise<number> => {
    const pid = await pidOf(asked);
    // A database somewhere else, or another system: then nothing may happen to whoever has that number here.
    return existsSync(`/proc/${pid}/cmdline`) ? getPriority(pid) : 0;
  };
  const usual = await priorityOf(db);
  expect(await politely(db, priorityOf, { pace: AT_ONCE })).toBe(usual);
  const isHere = existsSync(`/proc/${await pidOf(db)}/cmdline`);
  expect(await politely(db, priorityOf, { pace: BEHIND })).toBe(isHere ? 10 : 0);
  expect(await priorityOf(db)).toBe(usual);
});
