// The embedded media server: numbers and times that go on when the speaker changes, offers for a room, and what hostile answers and packets do.
import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { RTCPeerConnection } from 'werift';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LargeMedia, MediaNews } from './media.ts';
import { openSfu } from './sfu.ts';
import { StreamTimes } from './sfu-stream.ts';

describe('times of one line', () => {
  test('one speaker passes as he is, around the ends of the numbers', () => {
    const times = new StreamTimes(48_000);
    const last = { sequenceNumber: 65_535, timestamp: 2 ** 32 - 1 };
    expect(times.next('a', last, 0)).toEqual(last);
    expect(times.next('a', { sequenceNumber: 0, timestamp: 959 }, 20)).toEqual({ sequenceNumber: 0, timestamp: 959 });
  });

  test('the next speaker goes on where the last one stopped, by the clock', () => {
    const times = new StreamTimes(48_000);
    times.next('a', { sequenceNumber: 10, timestamp: 5_000 }, 1_000);
    expect(times.next('b', { sequenceNumber: 60_000, timestamp: 9 }, 1_020)).toEqual({
      sequenceNumber: 11,
      timestamp: 5_960,
    });
    expect(times.next('b', { sequenceNumber: 60_001, timestamp: 969 }, 1_040)).toEqual({
      sequenceNumber: 12,
      timestamp: 6_920,
    });
  });

  test('a packet that comes late keeps its place', () => {
    const times = new StreamTimes(90_000);
    times.next('a', { sequenceNumber: 100, timestamp: 1_000 }, 0);
    times.next('a', { sequenceNumber: 102, timestamp: 3_000 }, 20);
    expect(times.next('a', { sequenceNumber: 101, timestamp: 2_000 }, 30).sequenceNumber).toBe(101);
    expect(times.next('b', { sequenceNumber: 1, timestamp: 0 }, 40).sequenceNumber).toBe(103);
  });
});

describe('rooms', () => {
  let sfu: LargeMedia & { close: () => Promise<void> };
  const news: MediaNews[] = [];

  beforeAll(async () => {
    const place = { address: '127.0.0.1', ports: [42_000, 42_199] as const };
    sfu = await openSfu(place, pino({ level: 'silent' }));
    sfu.listen((each) => news.push(each));
  });
  afterAll(() => sfu.close());

  const join = (link: string, room: string, person: string): void =>
    sfu.join({ link, room, person, page: 'page', name: person });

  async function next<Kind extends MediaNews['kind']>(link: string, kind: Kind): Promise<MediaNews & { kind: Kind }> {
    await expect.poll(() => news.some((each) => each.link === link && each.kind === kind)).toBe(true);
    return news.findLast((each) => each.link === link && each.kind === kind) as MediaNews & { kind: Kind };
  }

  /** Answers as a browser would. */
  async function answer(link: string): Promise<RTCPeerConnection> {
    const { sdp } = await next(link, 'offer');
    const browser = new RTCPeerConnection({ iceUseIpv6: false, iceServers: [] });
    await browser.setRemoteDescription({ type: 'offer', sdp });
    await browser.setLocalDescription(await browser.createAnswer());
    sfu.answer(link, browser.localDescription!.sdp);
    return browser;
  }

  test('many who come at once get ports of their own, and lines for fourteen others', async () => {
    const links = Array.from({ length: 8 }, (_, i) => `many${i}`);
    for (const link of links) join(link, 'many', link);
    const ports = new Set<string>();
    for (const link of links) {
      const { sdp } = await next(link, 'offer');
      expect(sdp.match(/^m=/gm)).toHaveLength(2 * 15);
      ports.add(/a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+) typ host/.exec(sdp)![1]);
    }
    expect(ports.size).toBe(8);
    for (const link of links) sfu.leave(link);
  });

  test('an offer says ICE lite above its media lines, where Firefox reads it, and not in them', async () => {
    join('lite', 'lite', 'p1');
    const [session, ...media] = (await next('lite', 'offer')).sdp.split('m=');
    expect(session).toMatch(/\r\na=ice-lite\r\n$/);
    expect(media.filter((line) => line.includes('ice-lite'))).toEqual([]);
    sfu.leave('lite');
  });

  test('everybody of a room is heard by the others of it, and by nobody of another', async () => {
    join('a', 'r1', 'p1');
    join('b', 'r1', 'p2');
    join('c', 'r2', 'p3');
    const browsers = await Promise.all(['a', 'b', 'c'].map(answer));
    await expect.poll(async () => (await next('a', 'streams')).streams.map(({ person }) => person)).toEqual(['p2']);
    expect((await next('b', 'streams')).streams.map(({ person }) => person)).toEqual(['p1']);
    expect((await next('c', 'streams')).streams).toEqual([]);
    sfu.leave('b');
    await expect.poll(async () => (await next('a', 'streams')).streams).toEqual([]);
    for (const browser of browsers) await browser.close();
  });

  test('an invalid answer ends its own link and no other', async () => {
    join('good', 'r3', 'p1');
    join('bad', 'r3', 'p2');
    await next('bad', 'offer');
    sfu.answer('bad', 'v=0\r\nm=audio 9 nonsense\r\n'.repeat(50));
    await next('bad', 'lost');
    sfu.answer('unknown', 'v=0');
    const browser = await answer('good');
    expect((await next('good', 'streams')).streams).toEqual([]);
    await browser.close();
  });

  test('packets of strangers to its port take no link away from its browser, and are not answered', async () => {
    join('own', 'r4', 'p1');
    const { sdp } = await next('own', 'offer');
    const port = Number(/ 127\.0\.0\.1 (\d+) typ host/.exec(sdp)![1]);
    const stranger = createSocket('udp4');
    let answers = 0;
    stranger.on('message', () => answers++);
    const intrude = (): void => {
      for (const packet of strangersPackets(/a=ice-ufrag:(\S+)/.exec(sdp)![1]))
        stranger.send(packet, port, '127.0.0.1');
    };
    intrude();
    await sleep(100);
    const browser = await answer('own');
    await expect.poll(() => browser.connectionState, { timeout: 10_000 }).toBe('connected');
    intrude();
    await sleep(100);
    expect([browser.connectionState, answers]).toEqual(['connected', 0]);
    expect(news.filter(({ link, kind }) => link === 'own' && kind === 'lost')).toEqual([]);
    stranger.close();
    await browser.close();
  });
});

const OWN = Object.values(networkInterfaces()).flatMap((all = []) =>
  all.filter(({ family, internal }) => family === 'IPv4' && !internal),
);

test('where other machines reach the site, so they do its media server', async () => {
  const open = await openSfu({ address: null, ports: [42_200, 42_399] }, pino({ level: 'silent' }));
  const offered = new Promise<string>((resolve) => {
    open.listen((news) => news.kind === 'offer' && resolve(news.sdp));
  });
  open.join({ link: 'far', room: 'far', person: 'p1', page: 'page', name: 'p1' });
  const sdp = await offered;
  for (const { address } of OWN) expect(sdp).toContain(` ${address} `);
  const browser = new RTCPeerConnection({ iceUseIpv6: false, iceServers: [] });
  await browser.setRemoteDescription({ type: 'offer', sdp });
  await browser.setLocalDescription(await browser.createAnswer());
  open.answer('far', browser.localDescription!.sdp);
  await expect.poll(() => browser.connectionState, { timeout: 10_000 }).toBe('connected');
  await browser.close();
  await open.close();
});

/** A goodbye in plain text, a packet of no kind, and a request to replace the browser, unsigned and signed wrongly. */
function strangersPackets(ufrag: string): Buffer[] {
  const record = (kind: number) => Buffer.from([kind, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 9, 0, 2, 1, 0]);
  const useCandidate = Buffer.from([0x00, 0x25, 0, 0]);
  const username = Buffer.from(`${ufrag}:abcd`.padEnd(12, 'x'));
  const attributes = Buffer.concat([Buffer.from([0x00, 0x06, 0, 12]), username.subarray(0, 12), useCandidate]);
  const integrity = Buffer.concat([Buffer.from([0x00, 0x08, 0, 20]), Buffer.alloc(20, 7)]);
  const request = (body: Buffer) => {
    const head = Buffer.alloc(20, 1);
    head.writeUInt16BE(1, 0);
    head.writeUInt16BE(body.length, 2);
    head.writeUInt32BE(0x2112_a442, 4);
    return Buffer.concat([head, body]);
  };
  return [record(21), record(40), request(attributes), request(Buffer.concat([attributes, integrity])), record(21)];
}
