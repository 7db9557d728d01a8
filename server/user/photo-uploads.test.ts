// Files sent in place of a picture, and signed addresses that have expired or were never valid.
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  asha,
  ask,
  bela,
  flat,
  linkInvalid,
  profilePhoto,
  put,
  save,
  server,
  shown,
  tooLarge,
  TWO_MB,
  typeInvalid,
  unreadable,
  upload,
} from '../../tests/scenes/photos.ts';

/** A PNG whose header promises more than it holds. */
function promisedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Few enough pixels, and too long. */
const line = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** The port on which the server can be reached, from the first time it is asked for. */
async function listening(): Promise<number> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  return (server.app.server.address() as AddressInfo).port;
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;

describe('what is sent in place of a picture', () => {
  const jpeg = () => flat(300, 300).jpeg().toBuffer();
  const refused: Record<
    string,
    () => Promise<[bytes: Buffer | string, type: string, status: number, message: string]>
  > = {
    'nothing at all': async () => [Buffer.alloc(0), 'image/png', 400, unreadable],
    'an SVG with a script': async () => [svg, 'image/png', 400, unreadable],
    'an SVG that says so': async () => [svg, 'image/svg+xml', 400, typeInvalid],
    'an SVG behind the first bytes of a PNG': async () => [
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]),
      'image/png',
      400,
      unreadable,
    ],
    'a page': async () => ['<!doctype html><script>alert(1)</script>', 'image/png', 400, unreadable],
    'a page that says so': async () => ['<!doctype html>', 'text/html', 400, typeInvalid],
    'no type': async () => [await flat(9, 9).png().toBuffer(), '', 400, typeInvalid],
    'a GIF': async () => [await flat(9, 9).gif().toBuffer(), 'image/png', 400, unreadable],
    'a TIFF': async () => [await flat(9, 9).tiff().toBuffer(), 'image/png', 400, unreadable],
    'an AVIF': async () => [await flat(9, 9).avif().toBuffer(), 'image/png', 400, unreadable],
    'a PDF': async () => ['%PDF-1.7\n1 0 obj', 'image/png', 400, unreadable],
    'another of the three types': async () => [await jpeg(), 'image/jpeg', 400, typeInvalid],
    'another of the three types, misnamed': async () => [await jpeg(), 'image/png', 400, unreadable],
    'the first half of a picture': async () => {
      const noise = await sharp(Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * 7919) % 251)), {
        raw: { width: 300, height: 100, channels: 3 },
      })
        .png()
        .toBuffer();
      return [noise.subarray(0, noise.length >> 1), 'image/png', 400, unreadable];
    },
    'the first bytes alone': async () => [Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png', 400, unreadable],
    'a bomb of 50,000 x 50,000 pixels': async () => [promisedPng(50_000, 50_000), 'image/png', 400, unreadable],
    'a picture of one line': async () => [await line(3_000_000, 1), 'image/png', 400, unreadable],
    'a picture of one column': async () => [await line(1, 3_000_000), 'image/png', 400, unreadable],
    'a header that promises too much': async () => [promisedPng(4_000, 4_000), 'image/png', 400, unreadable],
    'a size that is none': async () => [promisedPng(0, 10), 'image/png', 400, unreadable],
    'a byte more than 2 MB': async () => [Buffer.alloc(TWO_MB + 1), 'image/png', 413, tooLarge],
  };

  test.each(Object.keys(refused))('%s', async (name) => {
    const [bytes, type, status, message] = await refused[name]();
    const { signedUrl, fileUrl } = (await ask(bela)).body.data;
    expect(await put(signedUrl, bytes, type)).toEqual({ status, message });
    expect((await shown(fileUrl)).statusCode).toBe(404);
    expect([(await save(bela, fileUrl)).status, await profilePhoto(bela)]).toEqual([400, null]);
  });

  test('pictures with something behind them lose it', async () => {
    const tail = Buffer.from(`PK\u0003\u0004<script>alert(1)</script>${'x'.repeat(500)}`);
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const picture = await flat(30, 30).toFormat(type).toBuffer();
      const { rawPayload } = await shown(await upload(bela, Buffer.concat([picture, tail]), `image/${type}`));
      expect(rawPayload.includes('script')).toBe(false);
      expect((await sharp(rawPayload).metadata()).width).toBe(30);
    }
    expect((await save(bela, null)).status).toBe(200);
  });

  test('2 MB exactly is not too large', async () => {
    const picture = await flat(10, 10).png().toBuffer();
    const padded = Buffer.concat([picture, Buffer.alloc(TWO_MB - picture.length)]);
    await expect(upload(bela, padded)).resolves.toContain('/photos/');
    expect((await save(bela, null)).status).toBe(200);
  });

  test('a stream without end is cut off, and a lie about its length too', async () => {
    const port = await listening();
    const { signedUrl } = (await ask(bela)).body.data;
    const { pathname, search } = new URL(signedUrl);
    const sent = await new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      let bytes = 0;
      let isOver = false;
      const sending = httpRequest(
        { port, host: '127.0.0.1', method: 'PUT', path: pathname + search, headers: { 'content-type': 'image/png' } },
        (reply) => {
          isOver = true;
          reply.resume().on('end', () => resolve({ status: reply.statusCode ?? 0, bytes }));
          sending.destroy();
        },
      );
      sending.on('error', (error) => (isOver ? undefined : reject(error)));
      const chunk = Buffer.alloc(64 * 1024, 1);
      const pour = (): void => {
        while (!isOver && bytes < 200 * TWO_MB) {
          bytes += chunk.length;
          if (!sending.write(chunk)) return void sending.once('drain', pour);
        }
      };
      pour();
    });
    expect(sent.status).toBe(413);
    expect(sent.bytes).toBeLessThan(20 * TWO_MB);
    const lying = await server.app.inject({
      method: 'PUT',
      url: pathname + search,
      headers: { 'content-type': 'image/png', 'content-length': String(TWO_MB + 1) },
      payload: await flat(9, 9).png().toBuffer(),
    });
    expect(lying.statusCode).toBe(413);
  });

  test('compressed bodies are not taken', async () => {
    const { pathname, search } = new URL((await ask(bela)).body.data.signedUrl);
    const headers = { 'content-type': 'image/png', 'content-encoding': 'gzip' };
    const reply = await server.app.inject({ method: 'PUT', url: pathname + search, headers, payload: 'x' });
    expect(reply.statusCode).toBe(415);
  });
});

describe('the signed address', () => {
  const picture = () => flat(12, 12).png().toBuffer();

  test('works once, for the first upload', async () => {
    const { signedUrl } = (await ask(asha)).body.data;
    const bytes = await picture();
    const replies = await Promise.all(Array.from({ length: 5 }, () => put(signedUrl, bytes)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);
    expect(await put(signedUrl, bytes)).toEqual({ status: 403, message: linkInvalid });
  });

  test('takes one body at a time, and the next when that one is cut off', async () => {
    const port = await listening();
    const { signedUrl } = (await ask(asha)).body.data;
    const { pathname, search } = new URL(signedUrl);
    const headers = { 'content-type': 'image/png', 'content-length': String(TWO_MB) };
    const sent = Array.from({ length: 20 }, () => {
      const request = httpRequest({ port, host: '127.0.0.1', method: 'PUT', path: pathname + search, headers });
      const said = { status: 0 };
      request.on('response', ({ statusCode = 0 }) => void (said.status = statusCode)).on('error', () => {});
      // Half of what is promised.
      request.write(Buffer.alloc(TWO_MB / 2, 1));
      return { request, said };
    });
    await expect.poll(() => sent.filter(({ said }) => said.status === 403)).toHaveLength(19);
    expect(sent.filter(({ said }) => said.status === 0)).toHaveLength(1);
    for (const { request } of sent) request.destroy();
    const bytes = await picture();
    await expect.poll(async () => (await put(signedUrl, bytes)).status).toBe(200);
  });

  test('is spent by a file that is no picture', async () => {
    const { signedUrl } = (await ask(asha)).body.data;
    expect((await put(signedUrl, 'no picture')).status).toBe(400);
    expect((await put(signedUrl, await picture())).status).toBe(403);
  });

  test('is over after five minutes', async () => {
    const { signedUrl } = (await ask(asha)).body.data;
    server.clock.offsetMs = 300_001;
    expect(await put(signedUrl, await picture())).toEqual({ status: 403, message: linkInvalid });
    server.clock.offsetMs = 0;
    expect((await put(signedUrl, await picture())).status).toBe(200);
  });

  test('is good only as it was given out', async () => {
    const first = new URL((await ask(asha)).body.data.signedUrl);
    const second = new URL((await ask(asha)).body.data.signedUrl);
    const bytes = await picture();
    const spoiled = (change: (url: URL) => void): string => {
      const url = new URL(first);
      change(url);
      return url.href;
    };
    for (const url of [
      spoiled(({ searchParams }) => searchParams.set('type', 'image/webp')),
      spoiled(({ searchParams }) => searchParams.set('type', '*')),
      spoiled(({ searchParams }) => searchParams.set('size', '99999999')),
      spoiled(({ searchParams }) => searchParams.set('expires', String(Date.now() + 3_600_000))),
      spoiled(({ searchParams }) => searchParams.set('expires', 'NaN')),
      spoiled(({ searchParams }) => searchParams.set('signature', second.searchParams.get('signature') ?? '')),
      spoiled(({ searchParams }) => searchParams.append('signature', 'x')),
      spoiled(({ searchParams }) => searchParams.delete('signature')),
      spoiled((other) => (other.search = '')),
      spoiled((other) => (other.pathname = second.pathname)),
      spoiled((other) => (other.pathname = '/uploads/..%2f..%2fetc%2fpasswd')),
    ])
      expect([url, (await put(url, bytes)).status]).toEqual([url, 403]);
    expect((await put(first.href, bytes)).status).toBe(200);
  });
});
