// The socket layer by itself: a client that does not read is dropped, and its neighbours notice nothing.
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { HttpError } from './http-error.ts';
import { Live } from './live.ts';

let http: Server;
let live: Live;
let port: number;
let accounts = 0;
let asked: string[] = [];
let letIn: () => Promise<void>;

beforeEach(async () => {
  asked = [];
  letIn = async () => {};
  http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  ({ port } = http.address() as AddressInfo);
  live = new Live({
    server: http,
    session: async (token) => {
      await letIn();
      const role = token === 'admin' ? 'admin' : 'user';
      const caller = { id: token, loginId: token, accountNo: ++accounts, role, name: '', email: '' } as const;
      return { caller, expiresAt: Date.now() + 60_000 };
    },
    log: pino({ level: 'silent' }),
    now: Date.now,
    hasRateLimit: true,
    publicUrl: 'https://istock.example',
    onConnected: () => {},
    onPortfolioRequest: () => {},
    onWatchlist: () => {},
    calls: {
      connected: (socket) => void asked.push(socket),
      hear: async ({ socket }) => ({ ok: asked.includes(socket) }),
      gone: () => {},
    },
  });
});

afterEach(() => {
  live.close();
  http.close();
});

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

test('a request at the very moment of the welcome, or before it, is answered', async () => {
  const sockets = Array.from({ length: 20 }, (_, n) =>
    io(`http://127.0.0.1:${port}`, { auth: { token: `eager-${n}` }, transports: ['websocket'], forceNew: true }),
  );
  const answers = sockets.flatMap((socket) => [
    // Kept by the client until it is welcome.
    socket.emitWithAck('create-room', {}),
    new Promise((resolve) => socket.on('connect', () => socket.emit('create-room', {}, resolve))),
  ]);
  // The same as frames, without a library between: the request leaves in the turn in which the welcome comes.
  const bare = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const told = new Promise<string>((resolve) =>
    bare.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) bare.send('40{"token":"bare"}');
      if (text.startsWith('40')) bare.send('427["create-room",{}]');
      if (text.startsWith('437')) resolve(text);
    }),
  );
  expect(await told).toBe('437[{"ok":true}]');
  expect(await Promise.all(answers)).toEqual(answers.map(() => ({ ok: true })));
  for (const socket of sockets) socket.disconnect();
  bare.terminate();
});

test('a lookup while access ends is repeated', async () => {
  let checks = 0;
  letIn = async () => {
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
  letIn = async () => {
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
  for (const account of [accounts - 1, accounts]) live.pushTrader(account, 'notification', sized(10));
  live.pushMarket('market-state', sized(200));
  for (const account of [accounts - 1, accounts]) live.pushTrader(account, 'order-update', sized(40_000));
  live.pushMarket('index-update', sized(20));
  for (const account of [accounts - 1, accounts]) live.pushTrader(account, 'notification', sized(30_000));
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
    accounts = account - 1;
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

test.each(['40{"token":"again"}', '40/elsewhere,{"token":"again"}'])(
  'a connection that asks twice to be let in is closed: %s',
  async (again) => {
    const bare = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    let checks = 0;
    let goOn = () => {};
    const checked = new Promise<void>((resolve) => (goOn = resolve));
    letIn = () => (checks++, checked);
    bare.on('message', (data) => {
      if (!String(data).startsWith('0')) return;
      for (const packet of ['40{"token":"once"}', again, again, again]) bare.send(packet);
    });
    await new Promise((resolve) => bare.on('close', resolve));
    goOn();
    await new Promise((resolve) => setImmediate(resolve));
    expect([checks, live.count]).toEqual([1, 0]);
  },
);

function pingAndWait(bare: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      bare.off('pong', goOn).off('close', goOn);
      resolve();
    };
    bare.on('pong', goOn).on('close', goOn).ping();
    if (bare.readyState !== WebSocket.OPEN) goOn();
  });
}

test.each([
  ['answers to nothing', (bare: WebSocket) => bare.send('431[]'), 2_000],
  ['long answers', (bare: WebSocket) => bare.send(`431["${'x'.repeat(60_000)}"]`), 70],
  [
    'answers with a file',
    (bare: WebSocket) => {
      bare.send('461-1[{"_placeholder":true,"num":0}]');
      bare.send(Buffer.alloc(60_000));
    },
    70,
  ],
  // One after the other: of a client that does not wait for the answers, `ws` itself bears only sixty.
  ['pings', pingAndWait, 2_000],
])(
  'a connection that floods the server with %s is cut off, and one that sends less is not',
  async (_what, send, most) => {
    const open = async (times: number) => {
      const bare = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
      const closed = new Promise<number>((resolve) => bare.on('close', resolve));
      bare.on('error', () => {});
      await new Promise<void>((resolve) =>
        bare.on('message', (data) => {
          if (String(data).startsWith('0')) bare.send('40{"token":"one"}');
          if (String(data).startsWith('40')) resolve();
        }),
      );
      for (let n = 0; n < times; n++) await send(bare);
      return { bare, closed };
    };
    const modest = await open(most / 2);
    const flooding = await open(most + 10);
    expect(await flooding.closed).toBe(1006);
    expect(modest.bare.readyState).toBe(WebSocket.OPEN);
    modest.bare.terminate();
  },
);

test('an unknown event is refused as a wrong payload is, and ends nothing', async () => {
  const client = io(`http://127.0.0.1:${port}`, { auth: { token: 'asker' }, transports: ['websocket'] });
  const refusal = { ok: false, message: 'That request is not understood.' };
  expect(await client.timeout(5_000).emitWithAck('subscribe-watchlist', ['SUVBANK'])).toEqual(refusal);
  expect(await client.timeout(5_000).emitWithAck('subscribeWatchlist', Buffer.from('SUVBANK'))).toEqual(refusal);
  expect(await client.timeout(5_000).emitWithAck('subscribeWatchlist', ['SUVBANK'])).toEqual({ ok: true });
  client.disconnect();
});

test('a stock that is named twice, in capitals or small letters, is watched once', async () => {
  const client = io(`http://127.0.0.1:${port}`, { auth: { token: 'asker' }, transports: ['websocket'] });
  await client.timeout(5_000).emitWithAck('subscribeWatchlist', ['suvbank', 'MERIT', 'SUVBANK']);
  expect([...live.watchers()].map(({ data }) => data.watchlist)).toEqual([['SUVBANK', 'MERIT']]);
  client.disconnect();
});

test.each([
  ['one', 'Host: a.example\r\n', 'HTTP/1.1 101 ', 'HTTP/1.1 200 '],
  ['two', 'Host: a.example\r\nhost: b.example\r\n', 'HTTP/1.1 400 ', 'HTTP/1.1 403 '],
])('a request that names %s Host', async (_count, hosts, upgraded, polled) => {
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const answerTo = (transport: string, more: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `GET /socket.io/?EIO=4&transport=${transport} HTTP/1.1\r\n${hosts}Origin: http://a.example\r\n${more}\r\n`,
        ),
      );
      socket.on('error', reject);
      socket.once('data', (bytes) => {
        resolve(String(bytes));
        socket.destroy();
      });
    });
  const [socket, poll] = [await answerTo('websocket', upgrade), await answerTo('polling', '')];
  expect([socket.slice(0, upgraded.length), poll.slice(0, polled.length)]).toEqual([upgraded, polled]);
});

test.each([
  ['a list without end', Array.from({ length: 1_001 }, () => 0)],
  ['bytes inside', { note: Buffer.from('SUVBANK') }],
  ['half a letter', { note: '\ud800' }],
  ['a prototype', JSON.parse('{"__proto__":{"a":1}}')],
])('%s is refused, as in the body of a call', async (_what, payload) => {
  const client = io(`http://127.0.0.1:${port}`, { auth: { token: 'asker' }, transports: ['websocket'] });
  expect(await client.timeout(5_000).emitWithAck('requestPortfolioUpdate', payload)).toEqual({
    ok: false,
    message: 'That request is not understood.',
  });
  client.disconnect();
});

test('an administrator, who does not trade, asks for bars, and neither for a portfolio nor into a call', async () => {
  const answersTo = async (token: string): Promise<unknown[]> => {
    const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], reconnection: false });
    const answers = [
      await socket.emitWithAck('subscribeChart', ['MERIT']),
      await socket.emitWithAck('requestPortfolioUpdate'),
      await socket.emitWithAck('call-door', { session: 'lesson' }),
    ];
    socket.disconnect();
    return answers;
  };
  const forbidden = { ok: false, message: 'Forbidden' };
  expect(await answersTo('admin')).toEqual([{ ok: true }, forbidden, forbidden]);
  expect(await answersTo('trader')).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
});
