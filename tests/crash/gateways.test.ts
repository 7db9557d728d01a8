// Three gateways, two exchanges and a NATS of three on one machine: each is killed, stalled or cut off under load, and nothing is lost or doubled.
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callMessages } from '../../contract/messages/call.ts';
import { CuttableLine } from '../e2e/cuttable-line.ts';
import type { RealServer } from './real-server.ts';
import { ready, RealSite } from './real-site.ts';
import { ScreenPair } from './screen-pair.ts';
import { Traders } from './traders.ts';

/** The longest allowed time until somebody trades again, on a machine that is busy with other things as well. */
const MOST_MS = 20_000;
const TRADERS = 4;
const FIRST_ORDERS = 40;
/** Longer than a cut-off exchange takes to give up its lines, see watchLine. */
const WELL_OVER_A_CUT_OFF_MS = 2_500;

let site: RealSite;
/** Lines to NATS: from the third gateway, and from the first exchange. */
const lines = new Map<string, CuttableLine>();
let tokens: string[];
let traders: Traders;
let admin: string;
let opened: Socket[] = [];

beforeAll(async () => {
  const natsUrlOf = async (role: string, n: number, nats: readonly { url: string }[]): Promise<string | undefined> => {
    const isCuttable = role === 'gateway' ? n === 2 : n === 0;
    if (!isCuttable) return undefined;
    const line = await CuttableLine.to(nats[2].url.replace('nats', 'http'));
    lines.set(role, line);
    return line.url.replace('http', 'nats');
  };
  site = await RealSite.start({ nats: 3, exchanges: 2, gateways: 3, natsUrlOf });
  admin = await site.gateways[0].adminToken();
  const body = { maxBuyLimit: 1_000_000, maxSellLimit: 1_000_000, timeframeInHours: 24 };
  await site.gateways[0].call('POST', '/updateLimit', { token: admin, body });
  tokens = await Promise.all(
    Array.from({ length: TRADERS }, (_, n) => site.gateways[n % 3].newTrader(`trader-${n}`, 900_000)),
  );
  traders = new Traders(tokens, site.gateways);
  standBy(site.exchanges[1]);
}, 120_000);

afterEach(async () => {
  await traders.stop();
  for (const socket of opened) socket.disconnect();
  opened = [];
});

afterAll(async () => {
  await site.close();
  await Promise.all([...lines.values()].map((line) => line.close()));
});

/** Does something under load, waits for more orders, and returns the longest time without an acknowledged one. */
async function underLoad(happen: () => Promise<unknown>): Promise<number> {
  traders.start();
  await traders.more(FIRST_ORDERS);
  traders.longestPauseMs = 0;
  await happen();
  await traders.more(FIRST_ORDERS);
  await traders.stop();
  return traders.longestPauseMs;
}

function open(server: RealServer, token: string): Socket {
  const socket = io(server.url, {
    auth: { token },
    forceNew: true,
    transports: ['websocket'],
    reconnectionDelayMax: 500,
  });
  opened.push(socket);
  return socket;
}

const next = <Payload>(socket: Socket, event: string, timeoutMs = MOST_MS): Promise<Payload> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event} in ${timeoutMs} ms`)), timeoutMs);
    socket.once(event, (payload: Payload) => {
      clearTimeout(timer);
      resolve(payload);
    });
  });

/** Starts a standby, and does something else meanwhile. */
let takingOver: Promise<number>;
function standBy(exchange: RealServer): void {
  takingOver = exchange.start();
  takingOver.catch(() => {});
}

async function standsBy(exchange: RealServer): Promise<void> {
  while (!exchange.said.includes('stands by')) await sleep(20);
}

test('sockets of one person on two gateways see the same pushes with the same versions', async () => {
  const screens = await ScreenPair.open(site.gateways, tokens[0]);
  expect(await screens.prove(traders)).toEqual([]);
});

test('one key at three gateways at once is one effect, and all get the same reply', async () => {
  const [token] = tokens;
  const [first, ...others] = await Promise.all(
    site.gateways.map(async (gateway) => {
      for (;;) {
        const reply = await gateway.call('POST', '/create-order', { token, key: 'pay-once', body: { amount: 500 } });
        // Another gateway is already working on this key.
        if (reply.status !== 409) return reply;
        await sleep(20);
      }
    }),
  );
  expect(first.status).toBe(201);
  for (const other of others) expect(other.body).toEqual(first.body);
});

test('two people on two gateways call each other', async () => {
  const [host, guest] = [open(site.gateways[0], tokens[0]), open(site.gateways[1], tokens[1])];
  await Promise.all([next(host, 'stockUpdate'), next(guest, 'stockUpdate')]);
  const created = next<{ roomCode: string }>(host, 'room-created');
  expect(await host.emitWithAck('create-room', {})).toEqual({ ok: true });
  const { roomCode } = await created;
  const joined = next(guest, 'room-joined');
  expect(await guest.emitWithAck('join-room', { roomCode })).toEqual({ ok: true });
  await joined;
  const offered = next<{ offer: { sdp: string } }>(guest, 'offer');
  expect(await host.emitWithAck('offer', { offer: { type: 'offer', sdp: 'v=0 of the host' } })).toEqual({ ok: true });
  expect((await offered).offer.sdp).toBe('v=0 of the host');
  const answered = next<{ answer: { sdp: string } }>(host, 'answer');
  await guest.emitWithAck('answer', { answer: { type: 'answer', sdp: 'v=0 of the guest' } });
  expect((await answered).answer.sdp).toBe('v=0 of the guest');
  expect(await guest.emitWithAck('join-room', { roomCode: 'NO SUCH' })).toMatchObject({ ok: false });
});

test('a block ends the sockets on all gateways at once, and the ninth screen anywhere closes the first', async () => {
  const token = await site.gateways[0].newTrader('ravi', 0);
  const sockets = Array.from({ length: 9 }, (_, n) => () => open(site.gateways[n % 3], token));
  const first = sockets[0]();
  await next(first, 'stockUpdate');
  const closed = next(first, 'disconnect');
  for (const connect of sockets.slice(1)) await next(connect(), 'stockUpdate');
  await closed;
  const left = opened.filter(({ connected }) => connected);
  expect(left).toHaveLength(8);
  const users = await site.gateways[1].call('GET', '/userlist?limit=100', { token: admin });
  const { usersData } = users.body.data as { usersData: { _id: string; email: string }[] };
  const { _id } = usersData.find(({ email }) => email === 'ravi@example.com')!;
  const ended = Promise.all(left.map((socket) => next(socket, 'disconnect', 5_000)));
  await site.gateways[1].call('POST', `/disableUser/${_id}`, { token: admin, body: { blocked: true } });
  await ended;
  for (const gateway of site.gateways) expect((await gateway.call('GET', '/portfolio', { token })).status).toBe(403);
});

test('a gateway is killed: the others go on, and it comes back', async () => {
  const pauseMs = await underLoad(async () => {
    await site.gateways[1].kill();
    await traders.more(FIRST_ORDERS);
    await site.gateways[1].start();
    await ready(site.gateways[1]);
  });
  expect(pauseMs).toBeLessThan(MOST_MS);
  expect(await traders.prove(site.gateways[1])).toEqual([]);
});

test('a server of NATS is killed: everybody finds another, and it comes back', async () => {
  const pauseMs = await underLoad(async () => {
    await site.nats[0].kill();
    await traders.more(FIRST_ORDERS);
    await site.nats[0].start();
  });
  expect(pauseMs).toBeLessThan(MOST_MS);
  await Promise.all(site.gateways.map(ready));
  expect(await traders.prove(site.gateways[0])).toEqual([]);
});

test('a gateway is cut off from NATS without a word: it says so, lets its sockets go, and comes back by itself', async () => {
  const [cutOff] = site.gateways.slice(2);
  const socket = open(cutOff, tokens[0]);
  await next(socket, 'stockUpdate');
  await underLoad(async () => {
    const gone = next(socket, 'disconnect');
    lines.get('gateway')!.freeze(true);
    await gone;
    const state = await cutOff.call('GET', '/ready');
    expect([state.status, (state.body.data as { waitingFor: string[] }).waitingFor]).toEqual([
      503,
      [expect.stringMatching(/NATS|no exchange/)],
    ]);
    const refused = await cutOff.call('POST', '/orders', {
      token: tokens[0],
      body: { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 },
    });
    expect([refused.status, refused.retryAfter]).toEqual([503, '2']);
    expect((await cutOff.call('GET', '/health')).status).toBe(200);
    lines.get('gateway')!.freeze(false);
    await ready(cutOff);
  });
  await next(socket, 'stock-update');
  expect(await traders.prove(cutOff)).toEqual([]);
});

test('the exchange is killed: the standby takes over, and gateways and sockets find it', async () => {
  const [first, second] = site.exchanges;
  await standsBy(second);
  const socket = open(site.gateways[0], tokens[0]);
  await next(socket, 'stockUpdate');
  const pauseMs = await underLoad(async () => {
    await first.kill();
    await takingOver;
  });
  standBy(first);
  expect(pauseMs).toBeLessThan(MOST_MS);
  await next(socket, 'stock-update');
  expect(await traders.prove(site.gateways[0])).toEqual([]);
});

test('the exchange stalls: another takes over, and requests that the stalled one finds when it resumes are not carried out', async () => {
  const [first, second] = site.exchanges;
  await standsBy(first);
  const pauseMs = await underLoad(async () => {
    second.stall(true);
    await takingOver;
    await traders.more(FIRST_ORDERS);
    second.stall(false);
    expect(await second.ended()).toBe(1);
  });
  standBy(second);
  expect(pauseMs).toBeLessThan(MOST_MS);
  expect(await traders.prove(site.gateways[2])).toEqual([]);
});

test('NATS as a whole is away: nobody takes over, and all go on by themselves when it is back', async () => {
  const [first, second] = site.exchanges;
  await standsBy(second);
  await underLoad(async () => {
    await Promise.all(site.nats.map((node) => node.kill()));
    const body = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };
    const refused = await site.gateways[0].call('POST', '/orders', { token: tokens[0], body });
    expect([refused.status, refused.body.message]).toEqual([503, callMessages.unavailable]);
    await sleep(WELL_OVER_A_CUT_OFF_MS);
    // All at once: a single server might be found by the standby, and for too long not by the exchange in charge.
    await Promise.all(site.nats.map((node) => node.start()));
    await Promise.all(site.gateways.map(ready));
  });
  for (const exchange of [first, second]) expect(exchange.said).not.toContain('NATS does not answer');
  expect(await traders.prove(site.gateways[0])).toEqual([]);
});

test('the exchange is cut off from NATS: it gives the market up to the standby', async () => {
  const [first] = site.exchanges;
  const pauseMs = await underLoad(async () => {
    lines.get('exchange')!.freeze(true);
    await takingOver;
  });
  expect(pauseMs).toBeLessThan(MOST_MS);
  expect(await first.ended()).toBe(1);
  expect(first.said).toContain('NATS does not answer');
  expect(await traders.prove(site.gateways[1])).toEqual([]);
});
