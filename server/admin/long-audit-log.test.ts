// A search of a long audit log goes through it once, also where it finds little or nothing, and finds each page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../contract/routes.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { rowsRead, settle } from '../../tests/rows-read.ts';
import { FROM_INSIDE } from '../handler.ts';
import { auditHandlers } from './audit-log.ts';

const ENTRIES = 50_000;
const user = { accountNo: 0, id: '', name: '', email: '', role: 'admin', loginId: '' } as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `insert into audit_log (at, actor, action, subject, detail, ip)
     select n, null, 'halt-stock', case when n % 900 = 0 then 'RARE' else 'S' || n % 60 end, '{}', '10.0.0.' || n % 250 from generate_series(1, $1) n`,
    [ENTRIES],
  );
  await settle(database);
});
afterAll(() => database.close());

async function ask(q: string, page: number) {
  const input = routes['GET /auditLog'].input.parse({ q, page, limit: 10 });
  let found = { total: 0, subjects: [] as string[], ids: [] as number[] };
  const read = await rowsRead(database, async (db) => {
    const { data } = await auditHandlers(db)['GET /auditLog']({ ...FROM_INSIDE, user, input });
    const ids = data.entries.map(({ _id }) => Number(_id));
    found = { total: data.totalEntries, subjects: data.entries.map(({ subject }) => subject), ids };
  });
  return { ...found, read: read.tables.audit_log };
}

test.each([1, 2, 5, 6])('what is rare is found, on page %i', async (page) => {
  const every = Array.from({ length: Math.floor(ENTRIES / 900) }, (_, n) => (n + 1) * 900).toReversed();
  const { total, ids, subjects, read } = await ask('rare', page);
  expect([total, ids]).toEqual([every.length, every.slice((page - 1) * 10, page * 10)]);
  expect(new Set(subjects)).toEqual(new Set(['RARE']));
  expect(read).toBeLessThan(ENTRIES + 100);
});

test('what is not there, and what is everywhere', async () => {
  const nothing = await ask('nowhere', 1);
  expect(nothing).toMatchObject({ total: 0, ids: [] });
  expect(nothing.read).toBeLessThan(ENTRIES + 100);
  const all = await ask('halt', 4000);
  expect(all).toMatchObject({ total: ENTRIES, ids: Array.from({ length: 10 }, (_, n) => ENTRIES - 39_990 - n) });
  expect((await ask('halt', 9999)).ids).toEqual([]);
});
