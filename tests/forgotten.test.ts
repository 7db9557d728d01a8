// What real calls have written about an instructor and a learner is gone with them: from the log of what was done, and from what others were told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erase } from '../server/auth/erasure.ts';
import { startTrading } from './trading.ts';
import type { Trading } from './trading.ts';

type Person = Awaited<ReturnType<Trading['trader']>>;

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

let keys = 0;

/** With a key, as the web application sends one: the reply is kept, and is a place in which somebody may be named. */
async function as(person: Person, name: Parameters<Trading['call']>[0], input: object) {
  const headers: Record<string, string> = name.startsWith('POST') ? { 'idempotency-key': `key ${++keys}` } : {};
  const { status, body } = await server.call(name, input, { token: person.token, headers });
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  return body.data;
}

const leave = ({ id, accountNo: account, email }: Person): Promise<void> =>
  server.database.transaction((transaction) => erase(transaction, { id, account, email }, server.clock.at));

/** The tables that still name one of them. */
async function tablesNaming(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await server.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await server.database.query(
      `select 1 from "${name}" t where exists (select 1 from unnest($1::text[]) word where t::text ~ ('\\m' || word || '\\M'))`,
      [words],
    );
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

async function trade(person: Person): Promise<string> {
  for (const [type, side] of [
    ['BUY', 'sell'],
    ['SELL', 'buy'],
  ] as const) {
    server.quote('MERIT', side, 400_00, 1);
    await as(person, 'POST /orders', { stock: 'MERIT', type, orderType: 'MARKET', quantity: 1 });
    server.clear('MERIT');
  }
  const { trades } = await as(person, 'GET /tradeDiary', {});
  return trades[0].details[0]._id;
}

test('an instructor and a learner leave, and nothing names them', async () => {
  const [desk, asha] = [await server.admin(), await server.trader(1_000_00)];
  const [meera, ravi] = [await server.instructor('meera@forgotten.test'), await server.instructor()];
  const at = (hours: number): string => new Date(server.clock.at + hours * 3_600_000).toISOString();
  const form = (instructor: Person) => ({
    instructor_name: instructor.name,
    instructor_email: instructor.email,
    hourly_rate: 0,
    start_time: at(48),
    end_time: at(49),
  });
  const { id } = await as(desk, 'POST /createSession', form(ravi));
  await as(asha, 'POST /enrol/{id}', { id });
  await as(desk, 'POST /updateSession/{id}', { id, ...form(meera) });
  await as(asha, 'POST /openDiary', { instructorId: meera.id, days: 7 });
  const [{ _id: share }] = await as(meera, 'GET /sharedDiaries', {});
  await as(meera, 'POST /commentTrade/{id}', { id: share, trade: await trade(asha), message: 'Why so early?' });
  const said = async ({ accountNo }: Person): Promise<string> => {
    const { rows } = await server.database.query<{ message: string }>(
      'select message from notifications where account = $1 order by id',
      [accountNo],
    );
    return rows.map(({ message }) => message).join('\n');
  };
  expect(await said(asha)).toMatch(new RegExp(`^${meera.name} teaches [^]*^${meera.name} has commented `, 'm'));
  expect(await said(meera)).toContain(`${asha.name} has opened the diary to you`);

  const logged = async (): Promise<unknown> => {
    const { entries } = await as(desk, 'GET /auditLog', { action: 'update-lesson' });
    return entries.map(({ changes }: { changes: unknown }) => changes);
  };
  const wasRavi = `${ravi.name}, ${ravi.email}`;
  expect(await logged()).toEqual([[{ field: 'instructor', before: wasRavi, after: `${meera.name}, ${meera.email}` }]]);

  await leave(asha);
  expect(await said(meera)).toContain('Deleted account has opened the diary to you');
  expect(await tablesNaming([asha.name, asha.email])).toEqual([]);
  await as(desk, 'POST /updateSession/{id}', { id, ...form(ravi) });
  await leave(meera);
  expect(await tablesNaming([meera.name, meera.email])).toEqual([]);
  expect(await logged()).toEqual([
    [{ field: 'instructor', before: 'Deleted account', after: wasRavi }],
    [{ field: 'instructor', before: wasRavi, after: 'Deleted account' }],
  ]);
});

test('nor by what was told of a place that was given back, a lesson under another name, or a comment that is removed', async () => {
  const [desk, asha, kiran] = [await server.admin(), await server.trader(1_000_00), await server.trader()];
  const [meera, ravi] = [await server.instructor(), await server.instructor()];
  const at = (hours: number): string => new Date(server.clock.at + hours * 3_600_000).toISOString();
  const form = ({ email }: Person, instructor_name: string) => ({
    instructor_name,
    instructor_email: email,
    hourly_rate: 0,
    start_time: at(72),
    end_time: at(73),
  });
  const { id } = await as(desk, 'POST /createSession', form(ravi, ravi.name));
  for (const learner of [asha, kiran]) await as(learner, 'POST /enrol/{id}', { id });
  await as(desk, 'POST /updateSession/{id}', { id, ...form(meera, 'Meera Kulkarni') });
  // Answered once more with the lesson, which has this name for so long.
  await as(kiran, 'POST /enrol/{id}', { id });
  await as(desk, 'POST /updateSession/{id}', { id, ...form(meera, 'Meera Iyer') });
  await as(kiran, 'POST /unenrol/{id}', { id });
  await as(asha, 'POST /openDiary', { instructorId: meera.id, days: 7 });
  const [{ _id: share }] = await as(meera, 'GET /sharedDiaries', {});
  const comment = await as(meera, 'POST /commentTrade/{id}', { id: share, trade: await trade(asha), message: 'Why?' });
  await as(meera, 'POST /removeComment/{id}', { id: comment._id });
  server.clock.at += 1;
  await as(desk, 'POST /updateSession/{id}', { id, ...form(ravi, ravi.name) });
  await as(asha, 'POST /ensureAndAddStock', { stocks: [{ stockId: 'MERIT' }] });
  await as(asha, 'POST /closeDiary', { instructorId: meera.id });

  await leave(meera);
  expect(await tablesNaming(['Meera Kulkarni', 'Meera Iyer', meera.name, meera.email])).toEqual([]);
  const headers = { 'idempotency-key': `key ${keys}` };
  const again = await server.call('POST /closeDiary', { instructorId: meera.id }, { token: asha.token, headers });
  expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/^This was carried out, but /)]);
  const others = await server.database.query('select route from idempotency_keys where user_id = $1 and status = 200', [
    asha.id,
  ]);
  expect(others.rows).toEqual([{ route: 'POST /ensureAndAddStock' }]);
  const { rows } = await server.database.query<{ message: string }>(
    `select message from notifications where account = any($1) and message ~ 'Deleted account|teaches' order by account, id`,
    [[asha.accountNo, kiran.accountNo]],
  );
  expect(rows.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Deleted account teaches “Trading lesson” on .* IST now\.$/),
    expect.stringMatching(/^Deleted account has commented on your trade in MERIT of /),
    expect.stringMatching(new RegExp(`^${ravi.name} teaches “Trading lesson” on `)),
    expect.stringMatching(/^Deleted account teaches “Trading lesson” on .* IST now\.$/),
  ]);
});

test('of a name of one letter, only the name is left out', async () => {
  const [desk, learner, meera] = [await server.admin(), await server.trader(), await server.instructor()];
  const at = (hours: number): string => new Date(server.clock.at + hours * 3_600_000).toISOString();
  const { name: instructor_name, email: instructor_email } = meera;
  const lesson = { instructor_name, instructor_email, hourly_rate: 0, start_time: at(120), end_time: at(121) };
  const { id } = await as(desk, 'POST /createSession', lesson);
  await as(learner, 'POST /enrol/{id}', { id });
  await as(learner, 'POST /openDiary', { instructorId: meera.id, days: 7 });
  const newest = async (): Promise<string> => {
    const { rows } = await server.database.query<{ message: string }>(
      'select message from notifications where account = $1 order by id desc limit 1',
      [meera.accountNo],
    );
    return rows[0].message;
  };
  const before = await newest();
  // As it would have been with another name.
  await server.database.query(`update users set name = 'a' where id = $1`, [learner.id]);
  await server.database.query('update notifications set message = replace(message, $1, $2) where account = $3', [
    learner.name,
    'a',
    meera.accountNo,
  ]);
  await leave(learner);
  expect(await newest()).toBe(before.replace(learner.name, 'Deleted account'));
});
