// How long a used key is remembered: for as long as its outcome is stored, whatever memory has let go of.
import { afterEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../core/market/day.ts';
import type { Queryable } from '../db/open.ts';
import { CommandKeys } from './command-keys.ts';

afterEach(() => void vi.useRealTimers());

test('a key is looked up for the three days in which its outcome is kept, and forgotten then', async () => {
  vi.useFakeTimers();
  const kept = { fingerprint: 'of the order', outcome: 'first' };
  let asked = 0;
  const answers: Record<string, object[]> = { pg_relation_size: [{ pages: 0 }], 'select fingerprint': [kept] };
  const query = async (sql: unknown) => {
    const [part, rows] = Object.entries(answers).find(([words]) => String(sql).includes(words)) ?? ['', []];
    if (part === 'select fingerprint') asked++;
    return { rows, rowCount: rows.length };
  };
  const keys = new CommandKeys({ query } as unknown as Queryable);
  const reading = keys.read(() => false);
  await vi.advanceTimersByTimeAsync(2_000);
  await reading;
  const key = { account: 1, key: 'order:1' };
  expect([await keys.claim(key, kept.fingerprint), asked]).toEqual([null, 0]);
  keys.keep(key);
  let hours = 0;
  const until = async (hour: number): Promise<void> => {
    while (hours < hour) await keys.prune(++hours * HOUR_MS, () => false);
  };
  for (const hour of [1, 24, 72]) {
    await until(hour);
    expect(await keys.claim(key, kept.fingerprint)).toEqual(kept);
  }
  expect(asked).toBe(3);
  await until(80);
  expect([await keys.claim(key, kept.fingerprint), asked]).toEqual([null, 3]);
});
