// The desk's list of payments: everybody's, found by person and by any number, with the state of each.
import { expect, test } from 'vitest';
import { order, pay, server, verify } from '../../tests/scenes/wallet.ts';

async function list(input: object) {
  const admin = await server.admin();
  return (await server.call('GET /payments', input, { token: admin.token })).body.data;
}

test('a complaint about a double payment can be answered: both payments, their numbers, and the credited sums', async () => {
  const asha = await server.trader();
  const ravi = await server.trader();
  const receipts = [await pay(asha, 500), await pay(asha, 500)];
  for (const receipt of receipts) expect((await verify(asha, receipt)).body.success).toBe(true);
  // A third one that was never paid, and one of somebody else.
  await order(asha, { amount: 500 });
  await verify(ravi, await pay(ravi, 70));

  const found = await list({ q: asha.email });
  expect(found).toMatchObject({ totalPayments: 3, arrived: 1000, totalPages: 1 });
  expect(found.payments.map(({ status, amount }: { status: string; amount: number }) => [status, amount])).toEqual([
    ['OPEN', 500],
    ['CREDITED', 500],
    ['CREDITED', 500],
  ]);
  expect(found.payments[1]).toMatchObject({
    user: { _id: asha.id, name: asha.name, email: asha.email },
    course: null,
    provider: 'sandbox',
    providerOrder: receipts[1].order_id,
    providerPayment: receipts[1].payment_id,
    providerRefund: null,
    reason: null,
  });
  expect((await list({ userId: asha.id, status: 'CREDITED', limit: 1, page: 2 })).payments[0].providerPayment).toBe(
    receipts[0].payment_id,
  );

  // By any number that the payer may name: the provider's of order or payment, and our own.
  const [, second] = found.payments;
  for (const q of [receipts[1].payment_id, receipts[1].order_id, second._id, `#${second._id}`, ` ${second._id} `])
    expect((await list({ q })).payments.map(({ _id }: { _id: string }) => _id)).toEqual([second._id]);
  // Another person's number is not found among hers.
  expect((await list({ userId: ravi.id, q: receipts[1].payment_id })).totalPayments).toBe(0);
});

test('days, states and what is not there', async () => {
  const asha = await server.trader();
  await verify(asha, await pay(asha, 10));
  const day = (ms: number) => new Date(server.clock.at + 19_800_000 + ms).toISOString().slice(0, 10);
  const total = async (input: object) => (await list({ userId: asha.id, ...input })).totalPayments;
  expect(await total({ dateRange: day(0) })).toBe(1);
  expect(await total({ dateRange: day(-86_400_000) })).toBe(0);
  expect(await total({ dateRange: `${day(-86_400_000)},${day(0)}` })).toBe(1);
  expect(await total({ status: 'REFUNDED' })).toBe(0);
  for (const userId of ['nobody', '00000000-0000-4000-8000-000000000000'])
    expect(await list({ userId })).toMatchObject({ payments: [], totalPayments: 0, arrived: 0, totalPages: 1 });
  for (const q of ["' or 1=1 --", '%', 'pay_00000000000000', '999999999999999'])
    expect([q, (await list({ q })).totalPayments]).toEqual([q, 0]);
  const admin = await server.admin();
  const refused = await server.call('GET /payments', { status: 'paid' }, { token: admin.token });
  expect(refused.status).toBe(400);
});

test('nobody but an administrator sees them', async () => {
  const asha = await server.trader();
  expect((await server.call('GET /payments', {}, { token: asha.token })).status).toBe(403);
  expect((await server.call('GET /userMoney/{id}', { id: asha.id }, { token: asha.token })).status).toBe(403);
});
