// Every file of the corpus as a photo and as a lesson's material: it is refused and nothing is kept, or it comes out clean.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVIL, hostileFiles, hostileNames } from './corpus.ts';
import type { HostileFile } from './corpus.ts';
import { planLesson } from './furnish.ts';
import { changedTables, startWholeServer } from './whole-server.ts';
import type { Person, Reply, WholeServer } from './whole-server.ts';

const files = await hostileFiles();

let server: WholeServer;
let asha: Person;
let guru: Person;
let lesson: string;

beforeAll(async () => {
  server = await startWholeServer();
  asha = await server.signUp({ name: 'Asha', email: 'asha@example.com' });
  guru = await server.signUp({ name: 'Guru', email: 'guru@example.com', role: 'instructor' });
  const admin = await server.admin();
  ({ id: lesson } = await planLesson(server, { admin, teacher: guru, rate: 0, hoursAhead: 30, mark: 'notes' }));
  await server.granted('POST /enrol/{id}', { id: lesson }, asha.token);
}, 60_000);
afterAll(() => server.close());

const pathOf = (url: string): string => new URL(url, server.url).pathname + new URL(url, server.url).search;
const put = (url: string, { type, bytes }: HostileFile): Promise<Reply> =>
  server.send({
    method: 'PUT',
    path: pathOf(url),
    headers: { 'content-type': type, accept: 'application/json' },
    body: bytes,
  });
/** Requests the address as a browser does when it is opened directly. */
const open = (url: string): Promise<Reply> =>
  server.send({ method: 'GET', path: pathOf(url), headers: { accept: 'text/html' } });

function checkHeaders({ headers }: Reply): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/sandbox.*default-src 'none'/);
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
}

function checkRefusal(reply: Reply): void {
  expect([400, 413]).toContain(reply.status);
  expect(JSON.parse(reply.body)).toMatchObject({ success: false, data: null, error: { code: expect.any(String) } });
  expect(reply.body).not.toMatch(/vips|sharp|libpng|node_modules|EVIL/i);
}

async function checkPicture(reply: Reply, longestSide: number): Promise<void> {
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/webp']);
  checkHeaders(reply);
  const { format, width, height, exif, xmp, icc, pages } = await sharp(reply.bytes).metadata();
  expect({ format, exif, xmp, icc, pages }).toEqual({
    format: 'webp',
    exif: undefined,
    xmp: undefined,
    icc: undefined,
    pages: undefined,
  });
  expect(Math.max(width, height)).toBeLessThanOrEqual(longestSide);
  expect(reply.bytes.includes(EVIL)).toBe(false);
}

const isPdf = ({ type }: HostileFile): boolean => type === 'application/pdf';

describe('as a photo', () => {
  test.each(Object.keys(files).filter((name) => !isPdf(files[name])))('%s', async (name) => {
    const file = files[name];
    const asked = { fileName: 'me.png', fileType: file.type as 'image/png' };
    const { signedUrl, fileUrl } = await server.granted('GET /get-signed-url', asked, asha.token);
    const reply = await put(signedUrl, file);
    const isTaken = reply.status === 200;
    if (file.asPhoto !== null) expect(isTaken ? 'taken' : 'refused').toBe(file.asPhoto);
    if (!isTaken) {
      checkRefusal(reply);
      expect((await open(fileUrl)).status).toBe(404);
      expect(
        (await server.call('POST /update-profile', { profileImageUrl: fileUrl }, { token: asha.token })).status,
      ).toBe(400);
      return;
    }
    await server.granted('POST /update-profile', { profileImageUrl: fileUrl }, asha.token);
    await checkPicture(await open(fileUrl), 512);
    // The address works only once.
    expect((await put(signedUrl, file)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('as a material', () => {
  test.each(Object.keys(files))('%s', async (name) => {
    const file = files[name];
    const asked = { id: lesson, fileName: `${name}.pdf`, fileType: file.type };
    const { _id: id, signedUrl } = await server.granted('POST /addMaterial/{id}', asked, guru.token);
    const reply = await put(signedUrl, file);
    if (reply.status !== 200) {
      checkRefusal(reply);
      expect((await server.call('GET /getMaterial/{id}', { id }, { token: asha.token })).status).toBe(404);
      return;
    }
    const { url } = await server.granted('GET /getMaterial/{id}', { id }, asha.token);
    const shown = await open(url);
    if (isPdf(file)) {
      // The contents of a PDF are not examined: it is only downloaded, never opened in the page.
      checkHeaders(shown);
      expect([shown.headers['content-type'], shown.headers['content-disposition']]).toEqual([
        'application/pdf',
        expect.stringMatching(/^attachment;/),
      ]);
    } else await checkPicture(shown, 2000);
    await server.granted('POST /removeMaterial/{id}', { id }, guru.token);
    expect((await open(url)).status).toBe(404);
  });
});

test.each(hostileNames)('the name %j', async (fileName) => {
  const before = await server.state();
  const photo = await server.call('GET /get-signed-url', { fileName, fileType: 'image/png' }, { token: asha.token });
  if (photo.status !== 200) expect(changedTables(before, await server.state())).toEqual([]);
  else expect(pathOf(photo.body.data.fileUrl)).toMatch(/^\/photos\/[0-9a-f]{32}\.webp$/);
  const asked = { id: lesson, fileName, fileType: 'application/pdf' } as const;
  const added = await server.call('POST /addMaterial/{id}', asked, { token: guru.token });
  expect([200, 400]).toContain(added.status);
  if (added.status !== 200) return;
  const good: HostileFile = { type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), asPhoto: null };
  expect((await put(added.body.data.signedUrl, good)).status).toBe(200);
  const id = added.body.data._id;
  const { url, name } = await server.granted('GET /getMaterial/{id}', { id }, asha.token);
  expect(name).toMatch(/^[^\p{Cc}\p{Cf}/\\:*?"<>|]+\.pdf$/u);
  const disposition = String((await open(url)).headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename="[^"\\%\r\n]+"; filename\*=UTF-8''[\w%.!~-]+$/);
  await server.granted('POST /removeMaterial/{id}', { id }, guru.token);
});

test('the corpus has more than sixty files', () => {
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(60);
});
