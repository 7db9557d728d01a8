// An administrator's command to the exchange is in the log exactly if it was carried out, wherever the process ends.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { haltRows } from './admin/halt-rows.ts';
import { DeskActs } from './desk-acts.ts';
import type { RouteName } from '../contract/routes.ts';
import { request } from '../tests/accounts.ts';
import { startTrading, VENUE } from '../tests/trading.ts';
import type { Trading } from '../tests/trading.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading();
  admin = await server.admin();
  await server.database.query(
    `create function fall_over() returns trigger language plpgsql as $$ begin raise exception 'the process has ended'; end $$`,
  );
});
afterAll(() => server.close());

const send = (name: RouteName, input: object) => server.call(name, input, { token: admin.token });
const logged = async () =>
  (await server.database.query(`select actor, action, subject, ip from audit_log order by id`)).rows;
const begun = async () => (await server.database.query('select 1 from begun_acts')).rows.length;
/** The state that the next process finds. */
const nextStart = () =>
  new DeskActs({
    db: server.database,
    exchange: server.exchange,
    now: server.now,
    followUps: haltRows(VENUE),
  }).settle();

/** Every commit of an entry of the log fails meanwhile, as if the process had ended just before it. */
async function endingBeforeLog(name: RouteName, input: object): Promise<void> {
  await server.database.query(
    'create constraint trigger fall_over after insert on audit_log deferrable initially deferred for each row execute function fall_over()',
  );
  const { statusCode } = await server.app.inject(request(name, input, { token: admin.token }));
  await server.database.query('drop trigger fall_over on audit_log');
  expect(statusCode).toBe(500);
}

const fees = { standardCommissionRate: 0.5, flatTransactionFee: 1, volumeDiscounts: [] };
const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const promotion = { name: 'Diwali', discountValue: 10, startDate: dayAhead(1), endDate: dayAhead(5) };
const nova = { name: 'Nova Foods', sector: 'Energy', tickSize: 0.05, priceBand: 10, price: 250 };

describe('a process that ends after the exchange has stored a change, and before the log has', () => {
  test.each<[action: string, subject: string, name: RouteName, input: object]>([
    ['update-limits', 'limits', 'POST /updateLimit', { maxBuyLimit: 900, maxSellLimit: 500, timeframeInHours: 24 }],
    ['update-fees', 'fees', 'POST /updateFees', fees],
    ['add-fee-promotion', 'fees', 'POST /feePromotions', promotion],
    ['list-stock', 'NOVA', 'POST /listStock', { symbol: 'NOVA', ...nova }],
    ['update-stock', 'ZENITH', 'POST /updateStock', { symbol: 'ZENITH', tickSize: 0.1, priceBand: 5 }],
    ['halt-stock', 'ZENITH', 'POST /haltStock', { symbol: 'ZENITH', isHalted: true, reason: 'Odd prices' }],
    ['resume-stock', 'ZENITH', 'POST /haltStock', { symbol: 'ZENITH', isHalted: false }],
    ['halt-market', 'market', 'POST /haltMarket', { isHalted: true, reason: 'A look' }],
    ['resume-market', 'market', 'POST /haltMarket', { isHalted: false }],
  ])('%s is logged by the next start, once', async (action, subject, name, input) => {
    const before = await logged();
    await endingBeforeLog(name, input);
    expect(await logged()).toEqual(before);
    await nextStart();
    await nextStart();
    expect(await logged()).toEqual([...before, { actor: admin.id, action, subject, ip: '127.0.0.1' }]);
    expect(await begun()).toBe(0);
  });

  test('the cancel of an order is logged before the next act of the same process', async () => {
    const asha = await server.trader(10_000_00);
    const asked = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 380 };
    const id = (await server.call('POST /orders', asked, { token: asha.token })).body.data._id;
    await endingBeforeLog('POST /changeStatus/{id}', { id });
    expect((await send('GET /orderDetails/{id}', { id })).body.data.order.status).toBe('FAILED');
    await send('POST /updateLimit', { maxBuyLimit: 901, maxSellLimit: 500, timeframeInHours: 24 });
    expect((await logged()).slice(-2)).toMatchObject([
      { action: 'cancel-order', subject: `order ${id}` },
      { action: 'update-limits' },
    ]);
  });

  test('since when and why it is halted is known as well', async () => {
    const at = new Date(server.clock.at).toISOString();
    await endingBeforeLog('POST /haltStock', { symbol: 'MERIT', isHalted: true, reason: 'Odd prices' });
    await nextStart();
    await endingBeforeLog('POST /haltMarket', { isHalted: true, reason: 'A look' });
    await nextStart();
    expect((await send('GET /marketState', {})).body.data).toMatchObject({ haltedAt: at, reason: 'A look' });
    const { data } = (await send('GET /stocklist', {})).body;
    expect(data.find(({ symbol }: { symbol: string }) => symbol === 'MERIT').halt).toEqual({
      haltedAt: at,
      reason: 'Odd prices',
    });
    await send('POST /haltMarket', { isHalted: false });
  });
});

test('an act that never reached the exchange, or was refused by it, is not logged', async () => {
  const before = await logged();
  await server.database.query(
    `insert into begun_acts (id, at, actor, action, subject, detail) values ($1, 1, $2, 'update-fees', 'fees', '{}')`,
    [randomUUID(), admin.id],
  );
  await nextStart();
  const by = { actor: admin.id, ip: '127.0.0.1' };
  const act = { action: 'cancel-order', subject: 'order 424242', detail: {}, by } as const;
  const decision = await server.acts.carryOut(act, { kind: 'cancel-order', account: null, orderId: 424_242 });
  expect(decision.isAccepted).toBe(false);
  expect([await logged(), await begun()]).toEqual([before, 0]);
});

test('an act that cannot be logged stands in the way of no other', async () => {
  const id = randomUUID();
  await server.database.query(
    `insert into begun_acts (id, at, actor, action, subject, detail) values ($1, 1, $2, 'halt-market', 'market', '{}')`,
    [id, randomUUID()],
  );
  await server.database.query(
    `insert into command_keys (account, key, fingerprint, outcome, at) values (0, $1, '', '{"isAccepted": true}', 1)`,
    [`act:${id}`],
  );
  await expect(nextStart()).rejects.toThrow('market_halts');
  expect((await send('POST /updateLimit', { maxBuyLimit: 902, maxSellLimit: 500, timeframeInHours: 24 })).status).toBe(
    200,
  );
  expect((await logged()).at(-1)).toMatchObject({ action: 'update-limits' });
  expect(await begun()).toBe(1);
  await server.database.query('delete from begun_acts');
});

test('a request that comes again while what is left of it is cleared away is logged', async () => {
  const { database: db, exchange, now } = server;
  const id = randomUUID();
  await db.query(
    `insert into begun_acts (id, at, actor, action, subject, detail) values ($1, 1, $2, 'update-limits', 'limits', '{}')`,
    [id, admin.id],
  );
  let isSlow = true;
  const transaction: typeof db.transaction = async (work, limits) => {
    if (isSlow) {
      isSlow = false;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return db.transaction(work, limits);
  };
  const submit: typeof exchange.submit = async (...asked) => {
    await clearing;
    return exchange.submit(...asked);
  };
  const read: typeof exchange.read = (look) => exchange.read(look);
  const acts = new DeskActs({ db: { ...db, transaction }, exchange: { read, submit } as never, now, followUps: {} });
  const before = await logged();
  const clearing = acts.settle();
  const by = { actor: admin.id, ip: '127.0.0.1' };
  await acts.carryOut(
    { action: 'update-limits', subject: 'limits', detail: {}, by, id },
    { kind: 'set-limits', limits: { maxBuyLimit: 903, maxSellLimit: 500, timeframeInHours: 24 } },
  );
  expect(await logged()).toEqual([...before, { action: 'update-limits', subject: 'limits', ...by }]);
  expect(await begun()).toBe(0);
});

test('the cleanup leaves acts that are still under way alone', async () => {
  const { database: db, exchange, now } = server;
  // It comes between the record of each act and the exchange.
  const submit: typeof exchange.submit = async (...asked) => {
    await acts.settle();
    return exchange.submit(...asked);
  };
  const read: typeof exchange.read = (look) => exchange.read(look);
  const acts = new DeskActs({ db, exchange: { read, submit } as never, now, followUps: {} });
  const before = (await logged()).length;
  const change = (n: number) =>
    acts.carryOut(
      { action: 'update-limits', subject: 'limits', detail: {}, by: { actor: admin.id, ip: '127.0.0.1' } },
      { kind: 'set-limits', limits: { maxBuyLimit: 1000 + n, maxSellLimit: 500, timeframeInHours: 24 } },
    );
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? acts.settle() : change(n))));
  expect([(await logged()).length - before, await begun()]).toEqual([10, 0]);
});
