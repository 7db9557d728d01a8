// Files of a lesson: who may add and read them, what is accepted, how they are delivered, and what strangers try.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTrading, type Trading } from '../../tests/trading.ts';
import type { MaterialType } from '../../contract/learn.ts';
import { diskFiles } from '../adapters/files.ts';
import { createLog } from '../log.ts';
import { Materials } from './materials.ts';

const HOUR = 3_600_000;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n');

type Caller = Awaited<ReturnType<Trading['trader']>>;

let server: Trading;
let desk: Caller;
let meera: Caller;
let asha: Caller;
let eve: Caller;
let other: Caller;
let free: string;
beforeAll(async () => {
  server = await startTrading();
  desk = await server.admin();
  [meera, other] = [await server.instructor(), await server.instructor()];
  [asha, eve] = [await server.trader(), await server.trader()];
  free = await lesson(meera);
  await server.call('POST /enrol/{id}', { id: free }, { token: asha.token });
});
afterAll(() => server.close());

let hours = 0;
async function lesson(teacher: Caller): Promise<string> {
  const start = server.clock.at + 2 * ++hours * HOUR;
  const reply = await server.call(
    'POST /createSession',
    {
      instructor_name: 'Meera',
      instructor_email: teacher.email,
      hourly_rate: 0,
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + HOUR).toISOString(),
    },
    { token: desk.token },
  );
  return reply.body.data.id;
}

const ask = (id: string, fileName: string, fileType: MaterialType, who = meera) =>
  server.call('POST /addMaterial/{id}', { id, fileName, fileType }, { token: who.token });

async function put(signedUrl: string, type: string, payload: Buffer) {
  const { pathname, search } = new URL(signedUrl);
  const reply = await server.app.inject({
    method: 'PUT',
    url: pathname + search,
    payload,
    headers: { 'content-type': type },
  });
  return { status: reply.statusCode, message: reply.json<{ message: string }>().message };
}

async function add(id: string, fileName: string, fileType: MaterialType, bytes: Buffer): Promise<string> {
  const asked = await ask(id, fileName, fileType);
  expect(await put(asked.body.data.signedUrl, fileType, bytes)).toEqual({
    status: 200,
    message: 'The file has been added.',
  });
  return asked.body.data._id;
}

const link = (key: string, who: Caller) => server.call('GET /getMaterial/{id}', { id: key }, { token: who.token });
const open = (url: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(url);
  return server.app.inject({ method: 'GET', url: pathname + search, headers });
};
const listed = async (id: string, who: Caller) =>
  (await server.call('GET /getLesson/{id}', { id }, { token: who.token })).body.data;

describe('a PDF', () => {
  test('goes from the instructor to the learner, as a file that nothing opens here', async () => {
    const key = await add(free, 'Week 1 \u202efdp.exe "notes".pdf', 'application/pdf', PDF);
    expect((await listed(free, asha)).materials).toMatchObject([{ _id: key, kind: 'pdf', bytes: PDF.length }]);
    const { url, name } = (await link(key, asha)).body.data;
    expect(name).toBe("Week 1 fdp.exe 'notes'.pdf");
    // A browser that opens the address itself gets the file too, and not the application's page.
    const reply = await open(url, { accept: 'text/html' });
    expect([reply.statusCode, reply.rawPayload.equals(PDF)]).toEqual([200, true]);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': `attachment; filename="Week 1 fdp.exe 'notes'.pdf"; filename*=UTF-8''Week%201%20fdp.exe%20%27notes%27.pdf`,
    });
  });

  test('keeps its name in every script', async () => {
    const name = '\u0915\u094d\u200d\u0937\u092e\u093e \u05d3\u05d5\u05d3 \u{1f468}\u200d\u{1f469}\u200d\u{1f467}.pdf';
    const { url } = (await link(await add(free, name, 'application/pdf', PDF), asha)).body.data;
    const disposition = String((await open(url)).headers['content-disposition']);
    expect(decodeURIComponent(disposition.split("''")[1])).toBe(name);
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a page with a PDF behind it', Buffer.concat([Buffer.from('<script>alert(1)</script>'), PDF])],
    ['half a PDF', PDF.subarray(0, 12)],
    ['nothing', Buffer.alloc(0)],
  ])('%s called a PDF is refused, and its address is spent', async (_what, bytes) => {
    const { signedUrl } = (await ask(free, 'x.pdf', 'application/pdf')).body.data;
    expect((await put(signedUrl, 'application/pdf', bytes)).status).toBe(400);
    expect((await put(signedUrl, 'application/pdf', PDF)).status).toBe(403);
  });
});

describe('a picture', () => {
  test('is made anew from its pixels, and keeps what can be read', async () => {
    const png = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .png()
      .toBuffer();
    const key = await add(free, 'chart.PNG', 'image/png', png);
    const { url, name } = (await link(key, asha)).body.data;
    const reply = await open(url);
    expect(name).toBe('chart.webp');
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^inline/),
    });
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 2000, height: 1000 });
    expect(reply.rawPayload.includes('secret place')).toBe(false);
  });

  test('a PDF called a picture is refused, and a picture called a PDF', async () => {
    const asPicture = (await ask(free, 'a.png', 'image/png')).body.data.signedUrl;
    expect((await put(asPicture, 'image/png', PDF)).status).toBe(400);
    const asPdf = (await ask(free, 'a.pdf', 'application/pdf')).body.data.signedUrl;
    const png = await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect((await put(asPdf, 'application/pdf', png)).status).toBe(400);
  });
});

describe('doors', () => {
  test('only the lesson\u2019s instructor adds and removes; only its participants read', async () => {
    const key = await add(free, 'a.pdf', 'application/pdf', PDF);
    expect((await ask(free, 'b.pdf', 'application/pdf', other)).status).toBe(404);
    for (const who of [asha, eve, desk]) expect((await ask(free, 'b.pdf', 'application/pdf', who)).status).toBe(403);
    const before = await server.stateHash();
    expect((await server.call('POST /removeMaterial/{id}', { id: key }, { token: other.token })).status).toBe(404);
    expect(await server.stateHash()).toBe(before);
    const statuses = await Promise.all(
      [meera, asha, desk, eve, other].map(async (who) => (await link(key, who)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404]);
    expect([(await listed(free, eve)).materials, (await listed(free, other)).materials]).toEqual([null, null]);
    expect((await link(randomUUID(), asha)).status).toBe(404);
  });

  test('an address is bound to its file, its use and its time', async () => {
    const [key, second] = [
      await add(free, 'a.pdf', 'application/pdf', PDF),
      await add(free, 'b.pdf', 'application/pdf', PDF),
    ];
    const { url } = (await link(key, asha)).body.data;
    expect((await open(url.replace(key, second))).statusCode).toBe(403);
    expect((await open(url.replace(/expires=\d+/, 'expires=99999999999999'))).statusCode).toBe(403);
    expect((await open(url.replace(/signature=.{4}/, 'signature=AAAA'))).statusCode).toBe(403);
    expect((await open(`/materials/${key}`.replace(/^/, 'http://x'))).statusCode).toBe(403);
    expect((await put(url, 'application/pdf', PDF)).status).toBe(403);
    server.clock.at += 61_000;
    expect((await open(url)).statusCode).toBe(403);
  });

  test('an address takes one file, of its type and size, in its time', async () => {
    const fresh = async () => (await ask(free, 'a.pdf', 'application/pdf')).body.data;
    const { _id: key, signedUrl } = await fresh();
    expect((await put(signedUrl, 'text/html', PDF)).status).toBe(400);
    expect((await put(signedUrl, 'application/pdf', Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413);
    const tries = await Promise.all(Array.from({ length: 10 }, () => put(signedUrl, 'application/pdf', PDF)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    // Those who came too late have not harmed it.
    expect((await open((await link(key, asha)).body.data.url)).rawPayload.equals(PDF)).toBe(true);
    const { signedUrl: late } = await fresh();
    server.clock.at += 6 * 60_000;
    expect((await put(late, 'application/pdf', PDF)).status).toBe(403);
  });

  /** How an instructor loses a lesson. */
  const ends: ((id: string, teacher: Caller) => Promise<unknown>)[] = [
    (_id, { id }) => server.database.query('update users set is_blocked = true where id = $1', [id]),
    (id) => server.call('POST /cancelSession/{id}', { id }, { token: desk.token }),
    (id) => {
      const given = { instructor_name: 'Leela', instructor_email: other.email, hourly_rate: 0 };
      const start = server.clock.at + 2 * ++hours * HOUR;
      const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + HOUR).toISOString() };
      return server.call('POST /updateSession/{id}', { id, ...given, ...times }, { token: desk.token });
    },
  ];

  test('an address that was given out is good no more once its instructor is blocked, or the lesson is another\u2019s or canceled', async () => {
    for (const end of ends) {
      const teacher = await server.instructor();
      const id = await lesson(teacher);
      const { signedUrl } = (await ask(id, 'late.pdf', 'application/pdf', teacher)).body.data;
      await end(id, teacher);
      expect((await put(signedUrl, 'application/pdf', PDF)).status).toBe(403);
    }
  });

  test('nor is a file taken that was being looked at when that happened', async () => {
    for (const end of ends) {
      const teacher = await server.instructor();
      const id = await lesson(teacher);
      const key: string = (await ask(id, 'late.pdf', 'application/pdf', teacher)).body.data._id;
      const removed: string[] = [];
      const files = {
        presign: null,
        origin: null,
        close: () => {},
        read: async () => null,
        write: async () => void (await end(id, teacher)),
        remove: async (name: string) => void removed.push(name),
      };
      const log = createLog({ logLevel: 'silent' });
      const materials = new Materials({ db: server.database, now: () => server.clock.at, files, secret: 'x', log });
      await expect(materials.files.receive(key, 'application/pdf', PDF)).rejects.toMatchObject({ status: 403 });
      expect(removed).toEqual([`materials/${key}`]);
      const { rows } = await server.database.query('select state from materials where key = $1', [key]);
      expect(rows).toEqual([{ state: 'discarded' }]);
    }
  });

  test('nor is one that took longer than its address is good', async () => {
    const key: string = (await ask(free, 'slow.pdf', 'application/pdf')).body.data._id;
    server.clock.at += 6 * 60_000;
    await expect(server.learn.files.receive(key, 'application/pdf', PDF)).rejects.toMatchObject({ status: 403 });
  });

  test('a removed file is gone at once, for everybody', async () => {
    const key = await add(free, 'a.pdf', 'application/pdf', PDF);
    const { url } = (await link(key, asha)).body.data;
    expect((await server.call('POST /removeMaterial/{id}', { id: key }, { token: meera.token })).status).toBe(200);
    expect((await open(url)).statusCode).toBe(404);
    expect((await link(key, asha)).status).toBe(404);
    expect(await server.files.read(`materials/${key}`, 1000)).toBeNull();
  });

  test('twenty files at most, also when thirty come at once', async () => {
    const full = await lesson(meera);
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask(full, 'a.pdf', 'application/pdf')));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(asked.find(({ status }) => status !== 200)?.body.message).toBe(
      'A lesson can have at most 20 files. Remove one first.',
    );
    // Addresses that nobody used give their places back.
    server.clock.at += 6 * 60_000;
    expect((await ask(full, 'a.pdf', 'application/pdf')).status).toBe(200);
    await server.learn.tidyUp();
  });

  test('a file that cannot be deleted does not keep the others', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-materials-'));
    const { database: db, now } = server;
    const log = pino({ level: 'silent' });
    const materials = new Materials({ db, now, files: diskFiles(folder), secret: 'unused', log });
    const keys = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    for (const key of keys)
      await db.query(
        `insert into materials (key, lesson, name, content_type, added_at, expires_at, state)
         select $1, id, 'a.pdf', 'application/pdf', 0, 0, 'discarded' from lessons where public_id = $2`,
        [key, free],
      );
    await mkdir(path.join(folder, 'materials', keys[1]), { recursive: true });
    await materials.tidyUp();
    const { rows } = await db.query('select key from materials where key = any($1)', [keys]);
    expect(rows).toEqual([{ key: keys[1] }]);
    await rm(folder, { recursive: true });
    await materials.tidyUp();
    expect((await db.query('select 1 from materials where key = any($1)', [keys])).rowCount).toBe(0);
  });

  test('a learner whose money went back can no longer read anything', async () => {
    const id = await lesson(meera);
    await server.call('POST /enrol/{id}', { id }, { token: asha.token });
    const key = await add(id, 'a.pdf', 'application/pdf', PDF);
    await server.call('POST /cancelSession/{id}', { id }, { token: desk.token });
    expect([(await link(key, asha)).status, (await listed(id, asha)).materials]).toEqual([404, null]);
    expect((await ask(id, 'b.pdf', 'application/pdf')).status).toBe(409);
    expect((await server.call('GET /getLesson/{id}', { id }, { token: eve.token })).status).toBe(404);
  });
});
