// Surveillance on a real exchange and database: what is flagged, what the trader and the desk see of it, and what they may not see.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, dayStartAt, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { closeDays, saveMinutes } from '../market/bars-store.ts';
import { storeFlag } from './flags.ts';
import type { StoredEvidence } from './flags.ts';
import { SETTLED_MS, Surveillance } from './surveillance.ts';

type Trader = Awaited<ReturnType<Trading['trader']>>;

let server: Trading;
let asha: Trader;
let omar: Trader;
let admin: Trader;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, PUMP: 100_00 });
  admin = await server.admin();
});
beforeEach(async () => {
  server.clear('MERIT');
  asha = await server.trader(10_000_000_00);
  omar = await server.trader(10_000_000_00);
  // So long that nothing of the test before is looked at together with this one.
  server.clock.at += 3 * 60 * MINUTE_MS;
});
afterAll(() => server.close());

const wait = (ms: number) => void (server.clock.at += ms);

async function place(trader: Trader, order: object): Promise<string> {
  wait(1000);
  const reply = await server.call(
    'POST /orders',
    { stock: 'MERIT', orderType: 'LIMIT', ...order },
    { token: trader.token },
  );
  expect(reply.status).toBe(200);
  return reply.body.data._id;
}

async function cancel(trader: Trader, id: string): Promise<void> {
  wait(1000);
  expect((await server.call('POST /cancelOrder/{id}', { id }, { token: trader.token })).status).toBe(200);
}

async function look(): Promise<void> {
  wait(SETTLED_MS + 1000);
  await server.surveillance.look();
}

const own = async (trader: Trader) =>
  (await server.call('GET /marketConduct', {}, { token: trader.token })).body.data.flags;
const desk = async (input = {}) => (await server.call('GET /surveillance', input, { token: admin.token })).body.data;
const notesOf = ({ accountNo }: Trader) =>
  server.told.filter(({ account, notification }) => account === accountNo && notification.kind === 'conduct');

/** A wall of offers, a purchase against it, and the wall is gone. */
async function layer(trader: Trader, as = {}): Promise<string[]> {
  server.quote('MERIT', 'sell', 400_00, 200);
  await place(trader, { type: 'BUY', quantity: 100, price: 400 });
  const wall = [];
  for (const price of [402, 403, 404]) wall.push(await place(trader, { type: 'SELL', quantity: 33, price, ...as }));
  await place(trader, { type: 'BUY', quantity: 5, price: 400 });
  for (const id of wall) await cancel(trader, id);
  return wall;
}

test('layering is flagged once, told to the trader, and replayed step by step', async () => {
  const wall = await layer(asha);
  await server.surveillance.look();
  expect(await own(asha)).toEqual([]);
  await look();
  await look();
  const [flag, ...more] = await own(asha);
  expect(more).toEqual([]);
  expect(flag).toMatchObject({ pattern: 'layering', title: 'Layering', stock: { symbol: 'MERIT' } });
  expect(flag.sentence).toMatch(/^Orders for 99 shares of MERIT stood at 3 prices on one side. 5 shares were traded/);
  expect(notesOf(asha).map(({ notification }) => notification.message)).toEqual([
    'A real exchange would ask about your orders in MERIT: they look like layering. See why, and what to do instead.',
  ]);
  const details = (await server.call('GET /marketConduct/{id}', { id: flag._id }, { token: asha.token })).body.data;
  expect(details.why).toMatch(/spoofing/);
  const flagged = details.steps.filter((step: { isFlagged: boolean }) => step.isFlagged);
  expect(flagged.map(({ kind, orderId }: { kind: string; orderId: string }) => [kind, wall.indexOf(orderId)])).toEqual([
    ['placed', 0],
    ['placed', 1],
    ['placed', 2],
    ['placed', -1],
    ['filled', -1],
    ['canceled', 0],
    ['canceled', 1],
    ['canceled', 2],
  ]);
  // Going on with it makes the one flag grow.
  await layer(asha);
  await look();
  expect(await own(asha)).toHaveLength(1);
  expect(notesOf(asha)).toHaveLength(1);
});

test('shares that go to and fro are flagged for both, and neither learns who the other is', async () => {
  server.quote('MERIT', 'sell', 400_00, 10);
  await place(asha, { type: 'BUY', quantity: 10, price: 400 });
  for (const [seller, buyer] of [
    [asha, omar],
    [omar, asha],
    [asha, omar],
    [omar, asha],
  ]) {
    await place(seller, { type: 'SELL', quantity: 10, price: 401 });
    await place(buyer, { type: 'BUY', quantity: 10, price: 401 });
  }
  await look();
  for (const trader of [asha, omar]) expect(await own(trader)).toMatchObject([{ pattern: 'wash-trading' }]);
  const [flag] = await own(asha);
  const details = await server.call('GET /marketConduct/{id}', { id: flag._id }, { token: asha.token });
  expect(JSON.stringify(details.body)).not.toContain(omar.name);
  expect(JSON.stringify(details.body)).not.toContain(omar.email);
  // The desk sees both.
  const { flags } = await desk({ q: asha.email });
  const { symbol } = flags[0].stock;
  expect((await desk({ q: `${asha.email} ${symbol.slice(0, 2)}` })).flags).toEqual(flags);
  // Every person in a row is found by a search, on whichever side.
  expect(flags).toMatchObject([
    { user: { email: omar.email }, other: { email: asha.email }, status: 'NEW' },
    { user: { email: asha.email }, other: { email: omar.email }, status: 'NEW' },
  ]);
});

test('people are linked if one referred the other, or if they share a browser and an address', async () => {
  const mira = await server.trader(10_000_000_00);
  await server.database.query('update users set referred_by = $1 where id = $2', [asha.id, omar.id]);
  for (const { id } of [asha, mira])
    await server.database.query(
      `insert into logins (id, user_id, created_at, expires_at, token_hash, rotated_at, ip, user_agent)
       values (gen_random_uuid(), $1, $2, $3, '', $3, '10.0.0.7', 'Firefox')`,
      // Logged in long ago, and never out since.
      [id, server.clock.at - 40 * DAY_MS, server.clock.at],
    );
  server.quote('MERIT', 'sell', 400_00, 40);
  await place(asha, { type: 'BUY', quantity: 40, price: 400 });
  for (const buyer of [omar, mira])
    for (const price of [401, 402]) {
      await place(asha, { type: 'SELL', quantity: 10, price });
      await place(buyer, { type: 'BUY', quantity: 10, price });
    }
  await look();
  const { flags } = await desk({ pattern: 'linked-crossing', q: asha.email });
  const others = flags
    .filter(({ user }: { user: { email: string } }) => user.email === asha.email)
    .map(({ other }: { other: { email: string } }) => other.email);
  expect(others.sort()).toEqual([mira.email, omar.email].sort());
});

test.each([
  ['29 days ago', '10.0.0.7', 'Firefox', 29, true],
  ['31 days ago', '10.0.0.7', 'Firefox', 31, false],
  ['with another browser', '10.0.0.7', 'Chrome', 0, false],
  ['at another address', '10.0.0.8', 'Firefox', 0, false],
  ['at no known address', '', 'Firefox', 0, false],
  ['with a browser that says nothing', '10.0.0.7', '', 0, false],
])('of two trades within an hour with somebody last seen %s: %s, %s', async (_, ip, agent, days, isLinked) => {
  const usual = { ip: ip && '10.0.0.7', agent: agent && 'Firefox' };
  for (const [{ id }, seen] of [
    [asha, { ...usual, days: 0 }],
    [omar, { ip, agent, days }],
  ] as const)
    await server.database.query(
      `insert into logins (id, user_id, created_at, expires_at, token_hash, rotated_at, ip, user_agent)
       values (gen_random_uuid(), $1, $2, $2, '', $2, $3, $4)`,
      [id, server.clock.at - seen.days * DAY_MS, seen.ip, seen.agent],
    );
  server.quote('MERIT', 'sell', 400_00, 20);
  await place(asha, { type: 'BUY', quantity: 20, price: 400 });
  for (const price of [401, 402]) {
    wait(25 * MINUTE_MS);
    await place(asha, { type: 'SELL', quantity: 10, price });
    await place(omar, { type: 'BUY', quantity: 10, price });
  }
  await look();
  expect((await own(asha)).length).toBe(isLinked ? 1 : 0);
});

test('a wall of orders that wait for a trigger is seen by nobody, and is no layering', async () => {
  await layer(asha, { orderType: 'STOP-LIMIT', stopPrice: 390 });
  await look();
  expect(await own(asha)).toEqual([]);
});

test('ordinary orders of a busy hour raise nothing', async () => {
  server.quote('MERIT', 'sell', 400_00, 500);
  for (let round = 0; round < 12; round++) {
    await place(asha, { type: 'BUY', quantity: 10, price: 400 });
    const id = await place(asha, { type: 'SELL', quantity: 5, price: 420 + round });
    if (round % 3 === 0) await cancel(asha, id);
  }
  await look();
  expect(await own(asha)).toEqual([]);
});

test('a small purchase in a busy market is no pump, also when it is examined after midnight', async () => {
  const midnight = dayStartAt(marketDay(server.clock.at) + 1);
  server.clock.at = midnight - 5 * MINUTE_MS;
  server.quote('PUMP', 'sell', 100_00, 10);
  await place(asha, { stock: 'PUMP', type: 'BUY', quantity: 10, price: 100 });
  server.quote('PUMP', 'buy', 104_00, 10);
  await place(asha, { stock: 'PUMP', type: 'SELL', quantity: 10, price: 104 });
  const { rows } = await server.database.query<{ id: number }>(`select id from instruments where symbol = 'PUMP'`);
  const bar = { open: 100_00, high: 104_00, low: 100_00, close: 104_00, volume: 5000 };
  await saveMinutes(server.database, 1, [{ instrument: rows[0].id, minute: midnight / MINUTE_MS - 5, ...bar }]);
  server.clock.at = midnight;
  await closeDays(server.database, 1, marketDay(midnight));
  await look();
  expect(await own(asha)).toEqual([]);
});

test.each([
  ['at once', 1000],
  ['after a day', DAY_MS],
])('orders from before a restart %s are examined after it', async (_, ms) => {
  await layer(asha);
  const { database, notices, clock } = server;
  wait(SETTLED_MS + ms);
  const log = { warn: (error: unknown) => expect(error).toBe(null) };
  const next = new Surveillance({ db: database, venue: 1, notices, log: log as never, now: () => clock.at });
  await next.recover();
  await next.look();
  expect(await own(asha)).toMatchObject([{ pattern: 'layering' }]);
});

test('an examination that fails delays no other, and is repeated', async () => {
  const { database, notices, clock } = server;
  const log = { warn: vi.fn<(about: object) => void>() };
  const watching = new Surveillance({ db: database, venue: 1, notices, log: log as never, now: () => clock.at });
  const gone = { account: omar.accountNo, symbol: 'GONE' };
  watching.committed({ at: clock.at, orders: [gone] } as never);
  await layer(asha);
  watching.committed({ at: clock.at, orders: [{ account: asha.accountNo, symbol: 'MERIT' }] } as never);
  wait(SETTLED_MS + 1000);
  await watching.look();
  expect(await own(asha)).toMatchObject([{ pattern: 'layering' }]);
  await watching.look();
  expect(log.warn.mock.calls.map(([about]) => about)).toMatchObject([gone, gone]);
});

/** A database that answers what surveillance reads by `query`, which is told whose rows are meant; only on a connection that steps back. */
function askedBy(query: (sql: string, account: unknown) => Promise<{ rows: object[] }>) {
  const asked = ({ text, values }: { text: string; values: unknown[] }) =>
    text.includes('pg_backend_pid') ? Promise.resolve({ rows: [{ pid: 0 }] }) : query(text, values[1]);
  const beside = () => Promise.reject(new Error('read at the pace of people who wait'));
  return { query: beside, pool: { connect: () => Promise.resolve({ query: asked, release: () => {} }) } };
}

test('a database that does not answer is asked three times a round, and nobody is left out', async () => {
  let [at, isAway, asked] = [0, true, 0];
  const examined = new Set<unknown>();
  const query = (sql: string, account: unknown) => {
    asked++;
    if (isAway) return Promise.reject(new Error('the database is away'));
    if (sql.includes('from fills')) examined.add(account);
    return Promise.resolve({ rows: [{ instrument: 1 }].slice(sql.startsWith('select id as instrument') ? 0 : 1) });
  };
  const log = { warn: vi.fn<(about: object) => void>() };
  const watching = new Surveillance({ db: askedBy(query), venue: 1, log, now: () => at } as never);
  const accounts = Array.from({ length: 10 }, (_, account) => account);
  watching.committed({ at, orders: accounts.map((account) => ({ account, symbol: 'MERIT' })) } as never);
  at = SETTLED_MS + 1000;
  for (const times of [3, 6]) {
    await watching.look();
    expect([asked, log.warn.mock.calls.length]).toEqual([times, times]);
  }
  isAway = false;
  await watching.look();
  expect(examined).toEqual(new Set(accounts));
});

test('a round ends with the process, without a word, and what it has not examined waits for the next process', async () => {
  let at = 0;
  const ending = new AbortController();
  const examined: unknown[] = [];
  const query = (sql: string, account: unknown) => {
    if (sql.includes('from fills')) examined.push(account);
    if (examined.length === 2) ending.abort();
    return Promise.resolve({ rows: [{ instrument: 1 }].slice(sql.startsWith('select id as instrument') ? 0 : 1) });
  };
  const log = { warn: vi.fn<(about: object) => void>() };
  const watching = new Surveillance({ db: askedBy(query), venue: 1, log, now: () => at } as never);
  const orders = [1, 2, 3, 4].map((account) => ({ account, symbol: 'MERIT' }));
  watching.committed({ at, orders } as never);
  at = SETTLED_MS + 1000;
  await watching.look(ending.signal);
  await watching.look(ending.signal);
  expect(examined).toEqual([1, 2]);
  expect(log.warn).not.toHaveBeenCalled();
});

test('a person who trades without a pause is examined again only after all who have waited', async () => {
  let at = 0;
  let examined: unknown[] = [];
  const query = (sql: string, account: unknown) => {
    if (sql.includes('from fills')) examined.push(account);
    return Promise.resolve({ rows: [{ instrument: 1 }].slice(sql.startsWith('select id as instrument') ? 0 : 1) });
  };
  const watching = new Surveillance({ db: askedBy(query), venue: 1, log: {}, now: () => at } as never);
  const act = (...accounts: number[]) =>
    watching.committed({ at, orders: accounts.map((account) => ({ account, symbol: 'MERIT' })) } as never);
  const busy = Array.from({ length: 500 }, (_, account) => account);
  act(...busy, 777);
  for (const expected of [busy, [777, ...busy.slice(0, 499)]]) {
    at += SETTLED_MS + 1000;
    act(...busy);
    examined = [];
    await watching.look();
    expect(examined).toEqual(expected);
  }
});

test('the desk finds, reviews and notes with the reviewer\u2019s name, and further evidence makes a flag new again', async () => {
  await layer(asha);
  await look();
  const [{ _id: id }] = (await desk({ q: asha.email, status: 'NEW' })).flags;
  const review = (input: object, token = admin.token) =>
    server.call('POST /reviewFlag/{id}', { id, status: 'DISMISSED', ...input }, { token });
  const saved = await review({ note: 'A first try.' });
  expect(saved.body.data).toMatchObject({ status: 'DISMISSED', note: 'A first try.', reviewedBy: admin.name });
  expect((await desk({ q: asha.email, status: 'NEW' })).flags).toEqual([]);
  const { rows } = await server.database.query(
    'select action, subject, detail from audit_log order by id desc limit 1',
  );
  expect(rows[0]).toMatchObject({
    action: 'review-flag',
    subject: asha.id,
    detail: {
      flag: 'Layering, MERIT',
      status: { from: 'NEW', to: 'DISMISSED' },
      note: { from: '', to: 'A first try.' },
    },
  });
  // A second administrator had opened it before.
  const late = await review({ status: 'REVIEWED', note: 'Mine.', seen: { status: 'NEW', note: '' } });
  expect([late.status, late.body.error?.code]).toEqual([409, 'changed-meanwhile']);
  const seen = { status: 'DISMISSED', note: 'A first try.' };
  expect((await review({ note: 'A first try. Mine.', seen })).status).toBe(200);
  // Pressed again after a lost answer: nothing is saved anew.
  const state = await server.stateHash();
  expect((await review({ note: 'A first try. Mine.', seen })).status).toBe(200);
  expect(await server.stateHash()).toBe(state);
  await layer(asha);
  await look();
  expect((await desk({ q: asha.email })).flags).toMatchObject([{ _id: id, status: 'NEW' }]);
  expect((await review({ seen: { ...seen, note: 'A first try. Mine.' } })).status).toBe(409);
  // It goes on while an administrator looks at it: still new, with the same note, but nobody has seen all of it.
  const [{ to, note }] = (await desk({ q: asha.email })).flags;
  await layer(asha);
  await look();
  const unseen = await review({ note, seen: { status: 'NEW', note, to } });
  expect([unseen.status, unseen.body.error?.code]).toEqual([409, 'changed-meanwhile']);
  expect(unseen.body.message).toMatch(/^This conduct has gone on in the meantime/);
  const [{ to: later }] = (await desk({ q: asha.email })).flags;
  expect((await review({ note, seen: { status: 'NEW', note, to: later } })).status).toBe(200);
});

test('of conduct that goes on for days, the newest orders, trades and prices are kept', async () => {
  const begin = server.clock.at;
  const { rows } = await server.database.query<{ id: number }>(`select id from instruments where symbol = 'MERIT'`);
  const watched = { venue: VENUE, account: asha.accountNo, instrument: rows[0].id };
  const numbers = (end: number) => Array.from({ length: 500 }, (_, n) => end - 499 + n);
  const stored = async () =>
    (
      await server.database.query<{ status: string; evidence: StoredEvidence; to: number }>(
        'select status, evidence, to_at as "to" from flags where account = $1',
        [asha.accountNo],
      )
    ).rows;
  const found = async (hour: number): Promise<void> => {
    const from = begin + hour * 60 * MINUTE_MS;
    const minutes = Array.from({ length: 60 }, (_, n) => ({ startAt: from + n * MINUTE_MS, close: 1, volume: 1 }));
    const [orderIds, tradeIds] = [numbers((hour + 1) * 500), numbers((hour + 1) * 500)];
    const times = { from, to: from + 59 * MINUTE_MS };
    const flag = { pattern: 'layering', ...times, other: null, orderIds, tradeIds, figures: {} } as const;
    await storeFlag({ db: server.database, notices: server.notices, now: server.now }, watched, flag, minutes);
  };
  for (let hour = 0; hour < 72; hour++) await found(hour);
  const [{ evidence, to }, ...others] = await stored();
  expect(others).toEqual([]);
  expect(to).toBe(begin + (71 * 60 + 59) * MINUTE_MS);
  expect([evidence.orderIds, evidence.tradeIds]).toEqual([numbers(72 * 500), numbers(72 * 500)]);
  expect(evidence.prices).toHaveLength(24 * 60);
  expect(evidence.prices.at(-1)![0]).toBe(begin + 72 * 60 * MINUTE_MS);
  // What is found once more is no further evidence.
  await server.database.query(`update flags set status = 'DISMISSED' where account = $1`, [asha.accountNo]);
  await found(71);
  expect(await stored()).toMatchObject([{ status: 'DISMISSED' }]);
});

test('nobody sees what belongs to others, and nonsense changes nothing', async () => {
  await layer(asha);
  await look();
  const [{ _id: id }] = await own(asha);
  const instructor = await server.instructor();
  const before = await server.stateHash();
  for (const trader of [omar, instructor]) {
    expect((await server.call('GET /marketConduct/{id}', { id }, { token: trader.token })).status).toBe(404);
    expect((await server.call('GET /surveillance', {}, { token: trader.token })).status).toBe(403);
    expect((await server.call('GET /surveillance/{id}', { id }, { token: trader.token })).status).toBe(403);
    const review = { id, status: 'DISMISSED' };
    expect((await server.call('POST /reviewFlag/{id}', review, { token: trader.token })).status).toBe(403);
  }
  expect((await server.call('GET /marketConduct', {}, { token: admin.token })).status).toBe(403);
  for (const wrong of ['0', '-1', 'x', '99999999999999999999', "1' or 1=1"])
    expect((await server.call('GET /surveillance/{id}', { id: wrong }, { token: admin.token })).status).toBe(404);
  for (const wrong of [{ status: 'GONE' }, { status: 'NEW', note: 'x'.repeat(1001) }, { status: 7 }, {}])
    expect((await server.call('POST /reviewFlag/{id}', { id, ...wrong }, { token: admin.token })).status).toBe(400);
  expect((await server.call('GET /surveillance', { pattern: 'x' }, { token: admin.token })).status).toBe(400);
  expect((await server.call('GET /surveillance', { q: '%_\\' }, { token: admin.token })).body.data.flags).toEqual([]);
  expect(await server.stateHash()).toBe(before);
});
