// The copy of everything stored about a person: complete, nothing of others, no secrets, at any length, and only for the right people.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { request } from '../../../tests/accounts.ts';
import { startTrading, VENUE } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { unzip } from '../../../tests/unzip.ts';
import { createGate } from '../../gate.ts';
import type { HttpError } from '../../http-error.ts';
import { exportHandlers, inTurns } from './routes.ts';
import type { ExportOptions } from './routes.ts';
import { zipOf } from './zip.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading();
  admin = await server.admin();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<Trading['trader']>>;

async function copyOf(name: 'GET /exportData' | 'GET /exportUser/{id}', input: object, token: string) {
  const reply = await server.app.inject(request(name, input, { token }));
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/zip');
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="istock-\d{4}-\d{2}-\d{2}\.zip"$/);
  return unzip(reply.rawPayload);
}
const own = (person: Person) => copyOf('GET /exportData', {}, person.token);
/** Rows without the heading, cells without their quotes. */
function rowsOf(files: Map<string, Buffer>, file: string): string[][] {
  const lines = files
    .get(file)!
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(1, -1);
  return lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,)(?=,|$)/g)].map(([, text, plain]) => text ?? plain ?? ''),
  );
}
const order = (token: string, asked: object) => server.call('POST /orders', asked, { token });

/** A round trip with a note, an open order, an alert, a watched stock. */
async function live(person: Person, note: string): Promise<void> {
  const { token } = person;
  server.quote('MERIT', 'sell', 400_00, 10);
  await order(token, { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 5 });
  server.clear('MERIT');
  server.quote('MERIT', 'buy', 410_00, 5);
  await order(token, { stock: 'MERIT', type: 'SELL', orderType: 'MARKET', quantity: 5 });
  server.clear('MERIT');
  await order(token, { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 2, price: 90 });
  await server.call('POST /ensureAndAddStock', { stocks: [{ stockId: 'MERIT' }] }, { token });
  for (const name of ['Banks', 'Nothing on it']) await server.call('POST /watchlists', { name }, { token });
  for (const stockId of ['MERIT', 'ZENITH'])
    await server.call('POST /ensureAndAddStock', { name: 'Banks', stocks: [{ stockId }] }, { token });
  await server.call('POST /priceAlerts', { symbol: 'ZENITH', direction: 'above', price: 118 }, { token });
  const points = { from: { second: 1_741_890_600, price: 410.05 }, to: { second: 1_741_977_000, price: 412 } };
  const lines = [
    { kind: 'horizontal', price: 401.5 },
    { kind: 'trend', ...points },
  ];
  await server.call('POST /drawnLines', { symbol: 'MERIT', version: 0, split: '', lines }, { token });
  const { body } = await server.call('GET /tradeDiary', {}, { token });
  const { _id: id } = body.data.trades[0].details[0];
  await server.call('POST /tradeDiary/note', { id, notes: note, tags: ['patience'], mood: 'calm' }, { token });
}

test('has all that a person has done, and adds up', async () => {
  const asha = await server.trader(10_000_00);
  await live(asha, 'Waited for it.');
  const files = await own(asha);
  expect([...files.keys()]).toEqual([
    'README.txt',
    'profile.json',
    'orders.csv',
    'transactions.csv',
    'corporate-actions.csv',
    'payments.csv',
    'rewards.csv',
    'lessons.csv',
    'diary-comments.csv',
    'opened-diary.csv',
    'written-comments.csv',
    'taught-lessons.csv',
    'lesson-ratings.csv',
    'market-conduct.csv',
    'reports.csv',
    'reported-messages.csv',
    'removals.csv',
    'watchlists.csv',
    'watchlist.csv',
    'price-alerts.csv',
    'drawn-lines.csv',
    'notifications.csv',
    'logins.csv',
    'ledger.csv',
    'diary.csv',
    'diary-days.csv',
  ]);
  const readme = files.get('README.txt')!.toString();
  for (const file of [...files.keys()].filter((name) => name !== 'README.txt')) expect(readme).toContain(file);
  const profile = JSON.parse(files.get('profile.json')!.toString()) as Record<string, unknown>;
  // 10,000 + 5 x 10 gained - (20 + 5) - (20.50 + 5) of charges; 2 x 90 and 1.80 + 5 are held.
  expect(profile).toMatchObject({ name: asha.name, email: asha.email, balance: 9812.7, heldBalance: 186.8 });
  expect(rowsOf(files, 'orders.csv').map((cells) => [cells[2], cells[3], cells[7], cells[8], cells[13]])).toEqual([
    ['BUY', 'MERIT', '5', '5', 'COMPLETED'],
    ['SELL', 'MERIT', '5', '5', 'COMPLETED'],
    ['BUY', 'ZENITH', '2', '0', 'PENDING'],
  ]);
  expect(rowsOf(files, 'transactions.csv').map((cells) => cells.slice(3))).toEqual([
    ['BUY', 'MERIT', 'delivery', '5', '400', '2000', '20', '5', '0'],
    ['SELL', 'MERIT', 'delivery', '5', '410', '2050', '20.5', '5', '0'],
  ]);
  expect(rowsOf(files, 'diary.csv').map((cells) => cells.slice(3))).toEqual([
    ['MERIT', '5', '400', '410', '50', '-0.5', 'Waited for it.', 'patience', 'calm'],
  ]);
  expect(rowsOf(files, 'watchlists.csv').map(([name, place]) => [name, place])).toEqual([
    ['Banks', '2'],
    ['Nothing on it', '3'],
  ]);
  expect(rowsOf(files, 'watchlist.csv').map(([symbol, , list]) => [symbol, list])).toEqual([
    ['MERIT', 'My Watchlist'],
    ['MERIT', 'Banks'],
    ['ZENITH', 'Banks'],
  ]);
  expect(rowsOf(files, 'price-alerts.csv').map((cells) => cells.slice(0, 3))).toEqual([['ZENITH', 'above', '118']]);
  expect(rowsOf(files, 'drawn-lines.csv')).toEqual([
    ['MERIT', 'horizontal', '401.5', '', '', ''],
    ['MERIT', 'trend', '410.05', '2025-03-14 00:00:00', '2025-03-15 00:00:00', '412'],
  ]);
  const ledger = rowsOf(files, 'ledger.csv');
  const sumOf = (asset: string) =>
    Math.round(ledger.filter((cells) => cells[3] === asset).reduce((sum, cells) => sum + Number(cells[4]), 0) * 100);
  expect([sumOf('INR'), sumOf('MERIT')]).toEqual([9999_50, 0]);
  expect(ledger[0].slice(2, 5)).toEqual(['deposit', 'INR', '10000']);
});

test('has nothing of anybody else, and no secret', async () => {
  const asha = await server.trader(10_000_00);
  const ravi = await server.trader(10_000_00);
  await live(ravi, 'A secret of Ravi.');
  // They trade with each other: the other side must not appear.
  await order(ravi.token, { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 99 });
  server.quote('ZENITH', 'sell', 99_00, 2);
  await order(asha.token, { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 1 });
  await order(ravi.token, { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 98 });
  await order(asha.token, { stock: 'ZENITH', type: 'SELL', orderType: 'MARKET', quantity: 1 });
  await server.database.query(
    `update users set password_hash = 'argon2-of-asha', referral_code = 'ASHACODE' where id = $1`,
    [asha.id],
  );
  const files = await own(asha);
  const all = [...files.values()].map((bytes) => bytes.toString('utf8')).join('\n');
  expect(all).toContain('ASHACODE');
  for (const word of [ravi.name, ravi.email, ravi.id, 'A secret of Ravi', 'argon2-of-asha', 'token', 'hash', 'secret'])
    expect(all).not.toContain(word);
  expect(rowsOf(files, 'transactions.csv')).toHaveLength(2);
  expect(all).not.toMatch(/counterparty/i);
});

test('reports: what one has reported, and the own words once it was decided about them; never who has reported them', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  const add = (room: string, reported: Person, by: Person, decision: string | null) =>
    server.database.query(
      `insert into reports (account, reporter_account, room, message, said, said_at, reason, words, created_at, decision, closed_by, closed_at)
       values ($1, $2, $3, 1, 'You fool', 0, 'insult', $4, 0, $5::text, case when $5 is null then null else $6::uuid end,
         case when $5 is null then null else 1 end)`,
      [reported.accountNo, by.accountNo, room, `Says ${by.name}.`, decision, admin.id],
    );
  await add('one', asha, ravi, 'warned');
  await add('two', asha, ravi, null);
  const [ofAsha, ofRavi] = [await own(asha), await own(ravi)];
  expect(rowsOf(ofAsha, 'reported-messages.csv').map((cells) => cells.slice(1))).toEqual([
    ['You fool', 'Person warned'],
  ]);
  expect(rowsOf(ofAsha, 'reports.csv')).toEqual([]);
  expect([...ofAsha.values()].map(String).join('')).not.toContain(ravi.name);
  expect(rowsOf(ofRavi, 'reports.csv').map((cells) => cells.slice(1))).toEqual([
    ['Insults somebody', `Says ${ravi.name}.`, 'closed'],
    ['Insults somebody', `Says ${ravi.name}.`, 'open'],
  ]);
  expect([...ofRavi.values()].map(String).join('')).not.toContain('You fool');
});

test('payments: for which lesson, and what has gone back', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  const { rows } = await server.database.query<{ id: number }>(
    `insert into lessons (public_id, instructor_name, instructor_email, topic, hourly_rate, starts_at, ends_at, created_at, updated_at)
     values (gen_random_uuid(), 'Guru', 'guru-of-payments@example.com', 'Stops', 500, 1, 2, 0, 0) returning id`,
  );
  const pay = async (person: Person, lesson: number | null, number: string): Promise<number> => {
    const { rows: paid } = await server.database.query<{ id: number }>(
      `insert into payments (account, user_id, purpose, amount, currency, provider, provider_order, provider_payment, status, created_at, lesson)
       values ($1, $2, case when $3::bigint is null then 'wallet' else 'course' end, 50000, 'INR', 'sandbox', $4, $4, 'credited', 0, $3)
       returning id`,
      [person.accountNo, person.id, lesson, number],
    );
    return paid[0].id;
  };
  await pay(asha, null, 'for-the-wallet');
  await pay(asha, rows[0].id, 'kept');
  const back = [await pay(asha, rows[0].id, 'sent-back'), await pay(ravi, rows[0].id, 'of-ravi')];
  await server.database.query(
    `insert into refunds (payment, reason, due_at, provider_refund, refunded_at)
     select payment, 'given-back', 0, 'refund-' || payment, 60000 from unnest($1::bigint[]) payment`,
    [back],
  );
  const owed = await pay(asha, rows[0].id, 'owed');
  await server.database.query(`insert into refunds (payment, reason, due_at) values ($1, 'canceled', 0)`, [owed]);
  expect(rowsOf(await own(asha), 'payments.csv').map((cells) => cells.slice(2))).toEqual([
    ['wallet', '', '500', 'credited', 'for-the-wallet', '', ''],
    ['course', 'Stops', '500', 'credited', 'kept', '', ''],
    ['course', 'Stops', '500', 'credited', 'sent-back', 'The learner gave the place back.', '1970-01-01 05:31:00'],
    ['course', 'Stops', '500', 'credited', 'owed', 'The lesson was canceled.', ''],
  ]);
});

test('ratings of lessons: the own ones, also where they are hidden', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  await server.database.query(
    `insert into lessons (public_id, instructor_name, instructor_email, topic, hourly_rate, starts_at, ends_at, created_at, updated_at)
     values (gen_random_uuid(), 'Guru', 'guru-of-ratings@example.com', 'Stops', 0, 1, 2, 0, 0)`,
  );
  for (const [person, words, reason] of [
    [asha, 'Clear.', 'Advertising'],
    [ravi, 'A word of Ravi.', ''],
  ] as const)
    await server.database.query(
      `insert into lesson_ratings (lesson, account, stars, words, rated_at, hidden_at, hidden_by, hidden_reason)
       select l.id, $1, 4, $2, 0, case when $3 <> '' then 1 end, case when $3 <> '' then $4::uuid end, $3
       from lessons l where l.instructor_email = 'guru-of-ratings@example.com'`,
      [person.accountNo, words, reason, admin.id],
    );
  const files = await own(asha);
  expect(rowsOf(files, 'lesson-ratings.csv')).toEqual([
    ['1970-01-01 05:30:00', 'Stops', 'Guru', '4', 'Clear.', 'Advertising'],
  ]);
});

test('of a person who has done nothing there is nothing, whatever others have', async () => {
  const [ravi, meera] = [await server.trader(), await server.instructor()];
  await server.database.query(
    `with commented as (insert into diary_comments (public_id, account, entry, author, message, written_at)
       values (gen_random_uuid(), $1, 'e', $3, 'Why so early?', 0))
     insert into diary_shares (public_id, learner, instructor, opened_at, expires_at) values (gen_random_uuid(), $2, $3, 0, 1)`,
    [ravi.accountNo, ravi.id, meera.id],
  );
  const files = await own(await server.trader());
  const filled = [...files.keys()].filter((file) => file.endsWith('.csv') && rowsOf(files, file).length > 0);
  expect(filled).toEqual([]);
});

test('a long history comes whole, page after page', async () => {
  const asha = await server.trader(10_000_00);
  await server.database.query(
    `insert into notifications (account, kind, message, created_at)
     select $1, 'admin', 'Number ' || number, number from generate_series(1, 5001) number`,
    [asha.accountNo],
  );
  const rows = rowsOf(await own(asha), 'notifications.csv');
  expect(rows.map(([, , message]) => message)).toEqual(
    Array.from({ length: 5001 }, (_, index) => `Number ${index + 1}`),
  );
});

test('what has no number of its own comes whole, too: logins of one instant, on the border of a page', async () => {
  const asha = await server.trader();
  await server.database.query(
    `insert into logins (id, user_id, created_at, expires_at, token_hash, rotated_at, user_agent, ip)
     select gen_random_uuid(), $1, least(number, 1999), 9e15, '', 0, number, '' from generate_series(1, 2003) number`,
    [asha.id],
  );
  expect(rowsOf(await own(asha), 'logins.csv')).toHaveLength(2003);
});

test('text stays text in a spreadsheet', async () => {
  const asha = await server.trader(10_000_00);
  await live(asha, '=HYPERLINK("https://evil.example","here")');
  const files = await own(asha);
  expect(files.get('diary.csv')!.toString()).toContain(`"'=HYPERLINK(""https://evil.example"",""here"")"`);
});

describe('for an administrator', () => {
  test('the same archive; the log says so, and so is the user told', async () => {
    const asha = await server.trader(10_000_00);
    await live(asha, 'Mine.');
    const theirs = await copyOf('GET /exportUser/{id}', { id: asha.id }, admin.token);
    const mine = await own(asha);
    const without = (files: Map<string, Buffer>) =>
      [...files].filter(([name]) => !['README.txt', 'notifications.csv', 'profile.json'].includes(name));
    expect(without(theirs)).toEqual(without(mine));
    const { rows } = await server.database.query<object>(
      `select actor, subject from audit_log where action = 'export-user' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor: admin.id, subject: asha.id }]);
    expect(rowsOf(mine, 'notifications.csv').at(-1)?.[2]).toMatch(/^An administrator has made a copy of everything/);
  });

  test('not of administrators, nor of nobody', async () => {
    const before = await server.stateHash();
    const of = async (id: string) => (await server.call('GET /exportUser/{id}', { id }, { token: admin.token })).status;
    expect([await of(admin.id), await of('nobody'), await of('00000000-0000-4000-8000-000000000000')]).toEqual([
      409, 404, 404,
    ]);
    expect(await server.stateHash()).toBe(before);
  });
});

test('asked for while the account is being deleted: no copy is made, and nothing is told or logged', async () => {
  const asha = await server.trader();
  const leaving = await server.database.pool.connect();
  await leaving.query('begin');
  await leaving.query('select 1 from users where id = $1 for update', [asha.id]);
  const answer = server.call('GET /exportUser/{id}', { id: asha.id }, { token: admin.token });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await leaving.query('update users set deleted_at = 1 where id = $1', [asha.id]);
  await leaving.query('commit');
  leaving.release();
  expect((await answer).status).toBe(404);
  const { rows } = await server.database.query(
    `select 1 from notifications where account = $1 union all select 1 from audit_log where action = 'export-user' and subject = $2`,
    [asha.accountNo, asha.id],
  );
  expect(rows).toEqual([]);
});

test('a client that stops reading keeps nobody else from a copy, and its resources are freed', async () => {
  const gate = createGate({ most: 1, mostWaiting: 9 });
  let open = 0;
  let reading = 0;
  let most = 0;
  async function* pages(): AsyncGenerator<number> {
    open++;
    try {
      for (let page = 0; page < 3; page++) {
        most = Math.max(most, ++reading);
        await new Promise((resolve) => setImmediate(resolve));
        reading--;
        yield page;
      }
    } finally {
      open--;
    }
  }
  const stalled = Array.from({ length: 5 }, () => inTurns(gate, pages()));
  expect((await Promise.all(stalled.map((each) => each.next()))).map(({ value }) => value)).toEqual([0, 0, 0, 0, 0]);
  // Only one reads at a time, and the five that have stopped block nobody.
  const read: number[] = [];
  for await (const page of inTurns(gate, pages())) read.push(page);
  expect([read, most, open]).toEqual([[0, 1, 2], 1, 5]);
  for (const each of stalled) await each.return(undefined);
  expect(open).toBe(0);
});

test('nobody gets another’s, and administrators have none', async () => {
  const [asha, ravi] = [await server.trader(), await server.instructor()];
  const before = await server.stateHash();
  for (const { token } of [asha, ravi])
    expect((await server.call('GET /exportUser/{id}', { id: asha.id }, { token })).status).toBe(403);
  expect((await server.call('GET /exportData', {}, { token: admin.token })).status).toBe(403);
  expect((await server.call('GET /exportData', {}, { token: 'nobody' })).status).toBe(401);
  // Another person's id in the query is ignored.
  const files = await copyOf('GET /exportData', { userId: ravi.id, id: ravi.id }, asha.token);
  expect(files.get('profile.json')!.toString()).toContain(asha.email);
  expect(await server.stateHash()).toBe(before);
});

/** Requests a copy of one person's data, which is promised and not read yet. */
async function asking() {
  const asha = await server.trader();
  const reads = {} as ExportOptions['reads'];
  const { database: db, notices } = server;
  const options = {
    db,
    venue: VENUE,
    reads,
    readPhoto: () => Promise.resolve(null),
    notices,
    now: () => server.clock.at,
  };
  const handlers = exportHandlers(options);
  return () => handlers['GET /exportData']({ user: asha } as never);
}

test('of ten that one person asks for at once two are given, before any of them is read; then there is room again', async () => {
  const ask = await asking();
  const asked = await Promise.allSettled(Array.from({ length: 10 }, ask));
  const refused = asked.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as HttpError).status);
  expect(refused).toEqual(Array.from({ length: 8 }, () => 429));
  const [first] = asked.filter((one) => one.status === 'fulfilled');
  // It ends before it has anything to give.
  await expect(first.value.download!.chunks[Symbol.asyncIterator]().next()).rejects.toThrow();
  expect((await ask()).download).toBeDefined();
  await expect(ask()).rejects.toMatchObject({ status: 429 });
});

test('copies that nobody has begun to read within ten seconds are in the way of no other', async () => {
  const ask = await asking();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await Promise.all([ask(), ask()]);
    vi.advanceTimersByTime(9_999);
    await expect(ask()).rejects.toMatchObject({ status: 429 });
    vi.advanceTimersByTime(1);
    expect((await ask()).download).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

describe('the archive', () => {
  async function archiveOf(files: Record<string, readonly (string | Buffer)[]>): Promise<Buffer> {
    async function* chunksOf(chunks: readonly (string | Buffer)[]) {
      yield* chunks;
    }
    async function* all() {
      for (const [name, chunks] of Object.entries(files)) yield { name, chunks: chunksOf(chunks) };
    }
    const parts: Buffer[] = [];
    for await (const part of zipOf(all(), new Date('2026-11-30T14:05:08Z'))) parts.push(part);
    return Buffer.concat(parts);
  }

  test('gives back every byte, of no chunk, of one and of many', async () => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 2_654_435_761) >>> 24));
    const files = {
      'empty.txt': [],
      'blank.txt': ['', ''],
      'काम.txt': ['नमस्ते ', 'दुनिया'],
      'noise.bin': [noise, 'x', noise],
    };
    const read = unzip(await archiveOf(files));
    expect([...read.keys()]).toEqual(Object.keys(files));
    for (const [name, chunks] of Object.entries(files))
      expect(read.get(name)?.equals(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))))).toBe(true);
  });

  test('is smaller than what is in it, and says when it was made', async () => {
    const archive = await archiveOf({ 'a.csv': Array.from({ length: 50 }, () => 'the same line\r\n'.repeat(500)) });
    expect(archive.length).toBeLessThan(20_000);
    // 14:05:08 on 30 November, 46 years after 1980.
    const [time, date] = [archive.readUInt16LE(10), archive.readUInt16LE(12)];
    expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([14, 5, 8]);
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 30]);
  });
});
