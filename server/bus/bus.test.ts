// The guarantees of the bus to the rest of the server, tested on both forms; and things that only a network can do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buses, busKinds } from '../../tests/buses.ts';
import type { Buses } from '../../tests/buses.ts';
import { NatsNode } from '../../tests/setup/nats.ts';
import { createLog } from '../log.ts';
import { answersNow, NoAnswer, NobodyThere, pack, unpack } from './bus.ts';
import type { Bus } from './bus.ts';
import { openNatsBus } from './nats-bus.ts';
import { cut, Parts } from './parts.ts';

describe.each(busKinds)('%s:', (kind) => {
  let all: Buses;
  let one: Bus;
  let other: Bus;

  beforeAll(async () => {
    all = await buses[kind]();
    [one, other] = [await all.join(), await all.join()];
  });
  afterAll(() => all.close());

  test('a request is answered by the member with its subject, and the answer goes to the member that sent it', async () => {
    const subscription = other.answer('twice', async (text) => `${text}${text}`);
    await expect.poll(() => one.request('twice', 'x', 500).catch(() => '')).toBe('xx');
    const asked = Array.from({ length: 50 }, (_, n) => one.request('twice', `${n};`, 20_000));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 50 }, (_, n) => `${n};${n};`));
    subscription.end();
    await expect.poll(() => one.request('twice', '', 500).catch((error: Error) => error)).toBeInstanceOf(NobodyThere);
  });

  test('a subject without a member fails at once; a missing answer fails after the limit', async () => {
    const startedAt = performance.now();
    await expect(one.request('nobody', '', 30_000)).rejects.toBeInstanceOf(NobodyThere);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    other.answer('silent', () => new Promise<string>(() => {}));
    await expect.poll(() => one.request('silent', '', 50).catch((error: Error) => error)).toBeInstanceOf(NoAnswer);
  });

  test('published messages reach all listeners, in order, and nobody who has stopped listening', async () => {
    const heard: string[][] = [[], []];
    const [first] = [
      other.subscribe('news', (text) => heard[0].push(text)),
      one.subscribe('news', (text) => heard[1].push(text)),
    ];
    other.answer('flushed', () => 'yes');
    // Both ways have been gone once: the subscriptions are in force.
    await expect.poll(() => one.request('flushed', '', 500).catch(() => '')).toBe('yes');
    const texts = Array.from({ length: 500 }, (_, n) => String(n));
    for (const text of texts) one.publish('news', text);
    await expect.poll(() => [heard[0].length, heard[1].length]).toEqual([500, 500]);
    expect(heard).toEqual([texts, texts]);
    first.end();
    one.publish('news', 'more');
    await expect.poll(() => heard[1].length).toBe(501);
    expect(heard[0]).toHaveLength(500);
  });

  test('a text of three megabytes goes there and back whole', async () => {
    // Characters of one, two, three and four bytes, so that parts end inside of them.
    const large = 'aé₹😀'.repeat(300_000);
    other.answer('large', (text) => text);
    await expect.poll(() => one.request('large', 'x', 500).catch(() => '')).toBe('x');
    const small = one.request('large', 'small', 5_000);
    expect((await one.request('large', large, 5_000)) === large).toBe(true);
    expect(await small).toBe('small');
  });

  test('after the end nothing is sent, and waiting requests fail', async () => {
    const third = await all.join();
    other.answer('forever', () => new Promise<string>(() => {}));
    await expect.poll(() => one.request('forever', '', 50).catch((error: Error) => error)).toBeInstanceOf(NoAnswer);
    const states: boolean[] = [];
    third.onChange((isConnected) => states.push(isConnected));
    await third.close();
    expect([third.isConnected, states]).toEqual([false, [false]]);
    await expect(third.request('forever', '', 50)).rejects.toBeInstanceOf(NobodyThere);
    third.publish('news', 'lost');
  });
});

test('a message keeps its head and its body apart, whatever the body holds', () => {
  for (const body of ['', '{"a":1}', 'two\nlines\n', '\n']) {
    expect(unpack(z.object({ kind: z.string() }), pack({ kind: 'x\ny' }, body))).toEqual({
      head: { kind: 'x\ny' },
      body,
    });
  }
});

test('a message with a missing part is dropped, and others are not mixed with it', () => {
  const [first, , third] = cut(Buffer.from('abcdef'), 2);
  const parts = new Parts();
  expect(parts.take(first.label, first.bytes)).toBeNull();
  expect(parts.take(third.label, third.bytes)).toBeNull();
  const whole = cut(Buffer.from('ghijk'), 2).map(({ label, bytes }) => parts.take(label, bytes));
  expect(whole).toEqual([null, null, 'ghijk']);
});

test('over NATS: an error of a listener, where nobody waits, ends nothing', async () => {
  const all = await buses.NATS();
  const [one, other] = [await all.join(), await all.join()];
  other.answer('told', async (text) => {
    if (text === 'fail') throw new Error('on purpose');
    return 'well';
  });
  await expect.poll(() => one.request('told', '', 500).catch(() => '')).toBe('well');
  one.publish('told', 'fail');
  expect(await one.request('told', '', 5_000)).toBe('well');
  await all.close();
});

test('over NATS: an end of the server is noticed, waiters are told, and another server is found', async () => {
  const nodes = await NatsNode.cluster(2);
  const bus = await openNatsBus({ urls: nodes.map(({ url }) => url) }, 'test', createLog({ logLevel: 'error' }));
  const states: boolean[] = [];
  bus.onChange((isConnected) => states.push(isConnected));
  bus.answer('silent', () => new Promise<string>(() => {}));
  const waiting = bus.request('silent', '', 20_000).catch((error: Error) => error);
  // Whichever of them it is connected to.
  expect(await answersNow(bus, 'nobody', 2_000)).toBe(true);
  await Promise.all(nodes.map((node) => node.kill()));
  expect(await answersNow(bus, 'nobody', 50)).toBe(false);
  expect(await waiting).toBeInstanceOf(NoAnswer);
  await expect.poll(() => bus.isConnected).toBe(false);
  await nodes[0].start();
  await expect.poll(() => bus.isConnected, { timeout: 10_000 }).toBe(true);
  expect(states.at(-1)).toBe(true);
  bus.answer('there', () => 'again');
  await expect.poll(() => bus.request('there', '', 500).catch(() => ''), { timeout: 5_000 }).toBe('again');
  await bus.close();
  await nodes[0].kill();
});

test('without a server the reason is one sentence that names no password', async () => {
  const opened = openNatsBus(
    { urls: ['nats://user:hunter2@127.0.0.1:1', 'nats://127.0.0.1:2'] },
    'test',
    createLog({ logLevel: 'error' }),
  );
  const error = await opened.catch((reason: Error) => reason);
  expect(String(error)).toMatch(/^Error: NATS cannot be reached at 127\.0\.0\.1:1, 127\.0\.0\.1:2: /);
  expect(String(error)).not.toContain('hunter2');
});
