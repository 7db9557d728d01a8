// Profile photos from the signed address to the picture that others see, and what may be saved as one.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startAccounts } from '../../tests/accounts.ts';
import {
  asha,
  ask,
  bela,
  flat,
  folder,
  notUploaded,
  profilePhoto,
  put,
  save,
  server,
  shown,
  stored,
  upload,
} from '../../tests/scenes/photos.ts';
import { FilesAway } from '../adapters/file-store.ts';
import type { FileStore } from '../adapters/file-store.ts';
import { diskFiles } from '../adapters/files.ts';

describe('the way of a photo', () => {
  test('address, picture, profile, and what others see', async () => {
    const asked = await ask(asha, 'image/jpeg', 'Ferien 2026.jpg');
    const { signedUrl, fileUrl } = asked.body.data;
    expect(asked.body).toMatchObject({ signedUrl, fileUrl });
    expect(signedUrl).toMatch(
      /^http:\/\/localhost:80\/uploads\/[0-9a-f]{32}\?type=image%2Fjpeg&size=2097152&|^http:\/\/localhost\/uploads\//,
    );
    expect(fileUrl).toMatch(/\/photos\/[0-9a-f]{32}\.webp$/);
    expect(signedUrl + fileUrl).not.toMatch(/Ferien|\.jpg/);
    expect(await profilePhoto(asha)).toBeNull();

    const picture = await flat(1600, 900).jpeg().toBuffer();
    expect(await put(signedUrl, picture, 'image/jpeg')).toEqual({
      status: 200,
      message: 'The picture has been uploaded.',
    });
    expect(await profilePhoto(asha)).toBeNull();
    const saved = await save(asha, fileUrl);
    expect([saved.status, saved.body.data, saved.body.message]).toEqual([
      200,
      { profilePhoto: fileUrl },
      'Your profile photo has been saved.',
    ]);
    expect(await profilePhoto(asha)).toBe(fileUrl);

    const reply = await shown(fileUrl);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    // 1600 x 900 fits into 512 x 512 as 512 x 288.
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 288 });
  });

  test('the photo before is gone with the next one; null takes the last one away', async () => {
    const first = await upload(asha, await flat(40, 40).png().toBuffer());
    const second = await upload(asha, await flat(50, 50).png().toBuffer());
    expect((await shown(first)).statusCode).toBe(404);
    expect((await shown(second)).statusCode).toBe(200);
    expect((await save(asha, second)).status).toBe(200);
    expect((await shown(second)).statusCode).toBe(200);
    const removed = await save(asha, null);
    expect([removed.status, removed.body.data]).toEqual([200, { profilePhoto: null }]);
    expect((await shown(second)).statusCode).toBe(404);
    expect(await profilePhoto(asha)).toBeNull();
    expect(await stored()).toBe(0);
  });

  test('where a picture was taken does not travel with it, and it stands upright', async () => {
    const withPlace = await flat(60, 30)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 58/1 0/1' }, IFD0: { Artist: 'Asha of Pune' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const carrying = await flat(60, 30)
      .withExif({ IFD0: { Artist: 'Asha of Pune' } })
      .jpeg()
      .toBuffer();
    expect(carrying.includes('Asha of Pune')).toBe(true);
    for (const [bytes, size] of [
      [withPlace, { width: 30, height: 60 }],
      [carrying, { width: 60, height: 30 }],
    ] as const) {
      const { rawPayload } = await shown(await upload(asha, bytes, 'image/jpeg'));
      const { exif, xmp, icc, iptc, orientation, width, height } = await sharp(rawPayload).metadata();
      expect({ exif, xmp, icc, iptc, orientation, width, height }).toEqual({ ...size });
      expect(rawPayload.includes('Asha')).toBe(false);
    }
  });

  test('an animation becomes its first picture', async () => {
    const frames = Buffer.concat([Buffer.alloc(20 * 20 * 3, 255), Buffer.alloc(20 * 20 * 3, 0)]);
    const moving = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
    const { rawPayload } = await shown(await upload(asha, moving, 'image/webp'));
    const still = await sharp(rawPayload, { animated: true }).metadata();
    expect([still.pages ?? 1, still.width, still.height]).toEqual([1, 20, 20]);
    expect((await sharp(rawPayload).stats()).channels[0].mean).toBeGreaterThan(250);
  });

  test('the other call gives the same, for the own id alone, and then any of the three types', async () => {
    const own = await server.call('POST /get-upload-url', { userId: asha.id }, { token: asha.token });
    expect(own.body).toMatchObject({
      success: true,
      signedUrl: own.body.data.signedUrl,
      fileUrl: own.body.data.fileUrl,
    });
    const picture = await flat(10, 10).webp().toBuffer();
    expect((await put(own.body.data.signedUrl, picture, 'text/html')).status).toBe(400);
    expect((await put(own.body.data.signedUrl, picture, 'image/webp')).status).toBe(200);
    expect((await save(asha, own.body.data.fileUrl)).status).toBe(200);
    const before = await server.stateHash();
    for (const userId of [bela.id, '', '00000000-0000-4000-8000-000000000000', `${asha.id} `.repeat(9)]) {
      const { status } = await server.call('POST /get-upload-url', { userId }, { token: asha.token });
      expect([400, 403]).toContain(status);
    }
    expect((await server.call('POST /get-upload-url', { userId: bela.id }, { token: asha.token })).status).toBe(403);
    expect((await server.call('POST /get-upload-url', {}, { token: asha.token })).status).toBe(400);
    expect(await server.stateHash()).toBe(before);
  });
});

describe('requests for an address', () => {
  test.each([
    ['', 'image/png'],
    ['me.svg', 'image/svg+xml'],
    ['page.html', 'text/html'],
    ['me.gif', 'image/gif'],
    ['me.png', 'image/png; charset=utf-8'],
    ['me.png', 'IMAGE/PNG'],
    ['me.png\u0000.html', 'image/png'],
    ['x'.repeat(300), 'image/png'],
  ])('%j as %s is refused', async (fileName, fileType) => {
    const before = await server.stateHash();
    const { status, body } = await ask(asha, fileType, fileName);
    expect([status, body.success]).toEqual([400, false]);
    expect(await server.stateHash()).toBe(before);
  });

  test.each(['../../etc/passwd', 'shell.php.png', 'a/b\\c.png', 'C:\\me.png', '.htaccess', '<script>.png', 'फोटो.png'])(
    'the name %s says nothing about the place',
    async (fileName) => {
      const { status, body } = await ask(asha, 'image/png', fileName);
      expect(status).toBe(200);
      expect(new URL(body.data.signedUrl).pathname).toMatch(/^\/uploads\/[0-9a-f]{32}$/);
      expect(new URL(body.data.fileUrl).pathname).toMatch(/^\/photos\/[0-9a-f]{32}\.webp$/);
    },
  );
});

describe('pictures that are shown', () => {
  test.each([
    '/photos/',
    '/photos/00000000000000000000000000000000.webp',
    '/photos/..%2f..%2fsecrets.json',
    '/photos/%00.webp',
    `/photos/${'0'.repeat(32)}.html`,
  ])('%s is not there', async (url) => {
    const reply = await server.app.inject({ method: 'GET', url });
    expect([reply.statusCode, reply.json<{ success: boolean }>().success]).toEqual([404, false]);
  });
});

describe('saving the photo', () => {
  const urls: Record<string, (own: string, foreign: string) => unknown> = {
    'a script': () => 'javascript:alert(1)',
    'the picture itself': () => 'data:image/png;base64,iVBORw0KGgo=',
    'another site': () => 'https://evil.example/me.png',
    'another site with our path': (own) => `https://evil.example${new URL(own).pathname}`,
    'a site of the same protocol': (own) => `//evil.example${new URL(own).pathname}`,
    'an address inside our network': () => 'http://169.254.169.254/latest/meta-data/',
    'somebody else\u2019s picture': (_own, foreign) => foreign,
    'somebody else\u2019s path': (_own, foreign) => new URL(foreign).pathname,
    'our path and more': (own) => `${own}?x=1`,
    'a way round': (own) => `/photos/../photos/${path.basename(own)}`,
    nothing: () => '',
    'a number': () => 7,
    'a list': (own) => [own],
    'an object': () => ({ $ne: null }),
  };

  test('only what this person has uploaded, and nothing else in the profile changes', async () => {
    const bytes = await flat(20, 20).png().toBuffer();
    const own = (await ask(asha)).body.data;
    const foreign = (await ask(bela)).body.data;
    await put(own.signedUrl, bytes);
    await put(foreign.signedUrl, bytes);
    const notSent = (await ask(asha)).body.data;
    const before = await server.stateHash();
    for (const [name, make] of Object.entries(urls)) {
      const { status } = await save(asha, make(own.fileUrl, foreign.fileUrl));
      expect([name, status]).toEqual([name, 400]);
    }
    expect((await save(asha, notSent.fileUrl)).body.message).toBe(notUploaded);
    expect((await server.call('POST /update-profile', {}, { token: asha.token })).status).toBe(400);
    expect(await server.stateHash()).toBe(before);
    const more = { name: 'Owner', role: 'admin', balance: 1e9, userId: bela.id, profilePhoto: 'javascript:alert(1)' };
    expect((await save(asha, own.fileUrl, more)).status).toBe(200);
    const { rows } = await server.database.query<{ name: string; role: string }>(
      'select name, role from users where id = any($1) order by name',
      [[asha.id, bela.id]],
    );
    expect(rows).toEqual(
      [asha, bela].map(({ name }) => ({ name, role: 'user' })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(await profilePhoto(bela)).toBeNull();
  });

  test('of two at once one is shown, and the other is not kept', async () => {
    const bytes = await flat(20, 20).png().toBuffer();
    const both = [(await ask(asha)).body.data, (await ask(asha)).body.data];
    for (const { signedUrl } of both) await put(signedUrl, bytes);
    const replies = await Promise.all(both.map(({ fileUrl }) => save(asha, fileUrl)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const now = await profilePhoto(asha);
    expect(both.map(({ fileUrl }) => fileUrl)).toContain(now);
    for (const { fileUrl } of both) expect((await shown(fileUrl)).statusCode).toBe(fileUrl === now ? 200 : 404);
  });
});

test('a disk that neither gives nor removes is told like one that takes nothing', async () => {
  const file = path.join(folder, 'no-folder-either');
  await writeFile(file, '');
  const store = diskFiles(file);
  const name = `photos/${'0'.repeat(32)}.webp`;
  await expect(store.read(name, 1)).rejects.toThrow(FilesAway);
  await expect(store.remove(name)).rejects.toThrow(FilesAway);
  await rm(file);
  expect(await store.read(name, 1)).toBe(null);
  await store.remove(name);
});

test('a disk that takes nothing is a 503, and nothing is half done', async () => {
  const file = path.join(folder, 'no-folder');
  await writeFile(file, '');
  const full = await startAccounts({ files: diskFiles(file) });
  const asked = await full.signUp();
  const { data } = (
    await full.call('GET /get-signed-url', { fileName: 'a.png', fileType: 'image/png' }, { token: asked.token })
  ).body;
  const { pathname, search } = new URL(data.signedUrl);
  const reply = await full.app.inject({
    method: 'PUT',
    url: pathname + search,
    payload: await flat(9, 9).png().toBuffer(),
    headers: { 'content-type': 'image/png' },
  });
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2']);
  expect(
    (await full.call('POST /update-profile', { profileImageUrl: data.fileUrl }, { token: asked.token })).status,
  ).toBe(400);
  await full.close();
});

test('somebody who is blocked sends no picture, not to an address from before either', async () => {
  const eve = await server.signUp();
  const { signedUrl } = (await ask(eve, 'image/jpeg', 'x.jpg')).body.data;
  const { token } = await server.admin();
  await server.call('POST /disableUser/{id}', { id: eve.id, blocked: true }, { token });
  const picture = await flat(20, 20).jpeg().toBuffer();
  expect((await put(signedUrl, picture, 'image/jpeg')).status).toBe(403);
});

test('a picture that is never saved does not stay', async () => {
  await server.photos?.tidyUp();
  const kept = await stored();
  const forgotten = (await ask(bela)).body.data;
  await put(forgotten.signedUrl, await flat(20, 20).png().toBuffer());
  await writeFile(path.join(folder, 'notes.txt'), 'not ours');
  await server.photos?.tidyUp();
  expect((await shown(forgotten.fileUrl)).statusCode).toBe(200);
  server.clock.offsetMs = 2 * 3_600_000;
  await server.photos?.tidyUp();
  server.clock.offsetMs = 0;
  expect((await shown(forgotten.fileUrl)).statusCode).toBe(404);
  expect((await save(bela, forgotten.fileUrl)).status).toBe(400);
  // Asha's is shown, and stays.
  expect(await stored()).toBeLessThanOrEqual(kept);
  expect((await shown((await profilePhoto(asha)) as string)).statusCode).toBe(200);
  expect(await readdir(folder)).toContain('notes.txt');
});

test('a photo that cannot be deleted does not keep the others', async () => {
  const sent: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { signedUrl, fileUrl } = (await ask(bela)).body.data;
    await put(signedUrl, await flat(20, 20).png().toBuffer());
    sent.push(fileUrl);
  }
  const places = sent.map((url) => path.join(folder, new URL(url).pathname));
  await rm(places[1]);
  await mkdir(places[1]);
  server.clock.offsetMs = 2 * 3_600_000;
  await server.photos?.tidyUp();
  const isThere = async (place: string) => (await readdir(path.dirname(place))).includes(path.basename(place));
  expect(await Promise.all(places.map(isThere))).toEqual([false, true, false]);
  await rm(places[1], { recursive: true });
  await server.photos?.tidyUp();
  server.clock.offsetMs = 0;
  const { rowCount } = await server.database.query(`select 1 from photos where state = 'discarded'`);
  expect(rowCount).toBe(0);
});

test('very many that were never sent are gone after one round', async () => {
  await server.database.query(
    `insert into photos (key, user_id, file_url, expires_at)
     select md5(n::text), $1, 'http://localhost/' || n, 0 from generate_series(1, 1200) n`,
    [bela.id],
  );
  await server.photos?.tidyUp();
  expect((await server.database.query('select 1 from photos where expires_at = 0')).rowCount).toBe(0);
});

/** A store in which something happens at the worst moment. */
async function storeWith(at: 'write' | 'remove') {
  const place = await mkdtemp(path.join(folder, 'store-'));
  const files = diskFiles(place);
  let act = async (): Promise<void> => {};
  const store: FileStore = {
    ...files,
    [at]: async (...given: Parameters<FileStore['write']>) => {
      const now = act;
      act = async () => {};
      await now();
      await (files[at] as FileStore['write'])(...given);
    },
  };
  const own = await startAccounts({ files: store });
  const person = await own.signUp();
  const send = async () => {
    const asked = await own.call(
      'GET /get-signed-url',
      { fileName: 'a.png', fileType: 'image/png' },
      { token: person.token },
    );
    const { signedUrl, fileUrl } = asked.body.data;
    const { pathname, search } = new URL(signedUrl);
    const payload = await flat(9, 9).png().toBuffer();
    const headers = { 'content-type': 'image/png' };
    const reply = await own.app.inject({ method: 'PUT', url: pathname + search, payload, headers });
    return { status: reply.statusCode, fileUrl };
  };
  const kept = () => readdir(path.join(place, 'photos'));
  return { own, person, send, kept, onNext: (what: () => Promise<void>) => void (act = what) };
}

test('of somebody who leaves while the picture is being drawn nothing stays', async () => {
  const { own, person, send, kept, onNext } = await storeWith('write');
  onNext(async () => {
    const { token, password } = person;
    expect((await own.call('POST /deleteAccount', { password }, { token })).status).toBe(200);
    await own.photos?.tidyUp();
  });
  expect((await send()).status).toBe(403);
  expect(await kept()).toEqual([]);
  expect((await own.database.query('select 1 from photos')).rowCount).toBe(0);
  await own.close();
});

test('a picture that is saved while old ones are deleted is refused, or shown: never a profile without its picture', async () => {
  const { own, person, send, kept, onNext } = await storeWith('remove');
  const sent = [await send(), await send()];
  own.clock.offsetMs = 2 * 3_600_000;
  const { body } = await own.call('POST /login', { email: person.email, password: person.password });
  const { token } = body.data;
  const saved: number[] = [];
  onNext(async () => {
    for (const { fileUrl } of sent)
      saved.push((await own.call('POST /update-profile', { profileImageUrl: fileUrl }, { token })).status);
  });
  await own.photos?.tidyUp();
  const profile = await own.call('GET /Userprofile', {}, { token });
  expect([saved, await kept(), profile.body.data.profilePhoto]).toEqual([[400, 400], [], null]);
  await own.close();
});
