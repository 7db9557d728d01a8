// Money at the provider that is credited to nobody: shown to administrators once, with its probable owner, until one of them has looked into it.
import { expect, test } from 'vitest';
import {
  asha,
  captured,
  deliver,
  expectCredited,
  expectNothing,
  paid,
  razorpay,
  server,
  statusOf,
  verify,
} from '../../tests/scenes/razorpay.ts';

type Admin = Awaited<ReturnType<typeof server.admin>>;
const strays = async (admin: Admin) =>
  (await server.call('GET /strayPayments', {}, { token: admin.token })).body.data.filter(
    ({ user }: { user: { email: string } }) => user.email === asha.email,
  );
const settle = (id: string, token: string, note = 'Paid back at the provider.') =>
  server.call('POST /settleStray/{id}', { id, note }, { token });

test('another sum than ordered: shown once, however often it is reported, and only to administrators', async () => {
  const admin = await server.admin();
  const payment = await paid(500, { amount: 60_000 });
  await Promise.all([...Array.from({ length: 10 }, () => verify(payment)), deliver(captured(payment))]);
  await expectNothing(payment);
  const found = await strays(admin);
  expect(found).toMatchObject([
    {
      user: { name: asha.name },
      providerPayment: payment.id,
      amount: 600,
      currency: 'INR',
      why: 'The amount paid is not the ₹500.00 that was ordered.',
    },
  ]);
  const [{ _id }] = found;
  const before = await server.stateHash();
  expect((await server.call('GET /strayPayments', {}, { token: asha.token })).status).toBe(403);
  expect((await settle(_id, asha.token)).status).toBe(403);
  expect((await settle(_id, admin.token, ' ')).body.message).toBe('Say what you have done.');
  for (const id of ['0', 'x', '999999']) expect((await settle(id, admin.token)).status).toBe(404);
  expect(await server.stateHash()).toBe(before);
  const replies = await Promise.all(Array.from({ length: 20 }, () => settle(_id, admin.token)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await strays(admin)).toEqual([]);
  const log = await server.call('GET /auditLog', { action: 'settle-stray' }, { token: admin.token });
  expect(log.body.data.entries).toMatchObject([
    { subject: payment.id, changes: [{ field: 'note', after: 'Paid back at the provider.' }] },
  ]);
  // Told once more, it is not new.
  await deliver(captured(payment));
  expect(await strays(admin)).toEqual([]);
});

test('paid, and the account deleted before anybody told us: it is not made cash that nobody can spend, and the desk learns of it', async () => {
  const admin = await server.admin();
  const payment = await paid(500);
  await server.database.query('update users set deleted_at = 1 where id = $1', [asha.id]);
  for (let times = 0; times < 3; times++) await deliver(captured(payment));
  expect(await statusOf(payment)).toBe('attempted');
  const { rows } = await server.database.query<object>(
    `select 1 from transfers t join payments p on p.id = t.reference where t.kind = 'deposit' and p.provider_order = $1`,
    [payment.order_id],
  );
  expect(rows).toEqual([]);
  expect(await strays(admin)).toMatchObject([
    { providerPayment: payment.id, amount: 500, why: 'The account that paid it is deleted.' },
  ]);
});

test('captured at the moment the wish to leave is written down: it waits for it, and credits nothing', async () => {
  const payment = await paid(500);
  const told = await server.database.transaction(async (leaving) => {
    await leaving.query('select 1 from users where id = $1 for update', [asha.id]);
    await leaving.query('insert into account_deletions (user_id, asked_by, asked_at) values ($1, $1, 0)', [asha.id]);
    const delivered = deliver(captured(payment));
    await Promise.race([delivered, new Promise((resolve) => setTimeout(resolve, 300))]);
    return { delivered };
  });
  await told.delivered;
  await expectNothing(payment);
  // The wish was dropped, because shares stood in the way: then it is credited after all.
  await server.database.query('delete from account_deletions where user_id = $1', [asha.id]);
  await deliver(captured(payment));
  await expectCredited(payment);
  expect(await strays(await server.admin())).toEqual([]);
});

test('an order that was paid once more: the first is credited, the second is a stray', async () => {
  const admin = await server.admin();
  const first = await paid(500);
  expect((await verify(first)).body.success).toBe(true);
  const order = razorpay.orders.get(first.order_id)!;
  const second = razorpay.pay(order.id, {});
  expect(await deliver(captured(second))).toBe(200);
  expect((await verify(second)).body.success).toBe(false);
  await expectCredited(first);
  expect(await strays(admin)).toMatchObject([
    { providerPayment: second.id, amount: 500, why: 'The order had been paid already.' },
  ]);
});

test('another currency than ordered is another sum; what has waited longest comes first', async () => {
  const admin = await server.admin();
  const payments = [await paid(500, { currency: 'USD' }), await paid(500, { currency: 'EUR' })];
  for (const payment of payments) {
    expect((await verify(payment)).body.success).toBe(false);
    await expectNothing(payment);
  }
  const why = 'The amount paid is not the ₹500.00 that was ordered.';
  expect(await strays(admin)).toMatchObject([
    { providerPayment: payments[0].id, amount: 500, currency: 'USD', why },
    { providerPayment: payments[1].id, amount: 500, currency: 'EUR', why },
  ]);
});
