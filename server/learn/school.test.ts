// Lessons from the plan to the end: the desk's rules, sales that happen once, money that goes back, reminders, and what attackers try.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTrading, type Trading } from '../../tests/trading.ts';
import { ProviderAway } from '../adapters/payment.ts';
import { Refunds } from '../wallet/refunds.ts';
import { createLog } from '../log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Caller = Awaited<ReturnType<Trading['trader']>>;

let server: Trading;
let desk: Caller;
let meera: Caller;
let asha: Caller;
beforeAll(async () => {
  server = await startTrading();
  desk = await server.admin();
});
afterAll(() => server.close());
beforeEach(async () => {
  meera = await server.instructor();
  asha = await server.trader();
});

const iso = (fromNow: number): string => new Date(server.clock.at + fromNow).toISOString();

const form = (given: object = {}) => ({
  instructor_name: 'Meera Iyer',
  instructor_email: meera.email,
  specialization: 'technical',
  hourly_rate: 500,
  start_time: iso(2 * DAY),
  end_time: iso(2 * DAY + HOUR),
  ...given,
});

const create = (given: object = {}, who = desk) =>
  server.call('POST /createSession', form(given), { token: who.token });

async function lesson(given: object = {}): Promise<string> {
  const reply = await create(given);
  expect([reply.status, reply.body.message]).toEqual([200, 'created successfully']);
  return reply.body.data.id;
}

const order = (course_id: string, who = asha, given: object = {}) =>
  server.call('POST /create-order', { amount: 1, course_id, ...given }, { token: who.token });

interface Receipt {
  order_id: string;
  payment_id: string;
  signature: string;
}

/** Paid at the provider, and not yet verified. */
async function pay(course_id: string, who = asha): Promise<Receipt> {
  const made = await order(course_id, who);
  expect(made.status).toBe(201);
  const paid = await server.call(
    'POST /sandbox/checkout',
    { order_id: made.body.data.id, method: 'upi', vpa: 'success@upi' },
    { token: who.token },
  );
  return paid.body.data;
}

const verify = (receipt: Receipt, course_id: string, who = asha, given: object = {}) =>
  server.call('POST /verify-payment', { ...receipt, course_id, isCourse: true, ...given }, { token: who.token });

async function buy(course_id: string, who = asha): Promise<void> {
  const reply = await verify(await pay(course_id, who), course_id, who);
  expect(reply.body).toMatchObject({ success: true, message: 'Payment successful for course: Technical Analysis' });
}

const cancel = (id: string) =>
  server.call('POST /cancelSession/{id}', { id, status: 'CANCELED' }, { token: desk.token });
const purchased = async (who = asha) => (await server.call('GET /getPurchased', {}, { token: who.token })).body.data;
const balance = async (who = asha) => (await server.call('GET /portfolio', {}, { token: who.token })).body.data.balance;
const told = (who: Caller) =>
  server.told.filter(({ account }) => account === who.accountNo).map(({ notification }) => notification.message);

/** The refund of the payment behind a receipt, as it is stored. */
async function refundOf({ order_id }: Receipt) {
  const { rows } = await server.database.query<{ reason: string; provider_refund: string | null; tries: number }>(
    `select r.reason, r.provider_refund, r.tries from refunds r join payments p on p.id = r.payment
     where p.provider_order = $1`,
    [order_id],
  );
  return rows.at(0) ?? null;
}

describe('the desk', () => {
  test('plans, shows, changes and cancels a lesson, and each act is in the log', async () => {
    const id = await lesson({ topic: ' Candles ', about: 'Bring\na chart.' });
    const one = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
    expect(one.body.data).toMatchObject({
      _id: id,
      id,
      instructor_name: 'Meera Iyer',
      instructor_email: meera.email,
      specialization: 'technical',
      topic: 'Candles',
      about: 'Bring\na chart.',
      hourly_rate: 500,
      status: 'SCHEDULED',
      hasInstructor: true,
      enrolled: 0,
      earned: 0,
    });
    const changed = await server.call(
      'POST /updateSession/{id}',
      { id, ...form({ hourly_rate: '649.50', specialization: '' }) },
      { token: desk.token },
    );
    expect([changed.status, changed.body.message]).toEqual([200, 'updated successfully']);
    expect(changed.body.data).toMatchObject({ hourly_rate: 649.5, specialization: null, topic: '' });
    const gone = await cancel(id);
    expect([gone.status, gone.body.message, gone.body.data.status]).toEqual([
      200,
      'Session canceled successfully',
      'CANCELED',
    ]);
    const { rows } = await server.database.query<{ action: string; actor: string; detail: object }>(
      'select action, actor, detail from audit_log where subject = $1 order by id',
      [id],
    );
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['create-lesson', desk.id],
      ['update-lesson', desk.id],
      ['cancel-lesson', desk.id],
    ]);
    expect(rows[1].detail).toMatchObject({ hourlyRate: { from: 500_00, to: 649_50 } });
  });

  test.each([
    [{ instructor_name: ' ' }, 'instructor_name', 'Instructor name is required'],
    [{ instructor_name: undefined }, 'instructor_name', 'Instructor name is required'],
    [{ instructor_name: 'x'.repeat(81) }, 'instructor_name', 'Instructor name can be at most 80 characters long'],
    [{ instructor_email: '' }, 'instructor_email', 'Instructor email is required'],
    [{ instructor_email: 'meera' }, 'instructor_email', 'Please enter a valid email address'],
    [{ specialization: 'astrology' }, 'specialization', 'Choose a specialization from the list'],
    [{ hourly_rate: -1 }, 'hourly_rate', 'Hourly rate must be 0 or more'],
    [{ hourly_rate: 1.005 }, 'hourly_rate', 'Hourly rate is a sum with at most two decimals, up to ₹10,00,000.00'],
    [{ hourly_rate: 1e9 }, 'hourly_rate', 'Hourly rate is a sum with at most two decimals, up to ₹10,00,000.00'],
    [{ hourly_rate: 'much' }, 'hourly_rate', 'Hourly rate is required'],
    [{ hourly_rate: undefined }, 'hourly_rate', 'Hourly rate is required'],
    [{ start_time: '' }, 'start_time', 'Start time is required'],
    [{ start_time: '2026-02-30T10:00:00Z' }, 'start_time', 'Start time is required'],
    [{ end_time: 'tomorrow' }, 'end_time', 'End time is required'],
    [{ end_time: undefined }, 'end_time', 'End time is required'],
  ])('refuses %j', async (given, field, sentence) => {
    const before = await server.stateHash();
    const reply = await create(given);
    expect([reply.status, reply.body.error?.fields?.[field]]).toEqual([400, sentence]);
    expect(await server.stateHash()).toBe(before);
  });

  test('the end comes after the start, in the future, and within twelve hours', async () => {
    for (const [start, end, sentence] of [
      [2 * DAY, 2 * DAY, 'End time must be after the start time'],
      [2 * DAY, 2 * DAY - HOUR, 'End time must be after the start time'],
      [DAY, DAY + 13 * HOUR, 'A session can last at most 12 hours'],
      [-2 * HOUR, -HOUR, 'End time must be in the future'],
    ] as const) {
      const reply = await create({ start_time: iso(start), end_time: iso(end) });
      expect([reply.status, reply.body.error?.fields?.end_time]).toEqual([400, sentence]);
    }
  });

  test('a time without a zone is one of India', async () => {
    const day = new Date(server.clock.at + 3 * DAY).toISOString().slice(0, 10);
    const reply = await create({ start_time: `${day}T10:00`, end_time: `${day}T11:00` });
    expect(reply.body.data.start_time).toBe(`${day}T04:30:00.000Z`);
  });

  test('two lessons of one instructor at one time are refused, whatever the letters of the address', async () => {
    await lesson();
    const again = await create({
      instructor_email: meera.email.toUpperCase(),
      start_time: iso(2 * DAY + HOUR - MINUTE),
      end_time: iso(2 * DAY + 2 * HOUR),
    });
    expect([again.status, again.body.message]).toEqual([409, 'This instructor already has a session at that time']);
    const other = await lesson({ start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) });
    const moved = await server.call('POST /updateSession/{id}', { id: other, ...form() }, { token: desk.token });
    expect(moved.status).toBe(409);
  });

  test('what is over or canceled stays as it is', async () => {
    const canceled = await lesson();
    await cancel(canceled);
    const over = await lesson({ start_time: iso(MINUTE), end_time: iso(2 * MINUTE) });
    server.clock.at += 3 * MINUTE;
    const before = await server.stateHash();
    for (const [id, status] of [
      [canceled, 'CANCELED'],
      [over, 'COMPLETED'],
    ] as const) {
      for (const reply of [
        await cancel(id),
        await server.call('POST /updateSession/{id}', { id, ...form() }, { token: desk.token }),
      ])
        expect([reply.status, reply.body.message]).toEqual([409, `The session is already ${status}`]);
    }
    expect(await server.stateHash()).toBe(before);
    for (const id of [randomUUID(), '7', "x' or true --"]) {
      const replies = [
        await server.call('GET /getSessionById/{id}', { id }, { token: desk.token }),
        await cancel(id),
        await server.call('GET /getLesson/{id}', { id }, { token: asha.token }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
  });

  test('the list is searched, filtered and paged with true totals', async () => {
    const name = `Only ${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (const day of [5, 6, 7])
      ids.push(await lesson({ instructor_name: name, start_time: iso(day * DAY), end_time: iso(day * DAY + HOUR) }));
    await cancel(ids[1]);
    const list = async (given: object) =>
      (await server.call('GET /getSessions', { q: name.toLowerCase(), ...given }, { token: desk.token }))
        .body as unknown as {
        data: { id: string }[];
        total: number;
        totalPages: number;
      };
    expect((await list({})).data.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
    expect(await list({ limit: 2, page: 2 })).toMatchObject({ total: 3, totalPages: 2, data: [{ id: ids[0] }] });
    expect((await list({ status: 'CANCELED' })).data.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await list({ q: '%' })).total).toBe(0);
  });

  test('instructors with an account are offered', async () => {
    const reply = await server.call('GET /instructors', { q: meera.name }, { token: desk.token });
    expect(reply.body.data).toContainEqual({ name: meera.name, email: meera.email });
    expect(JSON.stringify(reply.body.data)).not.toContain(asha.email);
  });
});

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
    expect(told(asha)).toEqual([expect.stringMatching(/^You have bought Technical Analysis\. It starts on .* IST\.$/)]);
    const again = await order(id);
    expect([again.status, again.body.message]).toEqual([409, 'You have this lesson already.']);
    const cards = await server.call('GET /activeSessions', {}, { token: asha.token });
    expect(cards.body.data.find((card: { id: string }) => card.id === id)).toMatchObject({
      enrolled: 1,
      hourly_rate: 500,
    });
    expect(JSON.stringify(cards.body.data)).not.toContain(meera.email);
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
    expect(replies.every(({ body }) => body.success)).toBe(true);
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
    expect(loser?.body.message).toBe(
      'The payment for Technical Analysis arrived, but it cannot be sold to you: ₹500.00 goes back to where it came from.',
    );
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
    expect(await refusal(over)).toEqual([409, 'This lesson cannot be bought any more.']);
    expect(await refusal(gone)).toEqual([409, 'This lesson cannot be bought any more.']);
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
      message: 'You are enrolled in Technical Analysis.',
      data: { part: 'learner' },
    });
    expect(await purchased()).toMatchObject([{ id: free, paid: 0, refund: null }]);
    const dear = await lesson({ start_time: iso(4 * DAY), end_time: iso(4 * DAY + HOUR) });
    expect((await enrol(dear)).body.message).toBe('This lesson has a price: please buy it.');
    expect((await enrol(free, meera)).status).toBe(409);
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
    const gone = await cancel(id);
    expect(gone.body.data).toMatchObject({ status: 'CANCELED', earned: 0, enrolled: 2 });
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
          /^Technical Analysis on .* IST has been canceled\. ₹500\.00 goes back to where it came from\.$/,
        ),
        '₹500.00 for Technical Analysis has been sent back to where it came from.',
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

  test('whoever has left between the payment and its news gets no place, but the money', async () => {
    const id = await lesson();
    const receipt = await pay(id);
    await server.database.query('update users set deleted_at = $2 where id = $1', [asha.id, server.clock.at]);
    server.clock.at += 16 * MINUTE;
    await server.wallet.recover();
    expect(await refundOf(receipt)).toMatchObject({ reason: 'bought-twice' });
    expect(await purchased()).toEqual([]);
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
    // Not before its time: a provider that fails is not asked without end.
    await refunds.run();
    expect(await isDone()).toBe('due');
    server.clock.at += 10 * MINUTE;
    await refunds.run();
    expect(await isDone()).toBe('done');
    expect(new Set(asked.map(({ key, amount }) => `${key} ${amount}`))).toEqual(
      new Set([`refund:${rows[0].id} 50000`]),
    );
  });
});

describe('time passes', () => {
  test('those who take part are reminded the day before and when the door opens, once; then the lesson is over', async () => {
    const id = await lesson();
    await buy(id);
    const late = await server.trader();
    const learner = () => told(asha).slice(1);
    await server.learn.passTime();
    expect(learner()).toEqual([]);
    server.clock.at += DAY + MINUTE;
    await server.learn.passTime();
    await server.learn.passTime();
    expect(learner()).toEqual([expect.stringMatching(/^Technical Analysis starts tomorrow at this time: /)]);
    await buy(id, late);
    server.clock.at += DAY - 15 * MINUTE;
    await server.learn.passTime();
    await server.learn.passTime();
    expect(learner()).toHaveLength(2);
    expect(learner()[1]).toMatch(/^Technical Analysis starts soon: .* You can enter now\.$/);
    expect(told(late)).toHaveLength(2);
    expect(told(meera).filter((message) => message.includes(' starts '))).toHaveLength(2);
    server.clock.at += 3 * HOUR;
    await server.learn.passTime();
    const { rows } = await server.database.query('select status from lessons where public_id = $1::uuid', [id]);
    expect(rows).toEqual([{ status: 'COMPLETED' }]);
    expect(await purchased()).toMatchObject([{ id, status: 'COMPLETED', refund: null }]);
  });

  test('a lesson that moves tells its learners, and reminds them anew', async () => {
    const id = await lesson();
    await buy(id);
    server.clock.at += DAY;
    await server.learn.passTime();
    await server.call(
      'POST /updateSession/{id}',
      { id, ...form({ start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) }) },
      { token: desk.token },
    );
    server.clock.at += 2 * DAY;
    await server.learn.passTime();
    expect(told(asha).slice(1)).toEqual([
      expect.stringContaining('starts tomorrow'),
      expect.stringContaining('has a new time'),
      expect.stringContaining('starts tomorrow'),
    ]);
  });

  test('a reminder that nobody could send for hours is left out', async () => {
    const id = await lesson();
    await buy(id);
    server.clock.at += DAY + 3 * HOUR;
    await server.learn.passTime();
    expect(told(asha)).toHaveLength(1);
  });
});

describe('the instructor', () => {
  test('sees the own lessons, learners and earnings, and nobody elses', async () => {
    const first = await lesson();
    const second = await lesson({ hourly_rate: 1000, start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) });
    const gone = await lesson({ start_time: iso(4 * DAY), end_time: iso(4 * DAY + HOUR) });
    await buy(first);
    await buy(gone);
    await cancel(gone);
    const assigned = async (who: Caller, given: object = {}) =>
      (await server.call('GET /getAssigned', given, { token: who.token })).body as unknown as {
        data: { id: string }[];
        summary: object;
        total: number;
      };
    const own = await assigned(meera);
    expect(own.data.map(({ id }) => id)).toEqual([first, second, gone]);
    expect(own.data[0]).toMatchObject({ enrolled: 1, earned: 500, learners: [{ name: asha.name }] });
    // (500 + 1000) / 2: the canceled one does not count.
    expect(own.summary).toEqual({ total: 3, completed: 0, upcoming: 2, averageRate: 750, earned: 500, learners: 1 });
    expect(JSON.stringify(own)).not.toContain(asha.email);
    expect((await assigned(meera, { isPast: true })).data.map(({ id }) => id)).toEqual([gone]);
    server.clock.at += 2 * DAY + 2 * HOUR;
    expect((await assigned(meera)).summary).toMatchObject({ total: 3, completed: 1, upcoming: 1 });
    const other = await server.instructor();
    expect(await assigned(other)).toMatchObject({
      data: [],
      total: 0,
      summary: { total: 0, averageRate: 0, earned: 0 },
    });
    expect((await server.call('GET /getAssigned', {}, { token: asha.token })).status).toBe(403);
  });

  test('a lesson appears for whoever proves its address as an instructor', async () => {
    const address = `later-${randomUUID()}@example.com`;
    const reply = await create({ instructor_email: address });
    expect(reply.body.data.hasInstructor).toBe(false);
  });
});
