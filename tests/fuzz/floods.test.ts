// Floods of calls and events, far more than people send: the server keeps answering others, and no memory stays in use.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strainOf } from './strain.ts';
import type { Strain } from './strain.ts';
import { startWholeServer } from './whole-server.ts';
import type { WholeServer } from './whole-server.ts';

const MANY = Math.min(20_000, Number(process.env.FUZZ_RUNS ?? 0) * 20 || 100);
const PORTION = 500;
/** A night's flood takes longer than other tests may. */
const LONG = { timeout: 3_600_000 };
/** The clients run in the same process, and what they do counts too. */
const MOST: Strain = { longestMs: 400, keptMb: 30 };
const BODY = 'x'.repeat(60_000);

let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await startWholeServer();
  ({ token } = await server.signUp({ name: 'Asha', email: 'asha@example.com' }));
}, 60_000);
afterAll(() => server.close());

/** Run once before the measurement, so that memory allocated once for good does not count. */
async function expectLittle(flood: () => Promise<unknown>): Promise<void> {
  await flood();
  const strain = await strainOf(flood);
  expect(strain.longestMs).toBeLessThan(MOST.longestMs);
  expect(strain.keptMb).toBeLessThan(MOST.keptMb);
}

const post = (path: string, by: string | null, body: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', ...(by !== null && { authorization: `Bearer ${by}` }) };
  return server.send({ method: 'POST', path, headers, body }).then(({ status }) => status);
};

/** In portions, because sending all in one turn would itself block the process. Nobody waits for a reply. */
async function all<T>(send: (number: number) => Promise<T>): Promise<T[]> {
  const sent: Promise<T>[] = [];
  for (let number = 0; number < MANY; number++) {
    if (number % PORTION === 0) await nextTurn();
    sent.push(send(number));
  }
  return Promise.all(sent);
}

test('calls of strangers and refused ones', LONG, async () => {
  await expectLittle(async () => {
    const statuses = await all((number) =>
      number % 2 === 0
        ? post('/orders', null, '{"stock":"MERIT"}')
        : post('/orders', token, `{"stock":"${number}","quantity":-1}`),
    );
    expect(new Set(statuses)).toEqual(new Set([401, 400]));
  });
});

test('large bodies, and deep ones', LONG, async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  await expectLittle(async () => {
    const statuses = await all((number) => post('/generate', token, number % 3 === 0 ? deep : `{"prompt":"${BODY}"}`));
    expect(new Set(statuses)).toEqual(new Set([400]));
  });
});

test('lists far longer than any of ours', LONG, async () => {
  const lines = `{"symbol":"MERIT","version":0,"split":"","lines":[${'{},'.repeat(33_000)}{}]}`;
  await expectLittle(async () => {
    const statuses = await all(() => post('/drawnLines', token, lines));
    expect(new Set(statuses)).toEqual(new Set([400]));
  });
});

test('orders that the exchange refuses, each with a key of its own', LONG, async () => {
  await expectLittle(async () => {
    const statuses = await all(async () => {
      const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 1 };
      return (await server.call('POST /orders', order, { token })).status;
    });
    expect(new Set(statuses)).toEqual(new Set([422]));
  });
});

test('events of many sockets', LONG, async () => {
  const sockets = await Promise.all(
    Array.from(
      { length: 8 },
      () =>
        new Promise<Socket>((resolve) => {
          const auth = { token };
          const socket = io(server.url, { auth, forceNew: true, transports: ['websocket'] });
          socket.on('connect', () => resolve(socket));
        }),
    ),
  );
  await expectLittle(() =>
    all((number) => {
      const socket = sockets[number % sockets.length];
      const list = number % 2 === 0 ? ['MERIT'] : [BODY.slice(0, 2_000)];
      return socket.timeout(60_000).emitWithAck('subscribeWatchlist', list);
    }),
  );
  for (const socket of sockets) socket.disconnect();
});
