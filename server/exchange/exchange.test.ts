// The single writer on a real database: what is answered is durable, once, and survives lost connections and lost answers.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import type { Command, PlaceOrder } from '../../core/command.ts';
import { takeSnapshot } from '../../core/snapshot.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { Exchange, ExchangeUnavailable, KeyReused } from './exchange.ts';
import type { CommittedBatch, DecidedBatch } from './exchange.ts';
import type { NoticeRow } from '../notices/notices.ts';
import { loadSnapshot } from './load.ts';
import { verifyBooks } from './verify.ts';
import { VenueTaken } from './writer.ts';

const ASHA = 1;
const RAVI = 2;
const log = pino({ level: 'silent' });

let db: TestDatabase;
let exchange: Exchange;
let batches: CommittedBatch[] = [];

/** Everything that an array of the database could take for its own. */
const AWKWARD = `"quoted", {braced}, back\\slash, 'apostrophe', ₹1,234.50 NULL`;

/** What became of batches: each is sent to the database, and later told. */
let course: string[] = [];
let whenSent: (() => void) | null = null;

/** One for each order of a batch. */
const noticesOf = ({ orders, at }: DecidedBatch): NoticeRow[] => {
  course.push('sent');
  whenSent?.();
  return orders.map(({ id, account }) => ({
    account,
    kind: 'fill',
    message: `${id} ${AWKWARD}`,
    at,
    isListed: true,
    isMailDue: false,
  }));
};

const openExchange = async (now: () => number = Date.now): Promise<Exchange> => {
  const opened = await Exchange.open({
    db,
    venue: 1,
    log,
    now,
    onTrade: () => {},
    noticesOf,
    onLost: () => {},
  });
  opened.subscribe((batch) => {
    course.push('told');
    batches.push(batch);
  });
  return opened;
};

beforeAll(async () => {
  db = await openTestDatabase();
  exchange = await openExchange();
  const terms = {
    name: 'Tata',
    sector: 'IT',
    tickSize: 5,
    priceBand: 200_000,
    previousClose: 3500_00,
    sharesIssued: 1_000_000,
  };
  await exchange.submit({ kind: 'list-instrument', instrument: { symbol: 'TCS', ...terms } });
  for (const account of [ASHA, RAVI]) {
    await exchange.submit({ kind: 'open-account', account });
    await exchange.submit(
      { kind: 'deposit', account, amount: 10_00_000_00, paymentId: account },
      { account, key: `payment:${account}` },
    );
  }
});

afterAll(async () => {
  await exchange.close();
  await db.close();
});

const order = (account: number, side: 'buy' | 'sell', quantity: number, limitPrice = 3500_00): PlaceOrder => ({
  kind: 'place-order',
  account,
  symbol: 'TCS',
  side,
  orderType: 'limit',
  timeInForce: 'gtc',
  product: 'delivery',
  quantity,
  limitPrice,
  stopPrice: 0,
});

const cashOf = (account: number): Promise<number> =>
  exchange.read(({ venue }) => venue.ledger.available(venue.traders.get(account)!.cash));

const offer = (quantity: number): void =>
  exchange.turn((engine, at) => void engine.desk('TCS', at).place(-1, 'sell', 3500_00, quantity));

/** Ends every connection of the server that is writing, as a database restart would. */
const cutConnections = async (): Promise<void> => {
  await db.query(
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

const expectMemoryEqualsDatabase = async (): Promise<void> => {
  const memory = await exchange.read(takeSnapshot);
  const stored = await loadSnapshot(db, 1, Date.now());
  // Quotes are the market's, found again from bars; priorities only order those that rest.
  const comparable = (snapshot: typeof stored) =>
    JSON.parse(JSON.stringify({ ...snapshot, instruments: 0, lastPriority: 0 }));
  expect(comparable(stored)).toEqual(comparable(memory));
};

test('an accepted order is in the database when it is answered', async () => {
  offer(100);
  const before = await cashOf(ASHA);
  const decision = await exchange.submit(order(ASHA, 'buy', 4));
  expect(decision).toMatchObject({
    isAccepted: true,
    order: { status: 'filled', filledValue: 14_000_00, brokerage: 140_00, flatFee: 5_00 },
  });
  const { rows } = await db.query<{ status: string }>('select status from orders where id = $1', [decision.sequence]);
  expect(rows).toEqual([{ status: 'filled' }]);
  expect(await cashOf(ASHA)).toBe(before - 14_000_00 - 145_00);
  await expectMemoryEqualsDatabase();
});

test('subscribers hear of each commit, after it, in order', async () => {
  offer(10);
  batches = [];
  const { sequence } = await exchange.submit(order(ASHA, 'buy', 2));
  const batch = batches.find(({ orders }) => orders.some(({ id }) => id === sequence));
  expect(batch?.fills).toMatchObject([
    { orderId: sequence, quantity: 2, price: 3500_00, side: 'buy', counterparty: null },
  ]);
  expect([...(batch?.accounts ?? [])]).toContain(ASHA);
});

test('the database has the next batch before those of the last one are answered', async () => {
  const passing: PlaceOrder = { ...order(ASHA, 'buy', 1, 3400_00), timeInForce: 'ioc' };
  const second = new Promise((resolve) => {
    whenSent = () => {
      whenSent = null;
      resolve(exchange.submit(passing));
    };
  });
  course = [];
  await exchange.submit(passing);
  await second;
  expect(course).toEqual(['sent', 'sent', 'told', 'told']);
});

test('what people are told is stored in the commit, each with the number it is published under', async () => {
  offer(10);
  batches = [];
  await Promise.all([ASHA, RAVI, ASHA].map((account) => exchange.submit(order(account, 'buy', 1))));
  const published = batches.flatMap(({ notices }) => notices);
  const { rows } = await db.query<{ id: number; account: number; message: string }>(
    'select id, account, message from notifications order by id desc limit 3',
  );
  expect(published).toHaveLength(3);
  expect(published.map(({ id, account, message }) => ({ id, account, message }))).toEqual(rows.toReversed());
  expect(rows.every(({ message }) => message.endsWith(AWKWARD))).toBe(true);
});

test('the same key gives the first decision and one effect', async () => {
  offer(50);
  const command = order(RAVI, 'buy', 1);
  const key = { account: RAVI, key: 'buy-once' };
  const before = await cashOf(RAVI);
  const first = await exchange.submit(command, key);
  const again = await exchange.submit(command, key);
  expect(again).toEqual(first);
  expect(await cashOf(RAVI)).toBe(before - 3500_00 - 35_00 - 5_00);
  await expect(exchange.submit({ ...command, quantity: 2 }, key)).rejects.toThrow(KeyReused);
  // Another person's key of the same name is another key.
  const other = await exchange.submit(order(ASHA, 'buy', 1), { account: ASHA, key: 'buy-once' });
  expect(other.sequence).not.toBe(first.sequence);
});

test('twenty at once with one key: one effect, and nobody hears of another', async () => {
  offer(50);
  const key = { account: RAVI, key: 'twenty' };
  const before = await cashOf(RAVI);
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => exchange.submit(order(RAVI, 'buy', 1), key)),
  );
  const sequences = new Set(
    answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.sequence] : [])),
  );
  expect(sequences.size).toBe(1);
  expect(await cashOf(RAVI)).toBe(before - 3540_00);
});

test('twenty buys with cash for one: one is accepted', async () => {
  const account = 3;
  await exchange.submit({ kind: 'open-account', account });
  await exchange.submit({ kind: 'deposit', account, amount: 3540_00, paymentId: 3 });
  offer(50);
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange.submit(order(account, 'buy', 1))));
  expect(answers.filter(({ isAccepted }) => isAccepted)).toHaveLength(1);
  const refused = answers.find(({ isAccepted }) => !isAccepted);
  expect(refused).toMatchObject({ refusal: { reason: 'insufficient-balance', required: 3540_00 } });
  expect(await cashOf(account)).toBe(0);
});

test('a restart finds the same state, with orders in their old place in the queue', async () => {
  const first = await exchange.submit(order(ASHA, 'buy', 3, 3400_00));
  const second = await exchange.submit(order(RAVI, 'buy', 5, 3400_00));
  const before = await exchange.read(takeSnapshot);
  await exchange.close();
  exchange = await openExchange();
  expect((await exchange.read(takeSnapshot)).orders).toEqual(before.orders);
  exchange.turn((engine, at) => void engine.desk('TCS', at).take(-2, 'sell', 3, 3400_00));
  const open = await exchange.read(({ venue }) => [...venue.orders.keys()]);
  expect(open).toContain(second.sequence);
  expect(open).not.toContain(first.sequence);
  await exchange.submit({ kind: 'cancel-order', account: RAVI, orderId: second.sequence });
  await expectMemoryEqualsDatabase();
});

test('a restart finds the market still halted', async () => {
  await exchange.submit({ kind: 'halt-market', isHalted: true });
  await exchange.close();
  exchange = await openExchange();
  expect(await exchange.submit(order(ASHA, 'buy', 1))).toMatchObject({ refusal: { reason: 'market-halted' } });
  await exchange.submit({ kind: 'halt-market', isHalted: false });
  await exchange.close();
  exchange = await openExchange();
  expect(await exchange.read(({ venue }) => venue.isHalted)).toBe(false);
});

test('after a restart a longer timeframe counts what a shorter one did not', async () => {
  const limits = { maxBuyLimit: 1000, maxSellLimit: 1000, timeframeInHours: 1 };
  const account = 61;
  await exchange.submit({ kind: 'open-account', account });
  await exchange.submit({ kind: 'deposit', account, amount: 1_00_000_00, paymentId: account });
  await exchange.submit({ kind: 'set-limits', limits });
  offer(4);
  await exchange.submit(order(account, 'buy', 4));
  await exchange.close();
  // Two hours later, in a process of its own.
  const later = () => Date.now() + 2 * 3_600_000;
  exchange = await Exchange.open({ db, venue: 1, log, now: later, onTrade: () => {}, noticesOf, onLost: () => {} });
  await exchange.submit({ kind: 'set-limits', limits: { ...limits, maxBuyLimit: 5, timeframeInHours: 24 } });
  expect(await exchange.submit(order(account, 'buy', 2))).toMatchObject({
    refusal: { reason: 'over-buy-limit-in-timeframe', already: 4 },
  });
  await exchange.submit({ kind: 'set-limits', limits: { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 } });
  await exchange.close();
  exchange = await openExchange();
});

test('a reward is paid once with its key, its bonus survives a restart, and what is unused goes back once', async () => {
  const account = 4;
  const { rows } = await db.query<{ id: number }>(
    `insert into rewards (venue, account, kind, source, amount, earned_at, expires_at)
     values (1, $1, 'signup', 'signup:4', 5000000, 0, 1000) returning id`,
    [account],
  );
  const rewardId = rows[0].id;
  await exchange.submit({ kind: 'open-account', account });
  const grant = { kind: 'grant-reward', account, rewardId, amount: 50_000_00, expiresAt: 1000 } as const;
  const key = { account, key: 'reward:signup:4' };
  batches = [];
  const first = await exchange.submit(grant, key);
  expect(await exchange.submit(grant, key)).toEqual(first);
  offer(10);
  await exchange.submit(order(account, 'buy', 2)); // 7,000 rupees, 70 of commission, the flat fee of 5
  await expectMemoryEqualsDatabase();
  await exchange.close();
  exchange = await openExchange();
  expect(await exchange.submit(grant, key)).toEqual(first);
  await expectMemoryEqualsDatabase();
  for (let time = 0; time < 2; time++) await exchange.submit({ kind: 'expire-reward', account });
  expect(await cashOf(account)).toBe(0);
  const flow = { account, reference: rewardId };
  expect(batches.flatMap(({ cashFlows }) => cashFlows)).toMatchObject([
    { ...flow, kind: 'reward', amount: 50_000_00 },
    { ...flow, kind: 'reward-expiry', amount: -(50_000_00 - 7_075_00) },
  ]);
  await expectMemoryEqualsDatabase();
  expect(await verifyBooks(db, 1)).toMatchObject({ ok: true });
});

test('keys of payments and rewards outlive all others', async () => {
  const age = `update command_keys set at = 0`;
  await db.query(age);
  await exchange.prune();
  const { rows } = await db.query<{ key: string }>('select key from command_keys order by key');
  expect(rows.map(({ key }) => key)).toEqual(['payment:1', 'payment:2', 'reward:signup:4']);
});

test('a clock that leaps by days and back makes nobody’s order twice', async () => {
  let leapMs = 0;
  await exchange.close();
  exchange = await openExchange(() => Date.now() + leapMs);
  const [command, key] = [order(ASHA, 'buy', 1, 3000_00), { account: ASHA, key: 'asked-around-a-leap' }];
  const first = await exchange.submit(command, key);
  leapMs = 4 * 86_400_000;
  await exchange.prune();
  leapMs = 0;
  await exchange.prune();
  expect(await exchange.submit(command, key)).toEqual(first);
  await exchange.close();
  exchange = await openExchange();
});

test('a second process cannot take the venue while the first has it', async () => {
  await expect(openExchange()).rejects.toThrow(VenueTaken);
});

test('a key that another process has used meanwhile gets its first decision', async () => {
  const [command, key] = [order(ASHA, 'buy', 1, 3000_00), { account: ASHA, key: 'used-elsewhere' }];
  const { sequence } = await exchange.submit(command);
  await cutConnections();
  const other = await openExchange();
  const first = await other.submit(command, key);
  expect(first.sequence).toBe(sequence + 1);
  await other.close();
  // The old one gives the same place, finds out that its connection is gone, and takes the venue back: what is stored there is not its own.
  await expect(exchange.submit(order(ASHA, 'buy', 1, 3000_00))).rejects.toThrow(ExchangeUnavailable);
  await vi.waitFor(() => expect(exchange.isRunning).toBe(true), 10_000);
  expect(await exchange.submit(command, key)).toEqual(first);
});

test('a lost connection: what was answered is there, what was not can be repeated, and nothing happens twice', async () => {
  offer(1000);
  const before = await cashOf(ASHA);
  const jobs = Array.from({ length: 60 }, (_, n) => ({
    command: order(ASHA, 'buy', 1),
    key: { account: ASHA, key: `cut-${n}` },
  }));
  const submitUntilAnswered = async ({ command, key }: { command: Command; key: { account: number; key: string } }) => {
    for (;;) {
      try {
        return await exchange.submit(command, key);
      } catch (error) {
        expect(error).toBeInstanceOf(ExchangeUnavailable);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const answers = jobs.map(async (job, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 5));
    return submitUntilAnswered(job);
  });
  const cuts = (async () => {
    for (let cut = 0; cut < 3; cut++) {
      await new Promise((resolve) => setTimeout(resolve, 70));
      await cutConnections().catch(() => {});
    }
  })();
  const decisions = await Promise.all(answers);
  await cuts;
  expect(new Set(decisions.map(({ sequence }) => sequence)).size).toBe(60);
  const again = await Promise.all(jobs.map(submitUntilAnswered));
  expect(again).toEqual(decisions);
  const filled = decisions.filter((decision) => decision.isAccepted && decision.order?.status === 'filled').length;
  // The offer was the crowd's and is not stored: after a recovery the book may be empty, and orders rest instead.
  const resting = decisions.length - filled;
  expect(await cashOf(ASHA)).toBe(before - (filled + resting) * 3540_00);
  await expectMemoryEqualsDatabase();
  expect(await verifyBooks(db, 1)).toMatchObject({ ok: true });
  // Each was told with its effect: all of them, none twice, and nothing of what became void.
  const { rows } = await db.query<{ message: string }>('select message from notifications');
  const { rows: orders } = await db.query<{ id: number }>('select id from orders order by id');
  const toldOf = rows.map(({ message }) => Number.parseInt(message)).toSorted((a, b) => a - b);
  expect([...new Set(toldOf)]).toEqual(orders.map(({ id }) => id));
  const placed = new Set(decisions.map(({ sequence }) => sequence));
  expect(toldOf.filter((id) => placed.has(id))).toHaveLength(60);
});

test('a lost connection leaves the figures of the day as they are', async () => {
  exchange.turn((engine, at) => void engine.desk('TCS', at).place(-2, 'sell', 3600_00, 1));
  exchange.turn((engine, at) => void engine.desk('TCS', at).take(-3, 'buy', 2_000, 3600_00));
  const figures = () => exchange.read((engine) => ({ ...engine.market('TCS')!.quote }));
  const before = await figures();
  expect(before).toMatchObject({ last: 3600_00, high: 3600_00 });
  const { generation } = exchange;
  await cutConnections();
  await exchange.submit(order(ASHA, 'buy', 1, 3000_00)).catch(() => {});
  await vi.waitFor(() => expect(exchange.isRunning && exchange.generation > generation).toBe(true), 10_000);
  expect(await figures()).toEqual(before);
});

test('a decision that breaks off leaves nothing behind, and takes nothing with it that was answered', async () => {
  const answered = await exchange.submit(order(ASHA, 'buy', 1, 3000_00));
  const before = await cashOf(RAVI);
  const { generation } = exchange;
  // Decided, and not yet stored.
  const beside = exchange.submit(order(RAVI, 'buy', 1)).catch((error: unknown) => error);
  const breakOff = () =>
    exchange.turn((engine, at) => {
      engine.apply(order(RAVI, 'buy', 2), { sequence: answered.sequence + 1_000, at });
      throw new TypeError('half way');
    });
  expect(breakOff).toThrow('half way');
  await expect(exchange.submit(order(RAVI, 'buy', 1))).rejects.toThrow(ExchangeUnavailable);
  expect(await beside).toBeInstanceOf(ExchangeUnavailable);
  await vi.waitFor(() => expect(exchange.isRunning && exchange.generation > generation).toBe(true), 10_000);
  expect(await cashOf(RAVI)).toBe(before);
  const { rows } = await db.query('select id from orders where id >= $1', [answered.sequence]);
  expect(rows).toEqual([{ id: answered.sequence }]);
  await expectMemoryEqualsDatabase();
  expect(await verifyBooks(db, 1)).toMatchObject({ ok: true });
  expect((await exchange.submit(order(RAVI, 'buy', 1, 3000_00))).isAccepted).toBe(true);
});

test('time does not go back where another clock takes over, and a clock that was hours ahead is not followed', async () => {
  const timeOf = async () =>
    ((await exchange.submit(order(ASHA, 'buy', 1, 3000_00))) as { order: { createdAt: number } }).order.createdAt;
  const reopen = async (now: () => number): Promise<void> => {
    await exchange.close();
    exchange = await openExchange(now);
  };
  const before = await timeOf();
  await reopen(() => Date.now() - 30_000);
  expect(await timeOf()).toBeGreaterThanOrEqual(before);
  await reopen(() => Date.now() + 7_200_000);
  expect(await timeOf()).toBeGreaterThan(before + 7_000_000);
  await reopen(Date.now);
  expect(await timeOf()).toBeLessThan(before + 600_000);
});

test('the proof names what does not add up', async () => {
  const corruptions: [name: string, sql: string][] = [
    ['balances', `update ledger_accounts set balance = balance + 1 where owner = 'fees'`],
    ['zero-sums', `update ledger_accounts set balance = balance + 1 where owner = 'fees'`],
    ['chain', `alter table transfers disable trigger all; update transfers set reference = reference + 1 where id = 2`],
    [
      'chain',
      `alter table batches disable trigger all; update batches set settled_references[1] = settled_references[1] + 1 where settled_ids is not null`,
    ],
    [
      'balances',
      `alter table batches disable trigger all; update batches set settled_amounts[1] = settled_amounts[1] + 1`,
    ],
    ['positions', `update lots set quantity = quantity + 1 where id = (select min(id) from lots)`],
    ['fills', `update orders set remaining = remaining + 1 where status = 'filled' and quantity > 1`],
    ['holds', `update orders set held = 1 where end_reason is not null`],
    ['rewards', `update ledger_accounts set balance = balance + 1 where owner = 'rewards'`],
    [
      'rewards',
      `insert into rewards (venue, account, kind, source, amount, earned_at, state, paid_at) values (1, 9, 'loyalty', 'x', 1, 0, 'paid', 0)`,
    ],
    ['rewards', `alter table rewards disable trigger all; update rewards set amount = amount + 1`],
    ['rewards', `delete from rewards`],
    ['bonuses', `update traders set bonus_reward = 1, bonus_left = 1, bonus_expires_at = 0 where account = 2`],
    ['fees', `alter table fills disable trigger all; update fills set brokerage = brokerage + 1 where trade_id = 1`],
    [
      'chain',
      `alter table transfers disable trigger all; delete from transfers where id = (select max(id) from transfers)`,
    ],
  ];
  for (const [name, sql] of corruptions) {
    const proof = await db
      .transaction(async (transaction) => {
        for (const statement of sql.split(';')) await transaction.query(statement);
        const found = await verifyBooks(transaction, 1);
        throw Object.assign(new Error('roll back'), { found });
      })
      .catch((error: Error & { found?: Awaited<ReturnType<typeof verifyBooks>> }) => error.found);
    expect(proof?.ok, name).toBe(false);
    expect(proof?.checks.filter(({ ok }) => !ok).map((check) => check.name)).toContain(name);
  }
  expect(await verifyBooks(db, 1)).toMatchObject({ ok: true });
});

test('transfers, fills and batches can be neither changed nor deleted', async () => {
  for (const table of ['transfers', 'fills', 'batches']) {
    await expect(db.query(`delete from ${table}`)).rejects.toThrow('written once');
    await expect(db.query(`update ${table} set venue = venue`)).rejects.toThrow('written once');
  }
});

test('an exit that is dropped, because its shares are sold, is reason enough for a batch', async () => {
  offer(1_000);
  const entry = await exchange.submit({ ...order(ASHA, 'buy', 1), exits: { target: 3700_00, stop: 3300_00 } });
  expect(entry).toMatchObject({ isAccepted: true, order: { status: 'filled' } });
  const isDue = async (): Promise<boolean> =>
    (await db.query('select 1 from exits_due where entry_id = $1', [entry.sequence])).rowCount === 1;
  expect(await isDue()).toBe(true);
  const free = await exchange.read(({ venue }) => {
    const [position] = venue.traders.get(ASHA)!.positions.values();
    return venue.ledger.available(position.shares);
  });
  exchange.turn((engine, at) => void engine.desk('TCS', at).place(-1, 'buy', 3400_00, free));
  await exchange.submit(order(ASHA, 'sell', free, 3400_00));
  expect((await exchange.submit({ kind: 'place-exit', entryId: entry.sequence })).isAccepted).toBe(true);
  expect(await isDue()).toBe(false);
});

test("what is read is asked after when the lease has run out, and refused when the venue is another process's", async () => {
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 60_000);
  try {
    await expect(exchange.read(({ venue }) => venue.isHalted)).resolves.toBe(false);
    await db.query('update venues set epoch = epoch + 1');
    clock.mockImplementation(() => real() + 120_000);
    await expect(exchange.read(({ venue }) => venue.isHalted)).rejects.toThrow(ExchangeUnavailable);
    const unknown: Command = { kind: 'cancel-order', account: ASHA, orderId: 987_654 };
    await expect(exchange.submit(unknown)).rejects.toThrow(ExchangeUnavailable);
  } finally {
    clock.mockRestore();
  }
});

test('a process whose epoch is over writes nothing', async () => {
  await db.query('update venues set epoch = epoch + 1');
  const before = await db.query('select count(*) as n from batches');
  await expect(exchange.submit(order(ASHA, 'buy', 1, 3300_00))).rejects.toThrow(ExchangeUnavailable);
  const after = await db.query('select count(*) as n from batches');
  expect(after.rows).toEqual(before.rows);
});
