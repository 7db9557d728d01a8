// Price alerts: told once when a durable price reaches them, whatever the price did between two beats and whatever was restarted.
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayStartAt, dayText, marketDay } from '../../core/market/day.ts';
import { dueActions } from '../exchange/corporate-actions.ts';
import { createLog } from '../log.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { PriceAlerts } from './price-alerts.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.mark('MERIT', 400_00);
  await server.beat();
  server.told.length = 0;
});

type Trader = Awaited<ReturnType<Trading['trader']>>;

const set = (trader: Trader, direction: string, price: unknown, symbol = 'MERIT') =>
  server.call('POST /priceAlerts', { symbol, price, direction }, { token: trader.token });
const waiting = async (trader: Trader) =>
  (await server.call('GET /priceAlerts', {}, { token: trader.token })).body.data as { _id: string; price: number }[];
const toldTo = ({ accountNo }: Trader) =>
  server.told.filter(({ account }) => account === accountNo).map(({ notification }) => notification.message);

test('told once when the price rises to it', async () => {
  const asha = await server.trader();
  const made = await set(asha, 'above', 405);
  expect([made.status, made.body.message]).toEqual([200, 'You will be told when MERIT reaches ₹405.00 or more.']);
  server.mark('MERIT', 404_95);
  await server.beat();
  expect(toldTo(asha)).toEqual([]);
  server.mark('MERIT', 405_00);
  await server.beat();
  server.mark('MERIT', 410_00);
  await server.beat();
  expect(toldTo(asha)).toEqual(['MERIT rose to ₹405.00. Your alert was set at ₹405.00.']);
  expect(await waiting(asha)).toEqual([]);
  const [listed] = (await server.call('GET /notifications', {}, { token: asha.token })).body.data;
  expect(listed).toMatchObject({ kind: 'price-alert', type: 'Price alert', isRead: false });
});

test('told when the price falls to it, and not a tick before', async () => {
  const asha = await server.trader();
  await set(asha, 'below', 395);
  await server.beat();
  server.mark('MERIT', 395_05);
  await server.beat();
  expect(toldTo(asha)).toEqual([]);
  server.mark('MERIT', 395_00);
  await server.beat();
  expect(toldTo(asha)).toEqual(['MERIT fell to ₹395.00. Your alert was set at ₹395.00.']);
});

test('a price that was reached and left between two beats counts', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  await set(asha, 'below', 390);
  await set(ravi, 'above', 410);
  await server.beat();
  server.mark('MERIT', 389_50);
  server.mark('MERIT', 411_00);
  server.mark('MERIT', 400_00);
  await server.beat();
  expect(toldTo(asha)).toEqual(['MERIT fell to ₹389.50. Your alert was set at ₹390.00.']);
  expect(toldTo(ravi)).toEqual(['MERIT rose to ₹411.00. Your alert was set at ₹410.00.']);
});

test('what was reached in a beat that was not known to be durable in time is told with the next one, if it still waits', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  await set(asha, 'above', 405);
  await set(ravi, 'above', 405);
  await server.beat();
  server.mark('MERIT', 406_00);
  // As when a commit takes longer than anybody waits for: what comes back is not called.
  await server.exchange.read((engine) => server.alerts.look(engine, server.exchange.generation, server.clock.at));
  server.mark('MERIT', 400_00);
  const [{ _id: id }] = await waiting(ravi);
  await server.call('POST /priceAlerts/remove', { id }, { token: ravi.token });
  await server.beat();
  await server.beat();
  expect(toldTo(asha)).toEqual(['MERIT rose to ₹406.00. Your alert was set at ₹405.00.']);
  expect(toldTo(ravi)).toEqual([]);
});

test('a price from before the alert does not count', async () => {
  const asha = await server.trader();
  server.mark('MERIT', 420_00);
  server.mark('MERIT', 400_00);
  await set(asha, 'above', 410);
  await server.beat();
  await server.beat();
  expect(toldTo(asha)).toEqual([]);
  expect(await waiting(asha)).toHaveLength(1);
});

test('told even if nobody could say whether it was stored', async () => {
  const asha = await server.trader();
  const { pool } = server.database;
  const breakOff = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const losing = async (...given: unknown[]) => {
      const answer = await query(...given);
      if ((given[0] as pg.QueryConfig).text === 'commit') throw new Error('Connection terminated unexpectedly');
      return answer;
    };
    Object.assign(client, { query: losing });
  };
  pool.on('acquire', breakOff);
  const lost = await set(asha, 'above', 405);
  pool.off('acquire', breakOff);
  expect(lost.status).toBe(503);
  expect(await waiting(asha)).toHaveLength(1);
  server.mark('MERIT', 405_00);
  await server.beat();
  expect(toldTo(asha)).toEqual(['MERIT rose to ₹405.00. Your alert was set at ₹405.00.']);
});

/** As another process would find it. */
const restarted = () =>
  PriceAlerts.open({
    db: server.database,
    venue: VENUE,
    notices: server.notices,
    log: createLog({ logLevel: 'silent' }),
  });

async function beatOf(alerts: PriceAlerts): Promise<void> {
  const tell = await server.exchange.read((engine) => alerts.look(engine, server.exchange.generation, server.clock.at));
  tell();
  await alerts.idle();
}

test('a restart tells what was reached meanwhile, and nothing twice', async () => {
  const asha = await server.trader();
  await set(asha, 'above', 405);
  await set(asha, 'above', 420);
  // This process knows nothing of the price until the other one has told.
  server.mark('MERIT', 406_00);
  const other = await restarted();
  await beatOf(other);
  await beatOf(other);
  await server.beat();
  await beatOf(await restarted());
  expect(toldTo(asha)).toEqual(['MERIT rose to ₹406.00. Your alert was set at ₹405.00.']);
  expect((await waiting(asha)).map(({ price }) => price)).toEqual([420]);
});

test('while the database is away nothing is lost: it is told when it is back, once', async () => {
  const asha = await server.trader();
  let isAway = true;
  const { database } = server;
  const alerts = await PriceAlerts.open({
    db: {
      ...database,
      transaction: (work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(work)),
    },
    venue: VENUE,
    notices: server.notices,
    log: createLog({ logLevel: 'silent' }),
  });
  await set(asha, 'above', 405);
  const id = (await waiting(asha))[0]._id;
  alerts.added({
    id: Number(id),
    account: asha.accountNo,
    symbol: 'MERIT',
    direction: 'above',
    price: 405_00,
    createdAt: 0,
  });
  server.mark('MERIT', 405_00);
  await beatOf(alerts);
  server.mark('MERIT', 400_00);
  await beatOf(alerts);
  expect(toldTo(asha)).toEqual([]);
  isAway = false;
  await beatOf(alerts);
  await beatOf(alerts);
  expect(toldTo(asha)).toEqual(['MERIT rose to ₹405.00. Your alert was set at ₹405.00.']);
});

test('an alert that is taken back is silent; somebody else\u2019s cannot be', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  await set(asha, 'above', 405);
  const [{ _id: id }] = await waiting(asha);
  const remove = (trader: Trader, given: string) =>
    server.call('POST /priceAlerts/remove', { id: given }, { token: trader.token });
  for (const given of [id, '0', 'abc', '99999999999999999999'])
    expect((await remove(ravi, given)).status, given).toBe(404);
  const gone = await remove(asha, id);
  expect([gone.status, gone.body.message]).toEqual([200, 'The price alert is removed.']);
  expect((await remove(asha, id)).status).toBe(404);
  server.mark('MERIT', 405_00);
  await server.beat();
  expect(toldTo(asha)).toEqual([]);
});

test('the same alert twice is one', async () => {
  const asha = await server.trader();
  const answers = await Promise.all(Array.from({ length: 10 }, () => set(asha, 'above', 405)));
  expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
  server.mark('MERIT', 405_00);
  await server.beat();
  expect(toldTo(asha)).toHaveLength(1);
});

test('a price that has been reached already is refused with a sentence', async () => {
  const asha = await server.trader();
  const before = await server.stateHash();
  const above = await set(asha, 'above', 400);
  expect([above.status, above.body.message]).toEqual([422, 'MERIT is at ₹400.00 already. Choose a higher price.']);
  const below = await set(asha, 'below', 400.05);
  expect([below.status, below.body.message]).toEqual([422, 'MERIT is at ₹400.00 already. Choose a lower price.']);
  expect(await server.stateHash()).toBe(before);
});

test.each([
  ['above', 0],
  ['above', -1],
  ['above', 1.005],
  ['above', '405'],
  ['above', null],
  ['above', 1e300],
  ['sideways', 405],
  [undefined, 405],
])('no alert: %s %s', async (direction, price) => {
  const asha = await server.trader();
  expect((await set(asha, direction as string, price)).status).toBe(400);
  expect(await waiting(asha)).toEqual([]);
});

test('an unknown stock has no alert', async () => {
  expect((await set(await server.trader(), 'above', 5, 'NOBODY')).status).toBe(404);
});

test('fifty have room, and no more, also when they come together', async () => {
  const asha = await server.trader();
  const answers = await Promise.all(Array.from({ length: 55 }, (_, n) => set(asha, 'above', 500 + n)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused).toHaveLength(5);
  expect(refused[0].body.message).toBe('You can have 50 price alerts at a time. Remove one first.');
  expect(await waiting(asha)).toHaveLength(50);
});

test('somebody who has switched price alerts off is not told, and the alert is over', async () => {
  const asha = await server.trader();
  await server.call(
    'POST /notificationSettings',
    { 'price-alert': { inApp: false, email: false } },
    { token: asha.token },
  );
  await set(asha, 'above', 405);
  server.mark('MERIT', 405_00);
  await server.beat();
  expect(toldTo(asha)).toEqual([]);
  expect(await waiting(asha)).toEqual([]);
});

test('nothing is kept for somebody who has left while the call was under way', async () => {
  const asha = await server.trader();
  await server.database.query('update users set deleted_at = 1 where id = $1', [asha.id]);
  expect((await set(asha, 'above', 450)).status).toBe(401);
  expect(await waiting(asha)).toEqual([]);
});

test('one that is being stored while its stock is split is of the new shares from then on', async () => {
  const [asha, admin] = [await server.trader(), await server.admin()];
  const other = await restarted();
  await set(asha, 'above', 450);
  const [{ _id: id }] = await waiting(asha);
  const createdAt = server.clock.at;
  const day = marketDay(createdAt) + 1;
  const split = { symbol: 'MERIT', kind: 'split', from: 1, to: 2, effectiveDate: dayText(day) };
  expect((await server.call('POST /corporateActions', split, { token: admin.token })).status).toBe(201);
  server.clock.at = dayStartAt(day) + 500;
  const actions = await dueActions(server.database, VENUE, day);
  await server.exchange.submit({ kind: 'start-day', day, actions });
  const [applied] = server.batches.flatMap((batch) => batch.actions);
  // Its commit is answered only now.
  other.acted(applied, server.clock.at);
  const alert = { id: Number(id), account: asha.accountNo, symbol: 'MERIT', direction: 'above' } as const;
  other.added({ ...alert, price: 450_00, createdAt });
  await other.idle();
  expect((await waiting(asha)).map(({ price }) => price)).toEqual([225]);
  server.mark('MERIT', 225_00);
  await beatOf(other);
  expect(toldTo(asha)).toEqual(['MERIT rose to ₹225.00. Your alert was set at ₹225.00.']);
});
