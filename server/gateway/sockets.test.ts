// Sockets of two gateways as one crowd, on both forms of the bus: who is known, who receives what, and what happens to a gateway that falls silent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { buses, busKinds } from '../../tests/buses.ts';
import type { Buses } from '../../tests/buses.ts';
import type { AccessControl } from '../auth/access.ts';
import type { Bus, Subscription } from '../bus/bus.ts';
import { subjectsOf } from '../bus/subjects.ts';
import { blocked } from '../http-error.ts';
import { MOST_SOCKETS } from '../live/screens.ts';
import { createLog } from '../log.ts';
import { FarSockets } from './far-sockets.ts';
import { NearSockets } from './near-sockets.ts';

const log = createLog({ logLevel: 'silent' });
const subjects = subjectsOf('a secret', 1);
const line = { name: '1-1', subjects: subjects.line('1-1') };
const SUMMARY = { totalPortfolioValue: 1, overallProfit: 2, todaysProfit: 3 };

describe.each(busKinds)('%s:', (kind) => {
  let all: Buses;
  let exchangeBus: Bus;
  let far: FarSockets;
  let served: Subscription;
  let gone: [string, boolean][];
  let asked: string[];
  let ended: (() => unknown)[];

  beforeEach(async () => {
    all = await buses[kind]();
    exchangeBus = await all.join();
    // What an earlier test leaves behind still speaks of it.
    const [ownGone, ownAsked]: [typeof gone, typeof asked] = [[], []];
    [gone, asked, ended] = [ownGone, ownAsked, []];
    far = new FarSockets({
      bus: exchangeBus,
      onConnected: ({ id }) => void ownAsked.push(`connected ${id}`),
      onPortfolioRequest: (account) => void ownAsked.push(`portfolio ${account}`),
      onWatchlist: (screen) => far.pushSocket(screen, 'WatchlistStockUpdate', []),
      calls: {
        connected: () => {},
        hear: async ({ caller }, event) => ({ ok: event === 'create-room', message: caller.name }),
        gone: (socket, isFinal) => void ownGone.push([socket, isFinal]),
      },
    });
    served = far.serve(line.subjects);
  });

  afterEach(async () => {
    for (const end of ended.reverse()) await end();
    served.end();
    far.close();
    await all.close();
  });

  interface Gateway {
    readonly near: NearSockets;
    readonly bus: Bus;
    readonly forgotten: string[];
    readonly url: string;
    open(name: string): Promise<Socket>;
  }

  /** Tokens are names; people in `blocked` are refused. */
  async function gateway(isBlocked: (name: string) => boolean = () => false): Promise<Gateway> {
    const bus = await all.join();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const forgotten: string[] = [];
    const access: AccessControl = {
      authenticate: () => Promise.reject(new Error('no calls here')),
      session: async (name) => {
        if (isBlocked(name)) throw blocked();
        const [id, loginId = `${name} at home`] = name.split('/');
        const accountNo = id.length;
        const caller = { id, loginId, accountNo, role: 'user', name: id.toUpperCase(), email: '' } as const;
        return { caller, expiresAt: Date.now() + 60_000 };
      },
      watch: () => () => {},
      forget: (userId) => void forgotten.push(userId),
      forgetAll: () => void forgotten.push('all'),
    };
    const near = new NearSockets({ bus, server, access, log, now: Date.now, hasRateLimit: true });
    near.setLine(line);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const open = async (token: string): Promise<Socket> => {
      const options = { auth: { token }, transports: ['websocket'], forceNew: true, reconnectionDelay: 50 };
      const socket = io(url, options);
      ended.push(() => socket.disconnect());
      await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject));
      return socket;
    };
    ended.unshift(() => server.close());
    ended.push(() => near.close());
    return { near, bus, forgotten, url, open };
  }

  const heardBy = (socket: Socket, event: string): [unknown, number][] => {
    const heard: [unknown, number][] = [];
    socket.on(event, (payload, version) => heard.push([payload, version]));
    return heard;
  };

  test('one person at two gateways hears the same, with the same versions; others hear nothing of it', async () => {
    const [one, other] = [await gateway(), await gateway()];
    const sockets = [await one.open('asha'), await other.open('asha'), await one.open('ravindra')];
    expect([far.count, [...far.connectedAccounts()].sort(), far.nameOf(4)]).toEqual([3, [4, 8], 'ASHA']);
    const heard = sockets.map((socket) => heardBy(socket, 'portfolioSummaryUpdate'));
    await expect.poll(() => asked.filter((each) => each.startsWith('connected')).length).toBe(3);
    for (let n = 0; n < 3; n++) far.pushTrader(4, 'portfolioSummaryUpdate', SUMMARY);
    const three = [1, 2, 3].map((version) => [SUMMARY, version]);
    await expect.poll(() => heard).toEqual([three, three, []]);
    // Nobody listens: a later page starts from the beginning.
    sockets[0].disconnect();
    sockets[1].disconnect();
    await expect.poll(() => far.isListening(4)).toBe(false);
    far.pushTrader(4, 'portfolioSummaryUpdate', SUMMARY);
    const again = await other.open('asha');
    const fresh = heardBy(again, 'portfolioSummaryUpdate');
    await expect.poll(() => asked.filter((each) => each.startsWith('connected')).length).toBe(4);
    far.pushTrader(4, 'portfolioSummaryUpdate', SUMMARY);
    await expect.poll(() => fresh).toEqual([[SUMMARY, 1]]);
  });

  test('one person has as many sockets as one may, over all gateways together: a newer one closes the oldest', async () => {
    const [one, other] = [await gateway(), await gateway()];
    const sockets: Socket[] = [];
    for (let n = 0; n < MOST_SOCKETS + 2; n++) sockets.push(await [one, other][n % 2].open('asha'));
    const last = await one.open('ravi');
    await expect.poll(() => far.count).toBe(MOST_SOCKETS + 1);
    await expect.poll(() => sockets.map(({ connected }) => connected)).toEqual(sockets.map((_, n) => n >= 2));
    expect(last.connected).toBe(true);
  });

  test('symbols reach their followers, points and ampersands included; requests are answered', async () => {
    const { open } = await gateway();
    const [follower, other] = [await open('asha'), await open('ravi')];
    const bar = { symbol: 'M&M.B', timestamp: 60, open: 1, high: 1, low: 1, close: 1, volume: 1 };
    const heard = [follower, other].map((socket) => heardBy(socket, 'transaction-update'));
    expect(await follower.emitWithAck('subscribeChart', ['M&M.B'])).toEqual({ ok: true });
    expect([far.isWatched('M&M.B'), far.isWatched('M&M')]).toEqual([true, false]);
    far.pushSymbol('M&M.B', 'transaction-update', bar);
    await expect.poll(() => heard).toEqual([[[bar, 1]], []]);
    const list = heardBy(follower, 'WatchlistStockUpdate');
    expect(await follower.emitWithAck('subscribeWatchlist', ['M&M.B'])).toEqual({ ok: true });
    await expect.poll(() => list.length).toBe(1);
    expect([...far.watchers()].map(({ data }) => data.watchlist)).toEqual([['M&M.B']]);
    await follower.emitWithAck('subscribeChart', []);
    await follower.emitWithAck('subscribeWatchlist', []);
    expect([far.isWatched('M&M.B'), [...far.watchers()]]).toEqual([false, []]);
    expect(await follower.emitWithAck('requestPortfolioUpdate', null)).toEqual({ ok: true });
    await expect.poll(() => asked).toContain('portfolio 4');
    expect(await follower.emitWithAck('create-room', {})).toEqual({ ok: true, message: 'ASHA' });
    expect(await follower.emitWithAck('leave-room', {})).toEqual({ ok: false, message: 'ASHA' });
  });

  test('a request before the welcome, or at its very moment, is answered', async () => {
    const { url } = await gateway();
    const answers = ['asha', 'ravi', 'meera'].flatMap((token) => {
      const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
      ended.push(() => socket.disconnect());
      const atOnce = new Promise((resolve) => socket.on('connect', () => socket.emit('create-room', {}, resolve)));
      return [socket.emitWithAck('create-room', {}), atOnce];
    });
    const heard = (message: string) => ({ ok: true, message });
    const names = ['ASHA', 'ASHA', 'RAVI', 'RAVI', 'MEERA', 'MEERA'];
    expect(await Promise.all(answers)).toEqual(names.map(heard));
  });

  test('access that has ended cuts the sockets of that login everywhere, and nobody slips in meanwhile', async () => {
    let looks = 0;
    const [one, other] = [await gateway((name) => name === 'asha/late' && ++looks > 1), await gateway()];
    const [home, phone] = [await one.open('asha/home'), await other.open('asha/phone')];
    const farewell = new Promise((resolve) => home.on('disconnect', resolve));
    far.cut({ userId: 'asha', loginId: 'home' });
    expect(await farewell).toBe('io server disconnect');
    await expect.poll(() => gone.map(([, isFinal]) => isFinal)).toEqual([true]);
    expect(phone.connected).toBe(true);
    expect([one.forgotten, other.forgotten].every((each) => each.includes('asha'))).toBe(true);
    far.forget('ravi');
    await expect.poll(() => other.forgotten.includes('ravi')).toBe(true);
    // Blocked while the exchange takes the socket in: the gateway looks once more.
    await expect(one.open('asha/late')).rejects.toThrow('User is blocked');
    await expect.poll(() => far.count).toBe(1);
  });

  test('a line that breaks lets all sockets go, they come back by themselves, and are known anew', async () => {
    const { near, forgotten, open } = await gateway();
    const socket = await open('asha');
    const before = [...far.connectedAccounts()];
    const lost = new Promise((resolve) => socket.once('disconnect', resolve));
    forgotten.length = 0;
    near.setLine(null);
    // Whose access has ended meanwhile, nobody will say.
    expect(forgotten).toEqual(['all']);
    // No farewell: a page that gets one does not come back.
    expect(await lost).toBe('transport close');
    const tries = open('ravindra');
    near.setLine(line);
    await tries;
    await expect.poll(() => socket.connected).toBe(true);
    await expect.poll(() => [...far.connectedAccounts()].sort()).toEqual([...before, 8]);
    const heard = heardBy(socket, 'portfolioSummaryUpdate');
    await expect.poll(() => (far.pushTrader(4, 'portfolioSummaryUpdate', SUMMARY), heard.length)).toBeGreaterThan(0);
  });

  test('a gateway that falls silent is forgotten with its sockets, and begins anew when it speaks again', async () => {
    const { bus, open } = await gateway();
    const socket = await open('asha');
    const lost = new Promise((resolve) => socket.once('disconnect', resolve));
    // Nothing of it comes through any more.
    const send = bus.publish.bind(bus);
    bus.publish = () => {};
    await expect.poll(() => [far.count, gone.length]).toEqual([0, 1]);
    bus.publish = send;
    expect(await lost).toBe('transport close');
    await expect.poll(() => [far.count, socket.connected]).toEqual([1, true]);
  });
});
