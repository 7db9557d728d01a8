// What people want to be told, kept in memory beside its table: answers of the database that overtake each other change nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import type { Queryable } from '../db/open.ts';
import { NoticeWishes } from './wishes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('of two changes at once the later one stays, whose answer comes first', async () => {
  let asked = 0;
  /** The first answer is the slowest. */
  const uneven: Queryable = {
    async query(text, values) {
      const answer = await database.query<never>(text, values);
      await sleep(asked++ === 0 ? 30 : 0);
      return answer;
    },
  };
  const slow = await NoticeWishes.load(uneven);
  asked = 0;
  await Promise.all([
    slow.change(7, { reward: { inApp: false, email: false } }),
    slow.change(7, { reward: { inApp: true, email: true } }),
  ]);
  expect(slow.isListed(7, 'reward')).toBe(true);
  const stored = await NoticeWishes.load(database);
  expect(slow.settingsOf(7)).toEqual(stored.settingsOf(7));
});
