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

/** The first change is answered after the second one, where that does not wait for it. */
function lateFirstAnswer(): Queryable {
  let hasSecond = false;
  let changes = 0;
  return {
    async query(text: string, values?: readonly unknown[]) {
      const change = text.startsWith('insert') ? ++changes : 0;
      const answer = await database.query<never>(text, values);
      for (let n = 0; change === 1 && !hasSecond && n < 50; n++) await sleep(10);
      hasSecond ||= change === 2;
      return answer;
    },
  };
}

test('of two changes at once the later one stays, whose answer comes first', async () => {
  await database.query(
    `insert into users (id, account_no, email, name, role, referral_code, created_at) overriding system value
     values (gen_random_uuid(), 7, 'asha@example.com', 'Asha', 'user', 'ASHA', 0)`,
  );
  const slow = await NoticeWishes.load(lateFirstAnswer());
  await Promise.all([
    slow.change(7, { reward: { inApp: false, email: false } }),
    slow.change(7, { reward: { inApp: true, email: true } }),
  ]);
  expect(slow.isListed(7, 'reward')).toBe(true);
  const stored = await NoticeWishes.load(database);
  expect(slow.settingsOf(7)).toEqual(stored.settingsOf(7));
});

/** Its next answer is lost on the way, after the change has been stored. */
function losingAnswers(): Queryable & { isLosing: boolean } {
  const losing = {
    isLosing: false,
    async query(text: string, values?: readonly unknown[]) {
      const answer = await database.query<never>(text, values);
      if (losing.isLosing) throw new Error('Connection terminated unexpectedly');
      return answer;
    },
  };
  return losing;
}

test('a change whose answer was lost is in force all the same, as soon as it can be read', async () => {
  const losing = losingAnswers();
  const wishes = await NoticeWishes.load(losing);
  losing.isLosing = true;
  await expect(wishes.change(7, { fill: { inApp: false, email: true } })).rejects.toThrow('terminated');
  await expect(wishes.settle()).rejects.toThrow('terminated');
  losing.isLosing = false;
  await wishes.settle();
  expect(wishes.settingsOf(7)).toEqual((await NoticeWishes.load(database)).settingsOf(7));
  expect([wishes.isListed(7, 'fill'), wishes.isMailed(7, 'fill')]).toEqual([false, true]);
});

test('of a person who has left meanwhile nothing is kept', async () => {
  const losing = losingAnswers();
  const wishes = await NoticeWishes.load(losing);
  losing.isLosing = true;
  await expect(wishes.change(7, { fill: { inApp: false, email: false } })).rejects.toThrow('terminated');
  losing.isLosing = false;
  await database.query('delete from notice_wishes where account = 7');
  await wishes.settle();
  expect(wishes.isListed(7, 'fill')).toBe(true);
});
