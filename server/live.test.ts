// Who is let in to the socket layer, and what is pushed: in order, to those who read.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { openSockets } from '../tests/scenes/sockets.ts';
import type { SocketScene } from '../tests/scenes/sockets.ts';
import { HttpError } from './http-error.ts';
import type { Live } from './live.ts';

let scene: SocketScene;
let live: Live;
let port: number;

beforeEach(async () => {
  scene = await openSockets();
  ({ live, port } = scene);
});
afterEach(() => scene.close());

/** Joins as Socket.IO does, and then reads no more. */
function connectAndSleep(): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send('40{"token":"sleeper"}');
      if (!text.startsWith('40')) return;
      socket.pause();
      resolve(socket);
    });
  });
}

test('a client that does not read is dropped, and others are served', async () => {
  const reader = io(`http://127.0.0.1:${port}`, {
    auth: { token: 'reader' },
    transports: ['websocket'],
    reconnection: false,
  });
  await new Promise<void>((resolve) => reader.on('connect', resolve));
  const sleeper = await connectAndSleep();
  expect(live.count).toBe(2);
  // More than the kernel's buffers of a connection hold.
  const index = {
    symbol: 'X'.repeat(200_000),
    name: '',
    value: 1,
    previousClose: 1,
    change: 0,
    changePercent: 0,
    timestamp: '',
  };
  // Each when the one before was heard: on a busy machine the reader, too, would leave a megabyte untaken.
  for (let n = 0; n < 100; n++) {
    const heard = new Promise((resolve) => reader.once('index-update', resolve));
    live.pushMarket('index-update', index);
    await heard;
  }
  await expect.poll(() => live.count).toBe(1);
  expect(reader.connected).toBe(true);
  sleeper.terminate();
  reader.disconnect();
});

test('a lookup while access ends is repeated', async () => {
  let checks = 0;
  scene.letIn = async () => {
    checks++;
    if (checks > 1) throw new HttpError(403, 'User is blocked. Logged out', { code: 'blocked' });
    // What this check found out before is told after the cut.
    live.cut({ userId: 'late', loginId: null });
  };
  const late = io(`http://127.0.0.1:${port}`, { auth: { token: 'late' }, transports: ['websocket'], forceNew: true });
  const outcome = await new Promise((resolve) => {
    late.on('connect', () => resolve('let in'));
    late.on('connect_error', ({ message }) => resolve(message));
  });
  expect([outcome, checks, live.count]).toEqual(['User is blocked. Logged out', 2, 0]);
  late.disconnect();
});

test('while the database is away nobody is turned down: the client keeps trying by itself', async () => {
  let checks = 0;
  scene.letIn = async () => {
    checks++;
    if (checks === 1) throw new Error('Connection terminated unexpectedly');
  };
  const client = io(`http://127.0.0.1:${port}`, {
    auth: { token: 'asha' },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 10,
  });
  const outcome = await new Promise((resolve) => {
    client.on('connect', () => resolve('let in'));
    client.on('connect_error', ({ message }) => resolve(message));
  });
  expect([outcome, checks]).toEqual(['let in', 2]);
  client.disconnect();
});

test('of pushes that wait until hundreds have received the one before, the newest is sent', async () => {
  const heard = new Map<number, string[]>();
  const open = (n: number): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
      socket.on('error', reject);
      socket.on('message', (data) => {
        const text = String(data);
        if (text.startsWith('0')) socket.send(`40{"token":"screen-${n}"}`);
        else if (text.startsWith('40')) resolve(socket);
        else heard.set(n, [...(heard.get(n) ?? []), text]);
      });
    });
  const sockets = await Promise.all(Array.from({ length: 300 }, (_, n) => open(n)));
  const index = {
    symbol: 'IST60',
    name: 'ISTOCK 60',
    previousClose: 1,
    change: 0,
    changePercent: 0,
    timestamp: '2026-01-05T04:00:00.000Z',
  };
  live.pushMarket('index-update', { ...index, value: 1 });
  await Promise.resolve();
  for (const value of [2, 3]) live.pushMarket('index-update', { ...index, value });
  await expect.poll(() => [...heard.values()].flat().length).toBe(600);
  for (const texts of heard.values()) {
    expect(
      texts.map((text) =>
        (JSON.parse(text.slice(2)) as [string, { value: number }, number]).flatMap((part) =>
          typeof part === 'object' ? part.value : part,
        ),
      ),
    ).toEqual([
      ['index-update', 1, 1],
      ['index-update', 3, 2],
    ]);
  }
  for (const socket of sockets) socket.terminate();
});

test('what is said in one turn arrives in its order, whole, over WebSocket and by polling', async () => {
  const heard = new Map<string, [string, number, number][]>();
  const clients = (['websocket', 'polling'] as const).map((transport) => {
    const told: [string, number, number][] = [];
    heard.set(transport, told);
    const client = io(`http://127.0.0.1:${port}`, {
      auth: { token: transport },
      transports: [transport],
      forceNew: true,
    });
    client.onAny((event: string, payload: unknown, version: number) =>
      told.push([event, JSON.stringify(payload).length, version]),
    );
    return client;
  });
  await Promise.all(clients.map((client) => new Promise<void>((resolve) => client.on('connect', resolve))));
  const sized = (length: number) => 'ä'.repeat(length) as never;
  // Each way that WebSocket has of writing a length, and letters of two bytes.
  for (const account of [scene.accounts - 1, scene.accounts]) live.pushTrader(account, 'notification', sized(10));
  live.pushMarket('market-state', sized(200));
  for (const account of [scene.accounts - 1, scene.accounts]) live.pushTrader(account, 'order-update', sized(40_000));
  live.pushMarket('index-update', sized(20));
  for (const account of [scene.accounts - 1, scene.accounts]) live.pushTrader(account, 'notification', sized(30_000));
  const own = [
    ['notification', 12, 1],
    ['order-update', 40_002, 1],
    ['notification', 30_002, 2],
  ];
  const everybodys = [
    ['market-state', 202, 1],
    ['index-update', 22, 1],
  ];
  for (const told of heard.values()) {
    await expect.poll(() => told.length).toBe(5);
    expect(told).toEqual([...own, ...everybodys]);
  }
  for (const client of clients) client.disconnect();
});

test('when the last screen of a person is gone nothing is kept of the versions it was told', async () => {
  const versions: number[] = [];
  const comeAs = async (account: number) => {
    scene.accounts = account - 1;
    const client = io(`http://127.0.0.1:${port}`, {
      auth: { token: 'asha' },
      transports: ['websocket'],
      forceNew: true,
    });
    client.on('notification', (_payload: unknown, version: number) => versions.push(version));
    await new Promise<void>((resolve) => client.on('connect', resolve));
    return client;
  };
  const told = async (count: number): Promise<void> => {
    live.pushTrader(7, 'notification', 'Hello' as never);
    await expect.poll(() => versions.length).toBe(count);
  };
  const [first, second] = [await comeAs(7), await comeAs(7)];
  await told(2);
  first.disconnect();
  await expect.poll(() => live.count).toBe(1);
  await told(3);
  second.disconnect();
  await expect.poll(() => live.count).toBe(0);
  const third = await comeAs(7);
  await told(4);
  expect(versions).toEqual([1, 1, 2, 1]);
  third.disconnect();
});

test('its replies over plain HTTP are not sniffed, refusals of other sites neither', async () => {
  const head = async (query: string, origin?: string) => {
    const init = origin === undefined ? {} : { headers: { origin } };
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/socket.io/?${query}`, init);
    return [status, headers.get('x-content-type-options')];
  };
  const polling = 'EIO=4&transport=polling';
  expect(await head(polling)).toEqual([200, 'nosniff']);
  expect(await head('EIO=4&transport=none')).toEqual([400, 'nosniff']);
  expect(await head(polling, 'https://evil.example')).toEqual([403, 'nosniff']);
  // Through a proxy that passes on another Host than people type.
  expect(await head(polling, 'https://istock.example')).toEqual([200, 'nosniff']);
});

test('an administrator whose login was ended at the terminal is disconnected, and not while the database is away', async () => {
  const desk = io(`http://127.0.0.1:${port}`, {
    auth: { token: 'admin' },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  await new Promise<void>((resolve) => desk.on('connect', resolve));
  let looks = 0;
  const refuse = (error: Error) => async () => {
    looks++;
    throw error;
  };
  scene.letIn = refuse(new Error('Connection terminated unexpectedly'));
  await expect.poll(() => looks, { timeout: 15_000 }).toBe(1);
  expect(live.count).toBe(1);
  scene.letIn = refuse(new HttpError(401, 'Log in again'));
  await expect.poll(() => live.count, { timeout: 15_000 }).toBe(0);
});
