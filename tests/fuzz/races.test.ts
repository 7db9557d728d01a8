// Fifty at once over HTTP: things that can happen once happen once, things that suffice for some are given to some, and the books add up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '../../contract/routes.ts';
import { verifyBooks } from '../../server/exchange/proof/verify.ts';
import type { Answer } from '../accounts.ts';
import { buyLesson, planLesson, waitForQuotes } from './furnish.ts';
import { pause, startWholeServer } from './whole-server.ts';
import type { Person, WholeServer } from './whole-server.ts';

/** Each round has people of its own. */
const ROUNDS = Math.min(200, Math.max(1, Math.floor(Number(process.env.FUZZ_RUNS ?? 0) / 10)));
const MANY = 50;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1);

let server: WholeServer;
let admin: Person;
let count = 0;

beforeAll(async () => {
  server = await startWholeServer();
  admin = await server.admin();
  // No rewards: gifts would blur the sums of payments.
  const { savedAt: _, ...promotions } = await server.granted('GET /promotions', {}, admin.token);
  const signupBonus = { ...promotions.signupBonus, enabled: false };
  await server.granted('POST /createPromotions', { ...promotions, signupBonus }, admin.token);
  const { token } = await newcomer();
  await waitForQuotes(server, token);
}, 60_000);
afterAll(() => server.close());

const newcomer = (given: { role?: 'user' | 'instructor'; referralCode?: string } = {}): Promise<Person> =>
  server.signUp({ name: `Racer ${++count}`, email: `racer-${count}@example.com`, ...given });

async function trader(rupees: number): Promise<Person> {
  const person = await newcomer();
  await server.topUp(person.token, rupees);
  return person;
}

/** All last bytes arrive at one moment. */
const burst = (send: (number: number) => Promise<Answer>, many = MANY): Promise<Answer[]> =>
  server.atOnce(() => Promise.all(Array.from({ length: many }, (_, number) => send(number))));

const ask = (name: RouteName, input: unknown, { token }: Person): Promise<Answer> =>
  server.call(name, input, { token });

/** How often each status was answered. */
function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const portfolioOf = async (person: Person) => server.granted('GET /portfolio', {}, person.token);
const depthOf = (person: Person) => server.granted('GET /depth', { symbol: 'MERIT' }, person.token);

describe.each(rounds)('round %d', () => {
  test('buys with cash for a few: cash is never below zero', async () => {
    const person = await trader(10_000);
    const { bids } = await depthOf(person);
    // Far enough below to rest; a resting order holds cash all the same.
    const order = {
      stock: 'MERIT',
      type: 'BUY',
      orderType: 'LIMIT',
      quantity: 4,
      price: Math.round(bids[0].price * 0.85),
    };
    const answers = await burst(() => ask('POST /orders', order, person));
    const taken = answers.filter(({ status }) => status === 200);
    const most = Math.floor(10_000 / (order.quantity * order.price));
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThanOrEqual(most);
    expect(tally(answers)).toEqual({ 200: taken.length, 422: MANY - taken.length });
    const { balance, heldBalance } = await portfolioOf(person);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance + heldBalance).toBeCloseTo(10_000, 2);
  });

  test('sells of the same shares: none is sold twice', async () => {
    const person = await trader(100_000);
    await server.granted(
      'POST /orders',
      { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 10 },
      person.token,
    );
    const { bids } = await depthOf(person);
    const order = {
      stock: 'MERIT',
      type: 'SELL',
      orderType: 'LIMIT',
      quantity: 3,
      price: Math.round(bids[0].price * 1.15),
    };
    const answers = await burst(() => ask('POST /orders', order, person));
    expect(tally(answers)).toEqual({ 200: 3, 422: MANY - 3 });
    expect((await portfolioOf(person)).portfolio).toMatchObject([
      { symbol: 'MERIT', quantity: 10, availableQuantity: 1 },
    ]);
  });

  test('cancel against fill: each order ends in one way', async () => {
    const [seller, buyer] = [await trader(200_000), await trader(200_000)];
    await server.granted(
      'POST /orders',
      { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 50 },
      seller.token,
    );
    const { asks } = await depthOf(seller);
    const price = asks[0].price;
    const resting = await burst(() =>
      ask('POST /orders', { stock: 'MERIT', type: 'SELL', orderType: 'LIMIT', quantity: 1, price }, seller),
    );
    const ids = resting.filter(({ status }) => status === 200).map(({ body }) => body.data._id as string);
    expect(ids).toHaveLength(MANY);
    await Promise.all(
      ids.flatMap((id) => [
        ask('POST /cancelOrder/{id}', { id }, seller),
        ask('POST /orders', { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 }, buyer),
      ]),
    );
    const { orders } = await server.granted('GET /getOrders', { limit: 100 }, seller.token);
    for (const order of orders.filter(({ _id }) => ids.includes(_id)))
      expect([order.status, order.filledQuantity]).toEqual(
        order.filledQuantity === 1 ? ['COMPLETED', 1] : ['FAILED', 0],
      );
    const { portfolio } = await portfolioOf(seller);
    const sold = orders.filter(({ _id, filledQuantity }) => ids.includes(_id) && filledQuantity === 1).length;
    expect(portfolio.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(50 - sold);
  });

  test('verification of one payment: one credit', async () => {
    const person = await newcomer();
    const { id } = await server.granted('POST /create-order', { amount: 5_000 }, person.token);
    const input = { order_id: id, method: 'upi', vpa: 'success@upi' };
    const paid = await burst(() => ask('POST /sandbox/checkout', input, person));
    expect(Object.keys(tally(paid)).filter((status) => !['200', '409'].includes(status))).toEqual([]);
    const receipt = paid.find(({ status }) => status === 200)!.body.data as object;
    const answers = await burst(() => ask('POST /verify-payment', receipt, person));
    expect(answers.every(({ status, body }) => status === 200 && body.success)).toBe(true);
    expect((await portfolioOf(person)).balance).toBe(5_000);
  });

  test('one lesson bought in fifty tabs: one place, and the rest goes back', async () => {
    const [person, teacher] = [await newcomer(), await newcomer({ role: 'instructor' })];
    const plan = { admin, teacher, rate: 300, hoursAhead: 30, mark: 'race' };
    const lesson = await planLesson(server, plan);
    const answers = await burst(async () => {
      const ordered = await ask('POST /create-order', { course_id: lesson.id }, person);
      if (ordered.status !== 201) return ordered;
      const paid = await ask(
        'POST /sandbox/checkout',
        { order_id: ordered.body.data.id, method: 'upi', vpa: 'success@upi' },
        person,
      );
      const receipt = { ...paid.body.data, isCourse: true, course_id: lesson.id };
      return ask('POST /verify-payment', receipt, person);
    });
    expect(answers.filter(({ body }) => body.success)).not.toEqual([]);
    expect(await server.granted('GET /getPurchased', {}, person.token)).toHaveLength(1);
    const { rows } = await server.database.query<{ places: string; kept: string }>(
      `select (select count(*) from enrolments e join lessons l on l.id = e.lesson where l.public_id = $1) as places,
         (select count(*) from payments p where p.user_id = $2 and p.status = 'credited'
            and not exists (select 1 from refunds r where r.payment = p.id)) as kept`,
      [lesson.id, person.id],
    );
    expect(rows).toEqual([{ places: 1, kept: 1 }]);
    await buyLesson(server, lesson.id, (await newcomer()).token);
  });

  test('one refresh cookie: the same login goes on, once', async () => {
    const person = await newcomer();
    const answers = await burst(() => server.call('POST /refresh', {}, { cookies: { refresh: person.refresh } }));
    expect(tally(answers)).toEqual({ 200: MANY });
    expect(new Set(answers.map(({ cookies }) => cookies.refresh)).size).toBe(1);
    expect(await server.granted('GET /logins', {}, person.token)).toHaveLength(1);
  });

  test('one code of a sign-up: one account and one login', async () => {
    const { email } = await server.signUpHalfway();
    const otp = await server.mailedCode(email);
    const answers = await burst(() => server.call('POST /verifyOtp', { email, otp }));
    expect(tally(answers)).toEqual({ 200: 1, 400: MANY - 1 });
    const { rows } = await server.database.query(
      'select count(distinct u.id) as accounts, count(l.id) as logins from users u left join logins l on l.user_id = u.id where u.email = $1',
      [email],
    );
    expect(rows).toEqual([{ accounts: 1, logins: 1 }]);
  });

  test('guesses at one code: five tries, however many come at once', async () => {
    const { email } = await server.signUpHalfway();
    const otp = await server.mailedCode(email);
    const wrong = (number: number): string => String((Number(otp) + 1 + number) % 1_000_000).padStart(6, '0');
    expect(tally(await burst((number) => server.call('POST /verifyOtp', { email, otp: wrong(number) })))).toEqual({
      400: MANY,
    });
    expect((await server.call('POST /verifyOtp', { email, otp })).status).toBe(400);
  });

  test('one code for a new password: one new password', async () => {
    const person = await newcomer();
    await server.call('POST /forgotPassword', { email: person.email });
    const otp = await server.mailedCode(person.email);
    const answers = await burst((number) =>
      server.call('POST /resetPassword', { email: person.email, otp, newPassword: `new-secret-${number}` }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 400: MANY - 1 });
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await server.logIn({ email: person.email, password: `new-secret-${winner}` })).id).toBe(person.id);
  });

  test('block against login: a blocked person has no login that works', async () => {
    const person = await newcomer();
    const { email, password } = person;
    const [answers] = await Promise.all([
      burst(() => server.call('POST /login', { email, password }), 20),
      pause(15).then(() => ask('POST /disableUser/{id}', { id: person.id, blocked: true }, admin)),
    ]);
    for (const { body } of answers.filter(({ status }) => status === 200))
      expect((await server.call('GET /logins', {}, { token: body.data.token })).status).toBe(403);
    const { rows } = await server.database.query(`select 1 from logins where user_id = $1 and ended_at is null`, [
      person.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('block against calls that wait for their turn: once it is answered, none of them is begun any more', async () => {
    const person = await newcomer();
    let isBlocked = false;
    let late = 0;
    const asked = Array.from({ length: 80 }, (_, n) =>
      ask('POST /priceAlerts', { symbol: 'MERIT', price: n + 1, direction: 'below' }, person).then((answer) => {
        if (isBlocked && answer.status === 200) late++;
        return answer;
      }),
    );
    await pause(15);
    await server.granted('POST /disableUser/{id}', { id: person.id, blocked: true }, admin.token);
    isBlocked = true;
    const answers = tally(await Promise.all(asked));
    // Three may be under way.
    expect(late).toBeLessThanOrEqual(3);
    expect(answers[403]).toBeGreaterThan(0);
  });

  test('block toggled under one key: once', async () => {
    const person = await newcomer();
    const headers = { 'idempotency-key': `toggle-${person.id}` };
    const answers = await burst(() =>
      server.call('POST /disableUser/{id}', { id: person.id }, { token: admin.token, headers }),
    );
    expect(Object.keys(tally(answers)).filter((status) => !['200', '409'].includes(status))).toEqual([]);
    const { usersData } = await server.granted('GET /userlist', { q: person.email }, admin.token);
    expect(usersData).toMatchObject([{ is_Blocked: true }]);
  });

  test('one stock on the watchlist and one price alert, asked for fifty times: one of each', async () => {
    const person = await newcomer();
    await burst(() => ask('POST /ensureAndAddStock', { stocks: [{ stockId: 'MERIT' }] }, person));
    await burst(() => ask('POST /priceAlerts', { symbol: 'MERIT', price: 1, direction: 'below' }, person));
    const { rows } = await server.database.query(
      'select 1 from watchlist_stocks w join users u on u.account_no = w.account where u.id = $1',
      [person.id],
    );
    expect(rows).toHaveLength(1);
    expect(await server.granted('GET /priceAlerts', {}, person.token)).toHaveLength(1);
  });

  test('lists of one name and of many, made fifty at a time: one of the name, ten in all, in ten places', async () => {
    const person = await newcomer();
    const same = await burst((n) => ask('POST /watchlists', { name: n % 2 === 0 ? 'Banks' : 'BANKS' }, person));
    expect(tally(same)).toEqual({ 200: 1, 409: MANY - 1 });
    const more = await burst((n) => ask('POST /watchlists', { name: `List ${n}` }, person));
    expect(tally(more)).toEqual({ 200: 8, 422: MANY - 8 });
    const lists = await server.granted('GET /watchlists', {}, person.token);
    expect(lists).toHaveLength(10);
    // All lists of their owner are renamed to one name: one of them gets it.
    const renamed = await Promise.all(
      lists.slice(2).map(({ _id: id }) => ask('POST /watchlists/rename', { id, name: 'Metals' }, person)),
    );
    expect(tally(renamed)).toEqual({ 200: 1, 409: 7 });
    const removed = await burst(() => ask('POST /watchlists/remove', { id: lists[1]._id }, person));
    expect(tally(removed)).toEqual({ 200: 1, 404: MANY - 1 });
    const { rows } = await server.database.query<{ place: number }>(
      'select place from watchlists w join users u on u.account_no = w.account where u.id = $1 order by place',
      [person.id],
    );
    expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('the same order under one key: one order', async () => {
    const person = await trader(100_000);
    const order = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };
    const headers = { 'idempotency-key': 'one' };
    const answers = await burst(() => server.call('POST /orders', order, { token: person.token, headers }));
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data._id)).size).toBe(1);
    expect((await server.granted('GET /getOrders', {}, person.token)).totalOrders).toBe(1);
  });

  test('friends at once: as many referral rewards as there are places, and each once', async () => {
    const { referralBonus } = await server.granted('GET /promotions', {}, admin.token);
    const person = await newcomer();
    const { referralCode } = await server.granted('GET /Userprofile', {}, person.token);
    const most = referralBonus.maxReferralsPerUser;
    const friends = await Promise.all(Array.from({ length: most + 5 }, () => newcomer({ referralCode })));
    await Promise.all(
      friends.map(({ token }) => server.topUp(token, Math.max(1, referralBonus.minimumDepositRequired))),
    );
    await expect.poll(async () => rewardsOf(person), { timeout: 10_000 }).toBe(most);
    await pause(300);
    expect(await rewardsOf(person)).toBe(most);
  });

  test('a new password against logins with the old one: the old one has no login left', async () => {
    const person = await newcomer();
    const { email, password } = person;
    await server.call('POST /forgotPassword', { email });
    const reset = { email, otp: await server.mailedCode(email), newPassword: 'another-secret' };
    const [answers] = await Promise.all([
      burst(() => server.call('POST /login', { email, password }), 20),
      pause(15).then(() => server.granted('POST /resetPassword', reset, '')),
    ]);
    const working = answers.map(async ({ body }) =>
      server.call('GET /logins', {}, { token: body.data?.token ?? 'none' }),
    );
    expect(tally(await Promise.all(working))).toEqual({ 401: 20 });
  });

  test.each([
    ['block', 'POST /disableUser/{id}', { blocked: true }],
    ['delete', 'POST /deleteUser/{id}', {}],
  ] as const)('two administrators who %s each other: one is left', async (_what, name, input) => {
    const [one, other] = [await secondAdmin(), await secondAdmin()];
    // There is no third.
    await server.database.query(`update users set is_blocked = id <> all($1) where role = 'admin'`, [
      [one.id, other.id],
    ]);
    await Promise.all([
      server.call(name, { id: other.id, ...input }, { token: one.token }),
      server.call(name, { id: one.id, ...input }, { token: other.token }),
    ]);
    const { rows } = await server.database.query(
      'select 1 from users where id = any($1) and not is_blocked and deleted_at is null',
      [[one.id, other.id]],
    );
    await server.database.query(`update users set is_blocked = false where id = $1`, [admin.id]);
    expect(rows).toHaveLength(1);
  });
});

test('an account that is deleted while its owner removes something: neither waits for the other in a circle', async () => {
  const person = await newcomer();
  const alert = { symbol: 'MERIT', price: 1, direction: 'below' } as const;
  const { _id: id } = await server.granted('POST /priceAlerts', alert, person.token);
  await server.database.query(
    `create function be_slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end';
     create trigger slow after delete on price_alerts execute function be_slow()`,
  );
  const headers = { 'idempotency-key': 'removed' };
  const [removed, left] = await Promise.all([
    server.call('POST /priceAlerts/remove', { id }, { token: person.token, headers }),
    pause(200).then(() => ask('POST /deleteAccount', { password: person.password }, person)),
  ]);
  await server.database.query('drop function be_slow cascade');
  expect([removed.status, left.status]).toEqual([200, 200]);
});

test('after all of it the books add up', async () => {
  const { checks } = await verifyBooks(server.database, 1);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

/** Made at the terminal, as an operator does. */
async function secondAdmin(): Promise<{ id: string; token: string }> {
  const { id, email, password } = await newcomer();
  await server.database.query(`update users set role = 'admin' where id = $1`, [id]);
  return { id, token: (await server.granted('POST /adminLogin', { email, password }, '')).token };
}

const rewardsOf = async ({ email }: Person): Promise<number> => {
  const { rows } = await server.database.query<{ paid: string }>(
    `select count(*) as paid from rewards r join users u on u.account_no = r.account where u.email = $1 and r.kind = 'referrer'`,
    [email],
  );
  return Number(rows[0].paid);
};
