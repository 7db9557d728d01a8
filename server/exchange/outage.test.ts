// Lost connections, lost answers, defects and other processes: answered commands stay, nothing happens twice, and nothing stale is published.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import {
  ASHA,
  cashOf,
  db,
  exchange,
  expectMemoryEqualsDatabase,
  offer,
  onceSent,
  openExchange,
  order,
  RAVI,
  reopen,
  VENUE,
} from '../../tests/scenes/exchange.ts';
import type { Command } from '../../core/command.ts';
import { KeyRunning } from './command-keys.ts';
import { ExchangeUnavailable } from './unavailable.ts';
import { verifyBooks } from './proof/verify.ts';
import { VenueTaken, Writer } from './writer.ts';

/** Ends every connection of the server that is writing, as a database restart would. */
const cutConnections = async (): Promise<void> => {
  await db.query(
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

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

test('a lost commit is found also where another process has gone on from it', async () => {
  const own = await exchange.submit(order(ASHA, 'buy', 1, 3000_00));
  const { epoch } = exchange;
  await cutConnections();
  const other = await openExchange();
  const { sequence } = await other.submit(order(RAVI, 'buy', 1, 3000_00));
  await other.close();
  const writer = await Writer.open(db, VENUE);
  const lost = [
    { sequence: own.sequence, epoch },
    // The same number, given by the other one; and one that nobody has given.
    { sequence, epoch },
    { sequence: sequence + 1, epoch },
    { sequence, epoch: other.epoch },
    { sequence: own.sequence, epoch: other.epoch },
  ];
  const found: boolean[] = [];
  for (const each of lost) found.push(await writer.hasStored(each));
  await writer.close();
  expect(found).toEqual([true, false, false, true, false]);
  await vi.waitFor(() => reopen(), 10_000);
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
        // Or its first attempt is still under way, although nobody waits for it any more.
        if (!(error instanceof KeyRunning)) expect(error).toBeInstanceOf(ExchangeUnavailable);
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
  expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
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

test('a day that begins again, because its beginning was lost, begins with the last prices of the day before', async () => {
  exchange.turn((engine, at) => void engine.desk('TCS', at).place(-2, 'sell', 3620_00, 1));
  exchange.turn((engine, at) => void engine.desk('TCS', at).take(-3, 'buy', 2_000, 3620_00));
  const quoted = () => exchange.read((engine) => ({ ...engine.market('TCS')!.quote }));
  const before = await quoted();
  expect(before).toMatchObject({ last: 3620_00 });
  const day = (await exchange.read(({ venue }) => venue.day)) + 1;
  await cutConnections();
  await expect(exchange.submit({ kind: 'start-day', day })).rejects.toThrow(ExchangeUnavailable);
  await vi.waitFor(() => expect(exchange.isRunning).toBe(true), 10_000);
  expect(await exchange.read(({ venue }) => venue.day)).toBe(day - 1);
  expect(await quoted()).toEqual(before);
  await exchange.submit({ kind: 'start-day', day });
  const begun = await exchange.read((engine) => engine.market('TCS')!.instrument.previousClose);
  expect(begun).toBe(3620_00);
  await expectMemoryEqualsDatabase();
});

test('an exchange that is closed while it recovers leaves the venue to the next one', async () => {
  const old = exchange;
  await cutConnections();
  const unanswered = old.submit(order(ASHA, 'buy', 1, 3000_00)).catch((error: unknown) => error);
  // It may be over sooner than the usual 50 ms between two looks.
  await vi.waitFor(() => expect(old.isRunning).toBe(false), { interval: 1 });
  await old.close();
  expect(await unanswered).toBeInstanceOf(ExchangeUnavailable);
  expect(old.isRunning).toBe(false);
  await vi.waitFor(() => reopen(), 10_000);
  expect((await exchange.submit(order(ASHA, 'buy', 1, 3000_00))).isAccepted).toBe(true);
});

test('an exchange that is closed while a commit is lost stays closed, and says of nothing that it was not carried out', async () => {
  const old = exchange;
  const { generation } = old;
  const locking = await db.pool.connect();
  await locking.query('begin; lock table orders in exclusive mode');
  const sent = new Promise<void>((resolve) => onceSent(resolve));
  const told = (asked: Promise<unknown>) => asked.catch((error: unknown) => String(error));
  const underWay = told(old.submit(order(ASHA, 'buy', 1, 3000_00)));
  await sent;
  // Decided, and void as soon as the commit before it fails.
  const behind = told(old.submit(order(RAVI, 'buy', 1, 3000_00)));
  const closing = old.close();
  await vi.waitFor(async () => {
    const { rowCount } = await db.query(
      `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(1);
  });
  await closing;
  await locking.query('rollback');
  locking.release();
  expect(await underWay).toBe('Error: it is not known yet whether the command was carried out');
  expect(await behind).toBe('Error: the command was not carried out');
  // Nothing is left that it would take the venue again for.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect([old.isRunning, old.generation]).toEqual([false, generation]);
  await reopen();
  expect((await exchange.submit(order(ASHA, 'buy', 1, 3000_00))).isAccepted).toBe(true);
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
  expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
  expect((await exchange.submit(order(RAVI, 'buy', 1, 3000_00))).isAccepted).toBe(true);
});

test('nobody waits longer for a key and a commit together than for one of them', async () => {
  // Until the keys of earlier processes have been read, each is looked up.
  await reopen();
  const locking = await db.pool.connect();
  const real = performance.now.bind(performance);
  const query = db.query.bind(db);
  const clock = vi.spyOn(performance, 'now');
  // The look-up takes 4.9 s, and the commit waits for a lock for another 1.5 s.
  const asked = vi.spyOn(db, 'query').mockImplementation((text, values) => {
    if (String(text).includes('fingerprint')) clock.mockImplementation(() => real() + 4_900);
    return query(text, values);
  });
  try {
    await locking.query('begin; lock table orders in exclusive mode');
    const unlocked = sleep(1_500).then(() => locking.query('rollback'));
    const [command, key] = [order(ASHA, 'buy', 1, 3000_00), { account: ASHA, key: 'slow-all-along' }];
    await expect(exchange.submit(command, key)).rejects.toThrow('it is not known yet');
    await unlocked;
    await vi.waitFor(async () => expect((await exchange.submit(command, key)).isAccepted).toBe(true), 5_000);
  } finally {
    asked.mockRestore();
    clock.mockRestore();
    locking.release();
  }
});

test("a read after the end of the lease is checked with the database, and refused when the venue is another process's", async () => {
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
