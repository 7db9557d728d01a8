// The socket as programs see it: both transports, the receivers of each event, and the treatment of strangers, floods and nonsense; on one process, and on a gateway.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import { RealServer } from '../crash/real-server.ts';
import { RealSite } from '../crash/real-site.ts';

let server: RealServer;
let asha: string;
let ravi: string;
let opened: Socket[] = [];

// With rate limits, as a real server has them.
const settings = { RATE_LIMIT: 'on' };

/** The server that people use, and a function that ends everything. */
const kinds = {
  'one process': async () => {
    const one = await RealServer.create(settings);
    await one.start();
    return [one, () => one.remove()] as const;
  },
  'a gateway': async () => {
    const site = await RealSite.start({}, settings);
    return [site.gateways[0], () => site.close()] as const;
  },
};
let end: () => Promise<void>;

describe.each(['one process', 'a gateway'] as const)('%s:', (kind) => {
  beforeAll(async () => {
    [server, end] = await kinds[kind]();
    asha = await server.newTrader('asha', 100_000);
    ravi = await server.newTrader('ravi', 100_000);
  }, 120_000);

  afterEach(() => {
    for (const socket of opened) socket.disconnect();
    opened = [];
  });

  afterAll(() => end());

  function open(token: string | null, options: Partial<ManagerOptions & SocketOptions> = {}): Socket {
    const auth = token === null ? {} : { token };
    const socket = io(server.url, { auth, forceNew: true, reconnection: false, transports: ['websocket'], ...options });
    opened.push(socket);
    return socket;
  }

  const next = <Payload>(socket: Socket, event: string, timeoutMs = 15_000): Promise<[Payload, number]> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${event} in ${timeoutMs} ms`)), timeoutMs);
      socket.once(event, (payload: Payload, version: number) => {
        clearTimeout(timer);
        resolve([payload, version]);
      });
    });

  const ended = (socket: Socket, timeoutMs = 15_000): Promise<void> =>
    next(socket, 'disconnect', timeoutMs).then(() => {});
  const refusal = (socket: Socket): Promise<string> =>
    next<Error>(socket, 'connect_error').then(([error]) => error.message);
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const ask = (socket: Socket, event: string, payload: unknown): Promise<{ ok: boolean; message?: string }> =>
    socket.timeout(15_000).emitWithAck(event, payload);

  interface Quote {
    symbol: string;
    price: number;
  }

  test.each(['websocket', 'polling'] as const)(
    'over %s: the whole list on connect, then what changes',
    async (transport) => {
      const socket = open(asha, { transports: [transport] });
      // Counted from the beginning: two beats may come in one piece, before the test waits for the second.
      const beats: { changes: Quote[]; version: number }[] = [];
      socket.on('stock-update', (changes: Quote[], version: number) => beats.push({ changes, version }));
      const [stocks] = await next<Quote[]>(socket, 'stockUpdate');
      expect(stocks.map(({ symbol }) => symbol)).toContain('MERIT');
      await expect.poll(() => beats.length).toBeGreaterThan(1);
      const [{ changes, version }, { version: following }] = beats;
      const known = new Set(stocks.map(({ symbol }) => symbol));
      expect(changes.length).toBeGreaterThan(0);
      expect(changes.every(({ symbol }) => known.has(symbol))).toBe(true);
      // A beat between two polls is lost; the version of the next one shows it.
      if (transport === 'polling') expect(following).toBeGreaterThan(version);
      else expect(following).toBe(version + 1);
    },
  );

  test('the token may stand in the header instead', async () => {
    const extraHeaders = { Authorization: `Bearer ${asha}` };
    const [stocks] = await next<Quote[]>(open(null, { transports: ['polling'], extraHeaders }), 'stockUpdate');
    expect(stocks.length).toBeGreaterThan(0);
  });

  test('a visitor without a token, a forged token and a page of another site are not let in', async () => {
    expect(await refusal(open(null))).toBe('Unauthorized');
    const [head, body] = asha.split('.');
    expect(await refusal(open(`${head}.${body}.${'A'.repeat(43)}`))).toBe('Unauthorized');
    expect(await refusal(open('x'.repeat(2000)))).toBe('Unauthorized');
    // A token in the address does not count.
    expect(await refusal(open(null, { query: { token: asha } }))).toBe('Unauthorized');
    await refusal(open(asha, { extraHeaders: { Origin: 'http://evil.example' } }));
  });

  test('an order tells its owner, and nobody else', async () => {
    const [own, other] = [open(asha), open(ravi)];
    await Promise.all([next(own, 'stockUpdate'), next(other, 'stockUpdate')]);
    const heard: string[] = [];
    other.onAny((event: string) => heard.push(event));
    const news = ['order-update', 'portfolioUpdate', 'portfolioSummaryUpdate', 'notification'];
    const told = Promise.all(news.map((event) => next<Record<string, unknown>>(own, event)));
    const placed = await server.call('POST', '/orders', {
      token: asha,
      body: { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 3 },
    });
    const [[order], [portfolio], , [notice]] = await told;
    expect(order).toMatchObject({
      _id: (placed.body.data as { _id: string })._id,
      status: 'COMPLETED',
      filledQuantity: 3,
    });
    expect(portfolio).toMatchObject({ portfolio: [{ symbol: 'MERIT', quantity: 3 }] });
    expect(notice.message).toMatch(/MERIT/);
    await pause(1_500);
    expect(heard.filter((event) => ['order-update', 'portfolioUpdate', 'notification'].includes(event))).toEqual([]);
  });

  test('a request for the own portfolio is answered', async () => {
    const socket = open(asha);
    await next(socket, 'stockUpdate');
    const update = next<{ portfolio: unknown[]; balance: number }>(socket, 'portfolioUpdate');
    expect(await ask(socket, 'requestPortfolioUpdate', undefined)).toEqual({ ok: true });
    const [{ portfolio }] = await update;
    expect(portfolio).toHaveLength(1);
  });

  test('a watchlist is told of its own symbols, a chart of its bars', async () => {
    const socket = open(asha);
    await next(socket, 'stockUpdate');
    const list = next<Quote[]>(socket, 'WatchlistStockUpdate');
    expect(await ask(socket, 'subscribeWatchlist', ['merit', 'NOSUCH', 'VAYUSYS'])).toEqual({ ok: true });
    expect((await list)[0].map(({ symbol }) => symbol)).toEqual(['MERIT', 'VAYUSYS']);
    const bars: string[] = [];
    socket.on('transaction-update', ({ symbol }: { symbol: string }) => bars.push(symbol));
    // The new list replaces the old one.
    await ask(socket, 'subscribeWatchlist', []);
    expect(await ask(socket, 'subscribeChart', ['DHANVIKA'])).toEqual({ ok: true });
    await server.call('POST', '/orders', {
      token: ravi,
      body: { stock: 'DHANVIKA', type: 'BUY', orderType: 'MARKET', quantity: 1 },
    });
    await server.call('POST', '/orders', {
      token: ravi,
      body: { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 },
    });
    await expect.poll(() => bars.length).toBeGreaterThan(0);
    await pause(600);
    expect(new Set(bars)).toEqual(new Set(['DHANVIKA']));
  });

  test('a chart that compares with the index follows its bars', async () => {
    const socket = open(asha);
    await next(socket, 'stockUpdate');
    expect(await ask(socket, 'subscribeChart', ['IST60'])).toEqual({ ok: true });
    const bars: { symbol: string; close: number; timestamp: number }[] = [];
    socket.on('transaction-update', (bar: (typeof bars)[number]) => bars.push(bar));
    await expect.poll(() => bars.length, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(new Set(bars.map(({ symbol }) => symbol))).toEqual(new Set(['IST60']));
    expect(bars.every(({ close, timestamp }) => close > 0 && timestamp % 60 === 0)).toBe(true);
  });

  test('anything but a list of symbols is refused and changes nothing', async () => {
    const socket = open(asha);
    await next(socket, 'stockUpdate');
    const wrong = [
      'MERIT',
      7,
      null,
      [7],
      [null],
      ['trader:1'],
      [['MERIT']],
      { 0: 'MERIT' },
      ['x'.repeat(41)],
      Array.from({ length: 201 }, () => 'MERIT'),
    ];
    for (const payload of wrong)
      expect(await ask(socket, 'subscribeWatchlist', payload), JSON.stringify(payload)).toMatchObject({ ok: false });
    expect(socket.connected).toBe(true);
    // Unknown events and another person's room have no answer at all.
    for (const event of ['join', 'portfolioUpdate', '__proto__', 'subscribe']) socket.emit(event, 'trader:2');
    await pause(300);
    expect(socket.connected).toBe(true);
  });

  test('a flood and a giant message end the connection, and others go on', async () => {
    const [calm, flooding, giant] = [open(ravi), open(asha), open(asha)];
    await Promise.all([calm, flooding, giant].map((socket) => next(socket, 'stockUpdate')));
    const cut = [ended(flooding), ended(giant)];
    for (let n = 0; n < 300; n++) flooding.emit('requestPortfolioUpdate');
    giant.emit('subscribeWatchlist', ['A'.repeat(100_000)]);
    await Promise.all(cut);
    await next(calm, 'stock-update');
    expect((await server.call('GET', '/health')).status).toBe(200);
  });

  test('the ninth screen of a person closes the first', async () => {
    const first = open(asha);
    await next(first, 'stockUpdate');
    const gone = ended(first);
    for (let n = 0; n < 8; n++) await next(open(asha), 'stockUpdate');
    await gone;
    expect(opened.filter(({ connected }) => connected)).toHaveLength(8);
  });

  test('a block cuts the sockets at once and cancels open orders', async () => {
    const admin = await server.adminToken();
    const placed = await server.call('POST', '/orders', {
      token: ravi,
      body: { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 270, timeInForce: 'GTC' },
    });
    const socket = open(ravi);
    await next(socket, 'stockUpdate');
    const users = await server.call('GET', '/userlist?limit=100', { token: admin });
    const { _id } = (users.body.data as { usersData: { _id: string; email: string }[] }).usersData.find(
      ({ email }) => email === 'ravi@example.com',
    )!;
    const cut = ended(socket);
    await server.call('POST', `/disableUser/${_id}`, { token: admin, body: { blocked: true } });
    await cut;
    const refused = await server.call('GET', '/portfolio', { token: ravi });
    expect([refused.status, refused.body.message]).toEqual([403, 'User is blocked. Logged out']);
    expect(await refusal(open(ravi))).toBe('User is blocked. Logged out');
    await server.call('POST', `/disableUser/${_id}`, { token: admin, body: { blocked: false } });
    const again = await server.call('POST', '/login', { body: { email: 'ravi@example.com', password: 'secret-12' } });
    const { token } = again.body.data as { token: string };
    const orders = await server.call('GET', '/getOrders?status=PENDING', { token });
    expect((orders.body.data as { orders: unknown[] }).orders).toEqual([]);
    expect((placed.body.data as { status: string }).status).toBe('PENDING');
  });
});
