// Lessons are sold once for each payment, and paid back once, whatever races, fails or is forged.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  asha,
  balance,
  buy,
  cancel,
  DAY,
  desk,
  form,
  HOUR,
  iso,
  lesson,
  meera,
  MINUTE,
  order,
  pay,
  purchased,
  refundOf,
  server,
  told,
  verify,
} from '../../tests/scenes/school.ts';
import { ProviderAway } from '../adapters/payment.ts';
import { createLog } from '../log.ts';
import { Refunds } from '../wallet/refunds.ts';

describe('a sale', () => {
  test('costs what the server says, opens the lesson once, and leaves the wallet alone', async () => {
    const id = await lesson();
    const made = await order(id, asha, { amount: 1 });
    // 500 rupees are 50,000 paise, whatever the client would like to pay.
    expect([made.status, made.body.data.amount]).toEqual([201, 500_00]);
    expect(await purchased()).toEqual([]);
    await buy(id);
    expect(await purchased()).toMatchObject([{ id, paid: 500, refund: null, status: 'SCHEDULED' }]);
    expect(await balance()).toBe(0);
    expect(told(asha)).toEqual([
      expect.stringMatching(/^You have bought “Technical Analysis”\. It starts on .* IST\.$/),
    ]);
    const again = await order(id);
    expect([again.status, again.body.message]).toEqual([409, 'You have this lesson already.']);
    const cards = await server.call('GET /activeSessions', {}, { token: asha.token });
    expect(cards.body.data.find((card: { id: string }) => card.id === id)).toMatchObject({
      enrolled: 1,
      hourly_rate: 500,
    });
    expect(JSON.stringify(cards.body.data)).not.toContain(meera.email);
  });

  test.each([10, -5])('of a lesson %d minutes before its start says that one can enter', async (minutes) => {
    const start = minutes * MINUTE;
    const id = await lesson({ start_time: iso(start), end_time: iso(start + HOUR) });
    await buy(id);
    expect(told(asha)).toEqual([
      expect.stringMatching(/^You have bought “Technical Analysis”: .* IST\. You can enter now\.$/),
    ]);
  });

  test('many learners share one lesson', async () => {
    const id = await lesson();
    const learners = await Promise.all([1, 2, 3].map(() => server.trader()));
    await Promise.all(learners.map((learner) => buy(id, learner)));
    const one = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
    expect(one.body.data).toMatchObject({ enrolled: 3, earned: 1500 });
  });

  test('twenty verifications at once are one sale; a replay says so again', async () => {
    const id = await lesson();
    const receipt = await pay(id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(receipt, id)));
    expect(replies.map(({ body }) => body.success)).toEqual(replies.map(() => true));
    expect((await verify(receipt, id)).body).toEqual(replies[0].body);
    expect((await purchased()).length).toBe(1);
    expect(told(asha)).toHaveLength(1);
  });

  test('paid in two tabs: one place, and the other payment goes back', async () => {
    const id = await lesson();
    const [first, second] = [await pay(id), await pay(id)];
    const replies = await Promise.all([verify(first, id), verify(second, id)]);
    expect(replies.map(({ body }) => body.success).sort()).toEqual([false, true]);
    const lost = replies[0].body.success ? second : first;
    const loser = replies.find(({ body }) => !body.success);
    const twice =
      'You had a place in “Technical Analysis” already: the ₹500.00 paid for another one goes back to where it came from.';
    expect(loser?.body.message).toBe(twice);
    expect(told(asha)).toContain(twice);
    await server.refunds.run();
    expect(await refundOf(lost)).toMatchObject({
      reason: 'bought-twice',
      provider_refund: expect.stringMatching(/^rfnd_/),
    });
    expect((await purchased()).map(({ paid, refund }: { paid: number; refund: unknown }) => [paid, refund])).toEqual([
      [500, null],
    ]);
    expect(await balance()).toBe(0);
  });

  test('a payment for one lesson opens no other, and one into the wallet opens none', async () => {
    const cheap = await lesson({ hourly_rate: 1 });
    const dear = await lesson({ hourly_rate: 9000, start_time: iso(9 * DAY), end_time: iso(9 * DAY + HOUR) });
    const receipt = await pay(cheap);
    expect((await verify(receipt, dear)).body.success).toBe(false);
    expect((await purchased()).map(({ id }: { id: string }) => id)).toEqual([cheap]);
    const topUp = await server.call('POST /create-order', { amount: 9000 }, { token: asha.token });
    const paid = await server.call(
      'POST /sandbox/checkout',
      { order_id: topUp.body.data.id, method: 'upi', vpa: 'success@upi' },
      { token: asha.token },
    );
    expect((await verify(paid.body.data, dear)).body.success).toBe(false);
    expect((await purchased()).map(({ id }: { id: string }) => id)).toEqual([cheap]);
    expect(await balance()).toBe(9000);
  });

  test("another's payment, a forged signature and an unpaid order open nothing", async () => {
    const id = await lesson();
    const receipt = await pay(id);
    const eve = await server.trader();
    expect((await verify(receipt, id, eve)).body.success).toBe(false);
    expect((await verify({ ...receipt, signature: 'x'.repeat(64) }, id)).body.success).toBe(false);
    const unpaid = (await order(id, eve)).body.data.id;
    expect((await verify({ ...receipt, order_id: unpaid }, id, eve)).body.success).toBe(false);
    expect(await purchased(eve)).toEqual([]);
    expect((await verify(receipt, id)).body.success).toBe(true);
  });

  test('nobody buys the own lesson, one that is over, canceled, free, or not there', async () => {
    const id = await lesson();
    const over = await lesson({ start_time: iso(MINUTE), end_time: iso(2 * MINUTE) });
    const free = await lesson({ hourly_rate: 0, start_time: iso(4 * DAY), end_time: iso(4 * DAY + HOUR) });
    const gone = await lesson({ start_time: iso(5 * DAY), end_time: iso(5 * DAY + HOUR) });
    await cancel(gone);
    server.clock.at += 3 * MINUTE;
    const refusal = async (course: string, who = asha) => {
      const { status, body } = await order(course, who);
      return [status, body.message];
    };
    expect(await refusal(id, meera)).toEqual([409, 'You teach this lesson yourself.']);
    expect(await refusal(over)).toEqual([409, 'This lesson can no longer be bought.']);
    expect(await refusal(gone)).toEqual([409, 'This lesson can no longer be bought.']);
    expect(await refusal(free)).toEqual([409, 'This lesson is free: there is nothing to pay.']);
    expect(await refusal(randomUUID())).toEqual([404, 'This course is not on offer.']);
    const cards = await server.call('GET /activeSessions', {}, { token: asha.token });
    const ids = cards.body.data.map((card: { id: string }) => card.id);
    expect([id, free, over, gone].map((each) => ids.includes(each))).toEqual([true, true, false, false]);
  });

  test('a free lesson is entered without a payment, once', async () => {
    const free = await lesson({ hourly_rate: 0 });
    const enrol = (course: string, who = asha) => server.call('POST /enrol/{id}', { id: course }, { token: who.token });
    const replies = await Promise.all(Array.from({ length: 10 }, () => enrol(free)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(replies[0].body).toMatchObject({
      message: 'You are enrolled in “Technical Analysis”.',
      data: { part: 'learner' },
    });
    expect(await purchased()).toMatchObject([{ id: free, paid: 0, refund: null }]);
    const dear = await lesson({ start_time: iso(4 * DAY), end_time: iso(4 * DAY + HOUR) });
    expect((await enrol(dear)).body.message).toBe('This lesson has a price: please buy it.');
    expect((await enrol(free, meera)).status).toBe(409);
    expect((await enrol(randomUUID())).body.message).toBe('This course is not on offer.');
  });

  test('a callback that never came is found, and the lesson is theirs', async () => {
    const id = await lesson();
    await pay(id);
    server.clock.at += 16 * MINUTE;
    await server.wallet.recover();
    expect((await purchased()).map((course: { id: string }) => course.id)).toEqual([id]);
  });

  test('a crash after the capture and before the place is healed', async () => {
    const id = await lesson();
    const receipt = await pay(id);
    await server.database.query(
      `update payments set status = 'paid', provider_payment = $2, paid_at = 1 where provider_order = $1`,
      [receipt.order_id, receipt.payment_id],
    );
    await server.wallet.recover();
    expect(await purchased()).toHaveLength(1);
    expect((await verify(receipt, id)).body.success).toBe(true);
  });
});

describe('money goes back', () => {
  test('canceled: every buyer is told and paid back, once', async () => {
    const id = await lesson();
    const ravi = await server.trader();
    const receipts = [await pay(id), await pay(id, ravi)];
    await verify(receipts[0], id);
    await verify(receipts[1], id, ravi);
    const arrived = async () =>
      (await server.call('GET /payments', { userId: asha.id }, { token: desk.token })).body.data.arrived;
    expect(await arrived()).toBe(500);
    const gone = await cancel(id);
    // Money that goes back has not come to stay, also while it is on its way.
    expect(await arrived()).toBe(0);
    expect(gone.body.data).toMatchObject({ status: 'CANCELED', earned: 0, enrolled: 2 });
    const log = await server.call('GET /auditLog', { subject: id, action: 'cancel-lesson' }, { token: desk.token });
    expect(log.body.data.entries[0].changes).toMatchObject([
      { field: 'refund', after: '₹1,000.00' },
      { field: 'learners', after: '2' },
    ]);
    await server.refunds.run();
    await server.refunds.run();
    for (const receipt of receipts)
      expect(await refundOf(receipt)).toMatchObject({
        reason: 'canceled',
        provider_refund: expect.stringMatching(/^rfnd_/),
      });
    for (const who of [asha, ravi]) {
      expect(await purchased(who)).toMatchObject([{ id, status: 'CANCELED', refund: 'done' }]);
      expect(told(who).slice(1)).toEqual([
        expect.stringMatching(
          /^“Technical Analysis” on .* IST has been canceled\. ₹500\.00 goes back to where it came from\.$/,
        ),
        '₹500.00 for “Technical Analysis” has been sent back to where it came from.',
      ]);
    }
    expect(told(meera).at(-1)).toMatch(/has been canceled\.$/);
    expect((await verify(receipts[0], id)).body.success).toBe(false);
  });

  test('canceled between the payment and its verification', async () => {
    const id = await lesson();
    const receipt = await pay(id);
    await cancel(id);
    expect((await verify(receipt, id)).body.success).toBe(false);
    await server.refunds.run();
    expect(await refundOf(receipt)).toMatchObject({ reason: 'canceled', provider_refund: expect.any(String) });
    expect(await purchased()).toEqual([]);
  });

  test('a person who has left between the payment and its webhook gets no place, but the money back', async () => {
    const id = await lesson();
    const receipt = await pay(id);
    await server.database.query('update users set deleted_at = $2 where id = $1', [asha.id, server.clock.at]);
    server.clock.at += 16 * MINUTE;
    await server.wallet.recover();
    expect(await refundOf(receipt)).toMatchObject({ reason: 'left' });
    const { body } = await server.call('GET /payments', { userId: asha.id }, { token: desk.token });
    expect(body.data.payments).toMatchObject([{ reason: 'The account that paid it is deleted.' }]);
    expect(await purchased()).toEqual([]);
  });

  test('paid by somebody who has got a free place meanwhile, who has paid once', async () => {
    const id = await lesson();
    const receipt = await pay(id);
    const free = await server.call(
      'POST /updateSession/{id}',
      { id, ...form({ hourly_rate: 0 }) },
      { token: desk.token },
    );
    expect(free.status).toBe(200);
    expect((await server.call('POST /enrol/{id}', { id }, { token: asha.token })).status).toBe(200);
    const { body } = await verify(receipt, id);
    expect([body.success, body.message]).toEqual([
      false,
      'You had a place in “Technical Analysis” already: the ₹500.00 paid for another one goes back to where it came from.',
    ]);
    expect(told(asha)).toContain(body.message);
    const payments = await server.call('GET /payments', { userId: asha.id }, { token: desk.token });
    expect(payments.body.data.payments).toMatchObject([{ reason: 'The buyer had a place already.' }]);
  });

  test('verified when the lesson is over', async () => {
    const id = await lesson({ start_time: iso(MINUTE), end_time: iso(2 * MINUTE) });
    const receipt = await pay(id);
    server.clock.at += 3 * MINUTE;
    expect((await verify(receipt, id)).body.success).toBe(false);
    expect(await refundOf(receipt)).toMatchObject({ reason: 'too-late' });
  });

  test('ten buyers and the cancellation at once: each has bought and is paid back, or is paid back', async () => {
    const id = await lesson();
    const learners = await Promise.all(Array.from({ length: 10 }, () => server.trader()));
    const receipts = await Promise.all(learners.map((learner) => pay(id, learner)));
    await Promise.all([...receipts.map((receipt, index) => verify(receipt, id, learners[index])), cancel(id)]);
    await server.refunds.run();
    for (const receipt of receipts)
      expect(await refundOf(receipt)).toMatchObject({ provider_refund: expect.any(String) });
  });

  test('while the provider is away nothing is lost; a crash after the refund sends nothing twice', async () => {
    const id = await lesson();
    await buy(id);
    const asked: { key: string; amount: number }[] = [];
    let state: 'away' | 'dies' | 'there' = 'away';
    const provider = {
      name: 'sandbox' as const,
      async refund(given: { paymentId: string; amount: number; key: string }) {
        if (state === 'away') throw new ProviderAway();
        asked.push(given);
        return server.provider.refund(given);
      },
    };
    const refunds = new Refunds({
      db: server.database,
      providers: [provider],
      log: createLog({ logLevel: 'silent' }),
      now: () => server.clock.at,
      // What a process that ends between the two leaves: the provider has done it, and nothing is marked.
      onMade: async () => {
        if (state === 'dies') throw new Error('the process ended');
        return () => {};
      },
      onReturned: () => Promise.reject(new Error('nothing was sent back by anybody else')),
      onRefused: () => Promise.reject(new Error('the bank takes everything')),
    });
    const { rows } = await server.database.query<{ id: number; lesson: number }>(
      'select p.id, p.lesson from payments p join lessons l on l.id = p.lesson where l.public_id = $1::uuid',
      [id],
    );
    await server.database.transaction((transaction) => refunds.owe(transaction, rows[0].id, 'canceled'));
    const isDone = async () => (await purchased())[0].refund;
    await refunds.run();
    expect([await isDone(), asked]).toEqual(['due', []]);
    state = 'dies';
    server.clock.at += 2 * MINUTE;
    await refunds.run();
    expect(await isDone()).toBe('due');
    state = 'there';
    // Not before its time, which comes later with every failure: a provider that fails is not asked without end.
    server.clock.at += MINUTE;
    await refunds.run();
    expect(await isDone()).toBe('due');
    server.clock.at += MINUTE;
    await refunds.run();
    expect(await isDone()).toBe('done');
    expect(new Set(asked.map(({ key, amount }) => `${key} ${amount}`))).toEqual(
      new Set([`refund:${rows[0].id} 50000`]),
    );
  });
});
