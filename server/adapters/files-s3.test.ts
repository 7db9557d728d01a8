// Photos in a bucket, with a server that checks every signature: what is signed, what is refused, and the effects of an outage.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAccounts, type Accounts, type Person } from '../../tests/accounts.ts';
import { startS3, type S3Server } from '../../tests/s3-server.ts';
import { FilesAway, FileTooLarge, type FileStore } from './file-store.ts';
import { s3Files } from './files-s3.ts';
import { openFiles } from './files.ts';

const keys = {
  region: 'ap-south-1',
  bucket: 'istock-photos',
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'secret/of+the test',
};
const name = `photos/${'a'.repeat(32)}.webp`;

let s3: S3Server;
let files: FileStore;
beforeAll(async () => {
  s3 = await startS3(keys);
  files = await openFiles({ s3: { ...keys, endpoint: s3.endpoint }, dataDir: '/nowhere' });
});
afterAll(async () => {
  files.close();
  await s3.close();
});
/** Accepts connections; sends nothing at all, or a part of a file and then nothing. */
async function silentServer(begins: boolean): Promise<{ endpoint: string; close: () => Promise<unknown> }> {
  const server = createServer((_request, response) => {
    if (begins) response.writeHead(200, { 'content-length': 100 }).write('a part');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test('no request waits for ever for a bucket that is silent, or stops in the middle of a file', async () => {
  for (const begins of [false, true]) {
    const { endpoint, close } = await silentServer(begins);
    const silent = s3Files({ ...keys, endpoint }, 200);
    await expect(silent.read(name, 1_000)).rejects.toThrow(FilesAway);
    if (!begins) await expect(silent.write(name, Buffer.from('x'), 'image/webp')).rejects.toThrow(FilesAway);
    silent.close();
    await close();
  }
});

beforeEach(() => {
  s3.objects.clear();
  s3.log.length = 0;
  s3.fault.status = null;
  Object.assign(s3.rights, { mayList: true, mayRemove: true });
});

const presign = async (contentType: string | null, seconds = 300): Promise<string> => {
  if (!files.presign) throw new Error('a bucket signs its own addresses');
  return files.presign(`uploads/${'b'.repeat(32)}`, contentType, seconds);
};

async function put(url: string, type: string | null, body: string): Promise<number> {
  const reply = await fetch(url, { method: 'PUT', body, headers: type === null ? {} : { 'content-type': type } });
  return reply.status;
}

describe('the adapter', () => {
  test('writes, reads and removes; a missing file is null', async () => {
    expect(await files.read(name, 100)).toBeNull();
    await files.write(name, Buffer.from('a picture'), 'image/webp');
    expect(s3.objects.get(name)).toEqual({ bytes: Buffer.from('a picture'), contentType: 'image/webp' });
    expect(String(await files.read(name, 100))).toBe('a picture');
    await files.remove(name);
    await files.remove(name);
    expect(await files.read(name, 100)).toBeNull();
    expect(files.origin).toBe(s3.endpoint);
  });

  test('reads no more than its limit', async () => {
    await files.write(name, Buffer.alloc(101), 'image/webp');
    await expect(files.read(name, 100)).rejects.toThrow(FileTooLarge);
    expect((await files.read(name, 101))?.length).toBe(101);
  });

  test('a signed address takes a body of its type, with no checksum of an empty one in it', async () => {
    const url = await presign('image/png');
    expect(url).toContain(`${s3.endpoint}/istock-photos/uploads/${'b'.repeat(32)}?`);
    expect(url).not.toMatch(/checksum/i);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
    expect(await put(url, 'image/png', 'a picture')).toBe(200);
    expect(s3.objects.get(`uploads/${'b'.repeat(32)}`)?.bytes.toString()).toBe('a picture');
  });

  test('another type, another key, another time and another signature are refused', async () => {
    const url = await presign('image/png');
    expect(await put(url, 'text/html', '<script>')).toBe(403);
    expect(await put(url.replace('b'.repeat(32), 'c'.repeat(32)), 'image/png', 'x')).toBe(403);
    expect(await put(url.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'), 'image/png', 'x')).toBe(403);
    expect(await put(`${url.slice(0, -4)}0000`, 'image/png', 'x')).toBe(403);
    expect(await put(await presign('image/png', 0), 'image/png', 'x')).toBe(403);
    expect((await fetch(url)).status).toBe(403);
    expect(s3.objects.size).toBe(0);
  });

  test('wrong keys and a server that is away say that the store is away', async () => {
    const wrong = await openFiles({ s3: { ...keys, secretAccessKey: 'wrong', endpoint: s3.endpoint }, dataDir: '' });
    await expect(wrong.read(name, 100)).rejects.toThrow(FilesAway);
    await expect(wrong.write(name, Buffer.from('x'), 'image/webp')).rejects.toThrow(FilesAway);
    wrong.close();
    s3.fault.status = 503;
    // Not the one that an earlier answer may still hold.
    await expect(files.read(`photos/${'e'.repeat(32)}.webp`, 100)).rejects.toThrow(FilesAway);
    await expect(files.remove(name)).rejects.toThrow(FilesAway);
  });

  test('a missing file is null for keys that may not list the bucket, too; one that they may not remove stays', async () => {
    await files.write(name, Buffer.from('a picture'), 'image/webp');
    Object.assign(s3.rights, { mayList: false, mayRemove: false });
    expect(await files.read(`photos/${'f'.repeat(32)}.webp`, 100)).toBeNull();
    await expect(files.remove(name)).rejects.toThrow(FilesAway);
  });

  test('without the bucket nothing is known of a file', async () => {
    const gone = await openFiles({ s3: { ...keys, bucket: 'another', endpoint: s3.endpoint }, dataDir: '' });
    await expect(gone.read(name, 100)).rejects.toThrow(FilesAway);
    await expect(gone.remove(name)).rejects.toThrow(FilesAway);
    gone.close();
  });

  test.each(['../x', 'photos/../../x', 'photos/a.webp', `photos/${'a'.repeat(32)}.html`, ''])(
    'a name that is none of ours: %j',
    async (other) => {
      await expect(files.write(other, Buffer.from('x'), 'image/webp')).rejects.toThrow();
      await expect(files.read(other, 100)).rejects.toThrow();
      expect(s3.log).toEqual([]);
    },
  );
});

describe('a profile photo in the bucket', () => {
  let server: Accounts;
  let asha: Person;
  beforeAll(async () => {
    server = await startAccounts({ files });
    asha = await server.signUp();
  });
  afterAll(() => server.close());

  const ask = async (fileType = 'image/png') =>
    (await server.call('GET /get-signed-url', { fileName: 'me.png', fileType }, { token: asha.token })).body.data;
  const save = (profileImageUrl: string | null) =>
    server.call('POST /update-profile', { profileImageUrl }, { token: asha.token });
  const send = (url: string, bytes: Buffer | string, type = 'image/png') =>
    fetch(url, { method: 'PUT', body: new Uint8Array(Buffer.from(bytes)), headers: { 'content-type': type } });
  const shown = (url: string) => server.app.inject({ method: 'GET', url: new URL(url).pathname });
  const picture = (size: number) =>
    sharp({ create: { width: size, height: size, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
  const inBucket = () => [...s3.objects.keys()].map((key) => key.split('/')[0]);

  test('is sent there by the browser, re-encoded, and served from here', async () => {
    const { signedUrl, fileUrl } = await ask();
    expect(new URL(signedUrl).origin).toBe(s3.endpoint);
    expect((await save(fileUrl)).status).toBe(400);
    expect((await send(signedUrl, await picture(900))).status).toBe(200);
    expect(inBucket()).toEqual(['uploads']);
    expect((await shown(fileUrl)).statusCode).toBe(404);
    const saved = await save(fileUrl);
    expect([saved.status, saved.body.data]).toEqual([200, { profilePhoto: fileUrl }]);
    expect(inBucket()).toEqual(['photos']);
    const reply = await shown(fileUrl);
    expect(reply.headers['content-type']).toBe('image/webp');
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    // The address still opens the bucket for a while, and later uploads are never looked at.
    expect((await send(signedUrl, await picture(10))).status).toBe(200);
    expect((await save(fileUrl)).status).toBe(200);
    expect((await shown(fileUrl)).rawPayload).toEqual(reply.rawPayload);
    expect((await save(null)).status).toBe(200);
    expect(inBucket()).toEqual([]);
  });

  test('a file that is no picture, or too large, is refused when it is to be shown', async () => {
    for (const [bytes, status] of [
      ['<script>alert(1)</script>', 400],
      [Buffer.alloc(2 * 1024 * 1024 + 1), 413],
      ['', 400],
    ] as const) {
      const { signedUrl, fileUrl } = await ask();
      expect((await send(signedUrl, bytes)).status).toBe(200);
      expect((await save(fileUrl)).status).toBe(status);
      expect((await save(fileUrl)).status).toBe(400);
      expect((await shown(fileUrl)).statusCode).toBe(404);
    }
    await server.photos?.tidyUp();
    expect(inBucket()).toEqual([]);
  });

  test('this server takes no files then', async () => {
    const reply = await server.app.inject({
      method: 'PUT',
      url: `/uploads/${'0'.repeat(32)}?type=*&size=2097152&expires=99999999999999&signature=x`,
      payload: await picture(9),
      headers: { 'content-type': 'image/png' },
    });
    expect(reply.statusCode).toBe(403);
  });

  test('an outage is a 503 that can be tried again, and loses nothing', async () => {
    const { signedUrl, fileUrl } = await ask();
    expect((await send(signedUrl, await picture(9))).status).toBe(200);
    s3.fault.status = 500;
    const before = await server.stateHash();
    const refused = await save(fileUrl);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(await server.stateHash()).toBe(before);
    s3.fault.status = null;
    expect((await save(fileUrl)).status).toBe(200);
    s3.fault.status = 500;
    expect((await shown(fileUrl)).statusCode).toBe(503);
    // Taking it away works at once; the file goes when the bucket is back.
    expect((await save(null)).status).toBe(200);
    s3.fault.status = null;
    expect(inBucket()).toEqual(['photos']);
    await server.photos?.tidyUp();
    expect(inBucket()).toEqual([]);
  });

  test('a photo that is not saved is removed', async () => {
    const { signedUrl } = await ask();
    expect((await send(signedUrl, await picture(9))).status).toBe(200);
    server.clock.offsetMs = 2 * 3_600_000;
    await server.photos?.tidyUp();
    server.clock.offsetMs = 0;
    expect(inBucket()).toEqual([]);
  });
});
