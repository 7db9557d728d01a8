// A start on books that were proven up to a batch: later entries are proven as strictly, kept results cannot be forged, and the whole stays provable.
import { beforeAll, expect, test } from 'vitest';
import { ASHA, db, exchange, foundAfter, offer, order, RAVI, VENUE } from '../../../tests/scenes/exchange.ts';
import type { Queryable } from '../../db/open.ts';
import { BEHIND } from '../../db/polite.ts';
import type { PageSizes } from './prove-history.ts';
import { keepProvenBooks, loadProvenBooks } from './proven-books.ts';
import { proveAll, proveAtStart, proveOn, wrongOf } from './proving.ts';
import type { BookProof } from './verify.ts';
import { verifyBooks, verifySince } from './verify.ts';

beforeAll(async () => {
  offer(1_000);
  await trade();
  await keep();
  // After what is kept: the second half of an order that began before it, a sale of a part of a lot, a cancel and a deposit.
  await trade();
});

let payments = 100;

/** Asha buys from the crowd; Ravi's large order takes some of what she sells, and waits for more; Asha pays in. */
async function trade(): Promise<void> {
  await exchange.submit(order(ASHA, 'buy', 10, 3500_00));
  await exchange.submit(order(RAVI, 'buy', 50, 3490_00));
  await exchange.submit(order(ASHA, 'sell', 4, 3490_00));
  const resting = await exchange.submit(order(ASHA, 'buy', 1, 3300_00));
  if (resting.isAccepted) await exchange.submit({ kind: 'cancel-order', account: ASHA, orderId: resting.order!.id });
  await exchange.submit({ kind: 'deposit', account: ASHA, amount: 500, paymentId: ++payments });
}

async function keep(): Promise<void> {
  const proof = await verifyBooks(db, VENUE);
  expect(proof.ok, wrongOf(proof)).toBe(true);
  await keepProvenBooks(db, VENUE, proof.books);
}

async function proveSince(state: Queryable, sizes?: PageSizes): Promise<BookProof | null> {
  const books = await loadProvenBooks(state, VENUE);
  return books === null ? null : verifySince(state, VENUE, books, sizes);
}

/** A page ends in the middle of a trade, of an order and of a batch. */
const TINY: PageSizes = { batches: 2, transfers: 3, rows: 1 };

test('entries after the proven books are proven, with the same result as the whole', async () => {
  const [since, whole] = [await proveSince(db), await verifyBooks(db, VENUE)];
  expect(since?.ok, since === null ? '' : wrongOf(since)).toBe(true);
  expect(since?.books).toEqual(whole.books);
  expect(since?.checks.map(({ name }) => name)).toEqual(whole.checks.map(({ name }) => name));
});

const AFTER: readonly [check: string, sql: string][] = [
  ['balances', `update ledger_accounts set balance = balance + 1 where owner = 'fees'`],
  ['balances', `update ledger_accounts set balance = balance - 1 where owner = '1' and asset = 0`],
  [
    'chain',
    'alter table transfers disable trigger all; update transfers set reference = reference + 1 where id = (select max(id) from transfers)',
  ],
  [
    'chain',
    'alter table transfers disable trigger all; delete from transfers where id = (select max(id) from transfers)',
  ],
  [
    'chain',
    'insert into transfers select venue, id + 1, at, debit, credit, amount, kind, reference from transfers order by id desc limit 1',
  ],
  [
    'chain',
    'alter table batches disable trigger all; update batches set settled_at[1] = settled_at[1] + 1 where sequence = (select max(sequence) from settled_transfers)',
  ],
  [
    'balances',
    'alter table batches disable trigger all; update batches set settled_debits[1] = settled_debits[1] + 1 where sequence = (select max(sequence) from settled_transfers)',
  ],
  [
    'chain',
    'alter table batches disable trigger all; update batches set settled_amounts = settled_amounts || 5::bigint where sequence = (select max(sequence) from settled_transfers)',
  ],
  [
    'chain',
    'alter table batches disable trigger all; update batches set settled_references[1] = null where sequence = (select max(sequence) from settled_transfers)',
  ],
  [
    'chain',
    'alter table batches disable trigger all; delete from batches where last_transfer = (select max(id) from transfers)',
  ],
  ['fills', `update orders set remaining = remaining - 1 where account = 2 and end_reason is null`],
  ['fills', `update orders set filled_value = filled_value + 1 where id = (select max(order_id) from fills)`],
  [
    'fills',
    'alter table fills disable trigger all; delete from fills where trade_id = (select max(trade_id) from fills)',
  ],
  [
    'fees',
    'alter table fills disable trigger all; update fills set brokerage = brokerage + 1 where trade_id = (select max(trade_id) from fills)',
  ],
  [
    'fees',
    'alter table fills disable trigger all; update fills set statutory = statutory + 1 where trade_id = (select max(trade_id) from fills)',
  ],
  ['holds', 'update orders set held = 1 where id = (select max(order_id) from fills)'],
  ['positions', 'update lots set quantity = quantity + 1 where id = (select max(id) from lots)'],
];

test.each(AFTER)('%s: %s', async (check, sql) => {
  for (const prove of [
    (state: Queryable) => proveSince(state),
    (state: Queryable) => proveSince(state, TINY),
    (state: Queryable) => verifyBooks(state, VENUE, TINY),
  ]) {
    const found = await foundAfter(sql, prove);
    expect(found?.ok).toBe(false);
    expect(found?.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toContain(check);
  }
});

test('pages of any size prove the same', async () => {
  const [whole, tiny, since] = [
    await verifyBooks(db, VENUE),
    await verifyBooks(db, VENUE, TINY),
    await proveSince(db, TINY),
  ];
  expect(tiny).toEqual(whole);
  expect(since?.ok).toBe(true);
});

test.each([
  ['fills', 'update orders set filled_value = filled_value + 1 where id = (select min(order_id) from fills)'],
  ['fills', 'update orders set first_trade = last_trade where account = 2 and end_reason is null'],
  ['fills', 'update orders set last_trade = last_trade + 1000 where id = (select min(order_id) from fills)'],
  [
    'fills',
    'alter table fills disable trigger all; update fills set order_id = 999999 where trade_id = (select min(trade_id) from fills)',
  ],
  [
    'fills',
    'alter table fills disable trigger all; delete from fills where order_id = (select min(order_id) from fills)',
  ],
  ['holds', `update orders set held = 1 where end_reason = 'canceled-by-trader'`],
])('in what was proven before, the proof of the whole finds %s: %s', async (check, sql) => {
  const found = await foundAfter(sql, (state) => verifyBooks(state, VENUE));
  expect(found?.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toContain(check);
});

test('a proof in the background holds while people trade', async () => {
  let isOver = false;
  const proof = proveAll({ db, venue: VENUE }, BEHIND).finally(() => (isOver = true));
  while (!isOver) await trade();
  expect((await proof).ok, wrongOf(await proof)).toBe(true);
});

test.each([
  'update proven_books set balances[1] = balances[1] + 1',
  'update proven_books set charges = charges + 1',
  'update proven_books set statutory = statutory + 1',
  'update proven_books set last_transfer = last_transfer + 1',
  `update proven_books set chain = decode(repeat('00', 32), 'hex')`,
  'update proven_books p set sequence = b.sequence, chain = b.hash from (select * from batches order by sequence desc limit 1) b',
  'alter table batches disable trigger all; delete from batches where sequence in (select sequence from proven_books)',
])('what was kept proves nothing any more: %s', async (sql) => {
  expect(await foundAfter(sql, proveSince)).toBeNull();
});

test('a change of what was proven before is found by proving the whole', async () => {
  const sql = 'alter table transfers disable trigger all; update transfers set reference = reference + 1 where id = 2';
  const found = await foundAfter(sql, (state) => verifyBooks(state, VENUE));
  expect(found?.ok).toBe(false);
  expect(found?.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['chain']);
});

test('a failed proof of the whole takes from the next start what was kept', async () => {
  expect(await proveAtStart({ db, venue: VENUE })).toMatchObject({ isWhole: false, proof: { ok: true } });
  await db.query(`update ledger_accounts set balance = balance + 1 where owner = 'fees'`);
  expect((await proveAll({ db, venue: VENUE })).ok).toBe(false);
  expect(await loadProvenBooks(db, VENUE)).toBeNull();
  expect(await proveAtStart({ db, venue: VENUE })).toMatchObject({ isWhole: true, proof: { ok: false } });
  await db.query(`update ledger_accounts set balance = balance - 1 where owner = 'fees'`);
  expect(await proveAtStart({ db, venue: VENUE })).toMatchObject({ isWhole: true, proof: { ok: true } });
});

test('a short history is always proven whole: nothing is kept of it', async () => {
  expect(await loadProvenBooks(db, VENUE)).toBeNull();
  expect(await proveOn({ db, venue: VENUE })).toBeNull();
});
