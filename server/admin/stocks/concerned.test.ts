// Who is told of a corporate action before its day, what, and how often.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { startTrading } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';

type Person = Awaited<ReturnType<Trading['trader']>>;

let server: Trading;
let admin: Person;
let holder: Person;
let buyer: Person;
let other: Person;

const tomorrow = (): string => dayText(marketDay(server.clock.at) + 1);

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00 });
  [admin, holder, buyer, other] = [
    await server.admin(),
    await server.trader(100_000_00),
    await server.trader(100_000_00),
    await server.trader(100_000_00),
  ];
  server.quote('MERIT', 'sell', 400_00, 3);
  await order(holder, { stock: 'MERIT', type: 'BUY', quantity: 3 }, 'COMPLETED');
  await order(buyer, { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', price: 390, quantity: 2 }, 'PENDING');
  server.quote('ZENITH', 'sell', 100_00, 1);
  await order(other, { stock: 'ZENITH', type: 'BUY', quantity: 1 }, 'COMPLETED');
  // Nor is somebody concerned whose order is over.
  const low = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', price: 380, quantity: 1 };
  await server.call('POST /cancelOrder/{id}', { id: await order(other, low, 'PENDING') }, { token: other.token });
});
afterAll(() => server.close());

/** The id of the order. */
async function order({ token }: Person, asked: object, status: string): Promise<string> {
  const { data } = (await server.call('POST /orders', asked, { token })).body;
  expect(data.status).toBe(status);
  return data._id;
}

/** The id of the plan. */
async function plan(terms: object, key = ''): Promise<string> {
  const input = { symbol: 'MERIT', effectiveDate: tomorrow(), ...terms };
  const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
  const { status, body } = await server.call('POST /corporateActions', input, { token: admin.token, headers });
  expect(status, body.message).toBe(201);
  return body.data._id;
}

const cancel = (id: string) => server.call('POST /corporateActions/cancel', { id }, { token: admin.token });

async function told({ token }: Person): Promise<string[]> {
  const { body } = await server.call('GET /notifications', {}, { token });
  const all: { kind: string; message: string }[] = body.data;
  return all.filter(({ kind }) => kind === 'corporate-action').map(({ message }) => message);
}

test('a split is told to those who hold the stock or have an open order for it, once; so is its end', async () => {
  const id = await plan({ kind: 'split', from: 1, to: 2 }, 'once');
  expect(await plan({ kind: 'split', from: 1, to: 2 }, 'once')).toBe(id);
  const words = (await told(holder))[0];
  expect(words).toMatch(
    /^MERIT, \d{1,2} [A-Z][a-z]{2,3} \d{4}: Split of each share into 2\. The shares you hold when that day begins count\. Orders for MERIT that are open then will be canceled\.$/,
  );
  expect(await told(buyer)).toEqual([words]);
  expect(await told(other)).toEqual([]);
  expect((await cancel(id)).status).toBe(200);
  expect((await cancel(id)).status).toBe(409);
  const [end, ...before] = await told(holder);
  expect(before).toEqual([words]);
  expect(end).toBe(`${words.split('.')[0]} was planned and will not take place.`);
  expect(await told(buyer)).toEqual([end, words]);
  expect(await told(other)).toEqual([]);
});

test('a dividend ends no order, and is told to holders only', async () => {
  const before = await told(buyer);
  const id = await plan({ kind: 'dividend', perShare: 2 });
  expect((await told(holder))[0]).toMatch(
    /^MERIT, .+: Dividend of ₹2\.00 a share\. The shares you hold when that day begins count\.$/,
  );
  expect(await told(buyer)).toEqual(before);
  await cancel(id);
});

test('a plan that is refused tells nobody', async () => {
  const before = await told(holder);
  const input = { symbol: 'MERIT', kind: 'dividend', perShare: 400, effectiveDate: tomorrow() };
  expect((await server.call('POST /corporateActions', input, { token: admin.token })).status).toBe(422);
  expect(await told(holder)).toEqual(before);
});

test('what is planned can be read by everybody, the next one first', async () => {
  const later = await plan({
    symbol: 'ZENITH',
    kind: 'dividend',
    perShare: 1,
    effectiveDate: dayText(marketDay(server.clock.at) + 9),
  });
  const sooner = await plan({ kind: 'dividend', perShare: 3 });
  const { status, body } = await server.call('GET /comingActions', {}, { token: other.token });
  expect(status).toBe(200);
  const coming: { _id: string; symbol: string; state: string }[] = body.data;
  expect(coming.map(({ _id, symbol, state }) => [_id, symbol, state])).toEqual([
    [sooner, 'MERIT', 'planned'],
    [later, 'ZENITH', 'planned'],
  ]);
  expect((await server.call('GET /comingActions', {}, {})).status).toBe(401);
});
