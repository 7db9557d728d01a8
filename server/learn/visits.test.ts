// Visits and ends are stored whenever they are told of, and an end that cannot be taken back stays.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Queryable } from '../db/open.ts';
import { Visits } from './visits.ts';

const LESSON = '00000000-0000-4000-8000-000000000001';
const AT = Date.UTC(2026, 0, 5, 4);

/** A database that records its statements, and is away if told so. */
function noting() {
  const asked: string[] = [];
  const state = { isAway: false };
  const query: Queryable['query'] = async (statement) => {
    if (state.isAway) throw new Error('the database is away');
    asked.push(String(statement));
    return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
  };
  const visits = new Visits({ db: { query }, log: pino({ level: 'silent' }), now: () => AT });
  return { visits, asked, state };
}

test.each(Array.from({ length: 12 }, (_, steps) => steps))(
  'what is told of %i steps after an earlier end is stored with the same answer',
  async (steps) => {
    const { visits, asked } = noting();
    visits.ended(LESSON, AT);
    for (let step = 0; step < steps; step++) await Promise.resolve();
    visits.came(LESSON, 1, AT);
    await visits.save();
    expect(asked.some((statement) => statement.includes('insert into visits'))).toBe(true);
  },
);

test('who is back and gone again while the first going is being stored went at the later time', async () => {
  const wentAt: unknown[] = [];
  let stored = Promise.resolve();
  const query: Queryable['query'] = async (_statement, values = []) => {
    wentAt.push(values[5]);
    await stored;
    return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
  };
  const visits = new Visits({ db: { query }, log: pino({ level: 'silent' }), now: () => AT });
  visits.came(LESSON, 1, AT);
  await visits.save();
  let answer = (): void => {};
  stored = new Promise((resolve) => (answer = resolve));
  visits.went(LESSON, 1, AT + 60_000);
  visits.came(LESSON, 1, AT + 61_000);
  visits.went(LESSON, 1, AT + 64_000);
  answer();
  await visits.save();
  expect(wentAt.at(-1)).toEqual([AT + 64_000]);
  // Nothing is left to store.
  const { length } = wentAt;
  await visits.beat();
  expect(wentAt).toHaveLength(length);
});

test('an end that could not be taken back is stored later', async () => {
  const { visits, asked, state } = noting();
  state.isAway = true;
  visits.ended(LESSON, AT);
  await expect(visits.reopened(LESSON)).rejects.toThrow('away');
  expect(visits.endNotStored(LESSON)).toBe(AT);
  state.isAway = false;
  await visits.beat();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('call_ended_at = $2');
  expect(visits.endNotStored(LESSON)).toBeNull();
});
