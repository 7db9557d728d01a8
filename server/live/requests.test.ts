// What clients send over a socket: answered at once, refused when it makes no sense, and cut off when it is too much.
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { openSockets } from '../../tests/scenes/sockets.ts';
import type { SocketScene } from '../../tests/scenes/sockets.ts';
import type { Live } from '../live.ts';

let scene: SocketScene;
let live: Live;
let port: number;

beforeEach(async () => {
  scene = await openSockets();
  ({ live, port } = scene);
});
afterEach(() => scene.close());

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

test.each(['40{"token":"again"}', '40/elsewhere,{"token":"again"}'])(
  'a connection that asks twice to be let in is closed: %s',
  async (again) => {
    const bare = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    let checks = 0;
    let goOn = () => {};
    const checked = new Promise<void>((resolve) => (goOn = resolve));
    scene.letIn = () => (checks++, checked);
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
