// LiveKit without a LiveKit server: what a token allows, and that a person without a seat is removed.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveKitMedia, liveKitToken } from './livekit.ts';
import type { LargeMedia, MediaNews } from './media.ts';

const SECRET = 'a-secret-that-is-long-enough-for-it';
const seat = { link: '1', room: 'ABCDE-12345', person: 'p2', page: 'page-a', name: 'Asha Rao' };

const asked: { url: string; body: Record<string, unknown> }[] = [];
const news: MediaNews[] = [];
/** How many requests LiveKit answers with an error. */
let failures = 0;
let http: Server;
let media: LargeMedia;

beforeAll(async () => {
  http = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      asked.push({ url: request.url ?? '', body: JSON.parse(text) });
      if (failures-- > 0) response.statusCode = 503;
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  media = liveKitMedia({ url, apiKey: 'key', apiSecret: SECRET, log: pino({ level: 'silent' }), retryAfterMs: [5, 5] });
  media.listen((each) => news.push(each));
});

afterAll(() => new Promise((resolve) => http.close(resolve)));

test('a token opens one room to one seat, for a minute, for sound and picture alone', async () => {
  const token = await liveKitToken(seat, 'key', SECRET);
  const { payload } = await jwtVerify(token, new TextEncoder().encode(SECRET));
  expect(payload).toMatchObject({
    iss: 'key',
    sub: 'p2:page-a',
    video: { roomJoin: true, room: 'istock-ABCDE-12345', canPublish: true, canSubscribe: true, canPublishData: false },
  });
  expect(payload.video).not.toHaveProperty('roomAdmin');
  expect(payload.exp! - payload.nbf!).toBeLessThanOrEqual(61);
});

test('a person who joins gets the address; one who leaves is removed, but not the page that came after', async () => {
  media.join(seat);
  await expect.poll(() => news).toMatchObject([{ kind: 'token', link: '1' }]);
  media.join({ ...seat, link: '2' });
  media.leave('1');
  media.leave('unknown');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toEqual([]);
  media.leave('2');
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0].url).toBe('/twirp/livekit.RoomService/RemoveParticipant');
  expect(asked[0].body).toMatchObject({ room: 'istock-ABCDE-12345', identity: 'p2:page-a' });
});

test('somebody whom LiveKit cannot send away yet is sent away later', async () => {
  asked.length = 0;
  failures = 2;
  media.join({ ...seat, link: '3' });
  media.leave('3');
  await expect.poll(() => asked).toHaveLength(3);
  // The third was carried out.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toHaveLength(3);
  expect(asked[2].body).toMatchObject({ identity: 'p2:page-a' });
});
