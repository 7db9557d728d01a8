// A place in a lesson is given back once, with its money, whatever else happens to it at the same moment.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  asha,
  buy,
  cancel,
  DAY,
  desk,
  HOUR,
  iso,
  lesson,
  MINUTE,
  pay,
  purchased,
  refundOf,
  server,
  told,
  verify,
} from '../../tests/scenes/school.ts';

test('given back before the door opens: the seat is free, the money goes back, once, and it can be bought again', async () => {
  const id = await lesson();
  const receipt = await pay(id);
  await verify(receipt, id);
  const leave = (who = asha) => server.call('POST /unenrol/{id}', { id }, { token: who.token });
  const ravi = await server.trader();
  const before = await server.stateHash();
  expect([(await leave(ravi)).status, (await leave(ravi)).body.message]).toEqual([
    409,
    'You have no place in this lesson.',
  ]);
  expect((await server.call('POST /unenrol/{id}', { id: randomUUID() }, { token: asha.token })).status).toBe(404);
  expect(await server.stateHash()).toBe(before);
  const replies = await Promise.all(Array.from({ length: 10 }, () => leave()));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(replies.find(({ status }) => status === 200)!.body).toMatchObject({
    message: 'You have given back your place in “Technical Analysis”. ₹500.00 goes back to where it came from.',
    data: { part: 'visitor', enrolled: 0, materials: null, notForSale: null },
  });
  // Screens of the instructor hear of the sale, and that the place is free again.
  expect(server.toldOfPlaces).toEqual([id, id]);
  await server.refunds.run();
  expect(await refundOf(receipt)).toMatchObject({ reason: 'given-back', provider_refund: expect.any(String) });
  expect(await purchased()).toEqual([]);
  expect(await server.learn.admission(id, asha.accountNo)).toBe(null);
  // The page that comes back late with the old receipt buys nothing with it.
  expect((await verify(receipt, id)).body).toMatchObject({
    success: false,
    message: expect.stringMatching(/^You have given back the place in “Technical Analysis” that this payment bought: /),
  });
  await buy(id);
  expect(await purchased()).toMatchObject([{ id, paid: 500, refund: null }]);
  await leave();
  await server.refunds.run();
  expect(told(asha).map((text) => text.replace(/ It starts on .*/, ''))).toEqual([
    'You have bought “Technical Analysis”.',
    'You have given back your place in “Technical Analysis”. ₹500.00 goes back to where it came from.',
    '₹500.00 for “Technical Analysis” has been sent back to where it came from.',
    'You have bought “Technical Analysis”.',
    'You have given back your place in “Technical Analysis”. ₹500.00 goes back to where it came from.',
    '₹500.00 for “Technical Analysis” has been sent back to where it came from.',
  ]);
  // Each leads to the page of its lesson.
  const { rows } = await server.database.query<{ lesson: string }>(
    `select distinct lesson_id as lesson from notifications where account = $1 and kind = 'lesson'`,
    [asha.accountNo],
  );
  expect(rows).toEqual([{ lesson: id }]);
});

test('people who were told of a lesson can open its page from the notice, even once it is canceled without them', async () => {
  const look = async (id: string, who = asha) =>
    (await server.call('GET /getLesson/{id}', { id }, { token: who.token })).body;
  const id = await lesson();
  await buy(id);
  await server.call('POST /unenrol/{id}', { id }, { token: asha.token });
  const late = await lesson({ start_time: iso(5 * DAY), end_time: iso(5 * DAY + HOUR) });
  const receipt = await pay(late);
  await cancel(id);
  await cancel(late);
  await verify(receipt, late);
  for (const one of [id, late]) {
    expect(await look(one)).toMatchObject({ success: true, data: { part: 'visitor', status: 'CANCELED' } });
    // So do the ratings on that page.
    expect((await server.call('GET /lessonRatings/{id}', { id: one }, { token: asha.token })).status).toBe(200);
  }
  // Others are still not told that it ever existed.
  expect(await look(id, await server.trader())).toMatchObject({ success: false, error: { code: 'not-found' } });
});

test('a free place is given back too; not when the door is open, and not of a canceled lesson', async () => {
  const free = await lesson({ hourly_rate: 0, start_time: iso(HOUR), end_time: iso(2 * HOUR) });
  const enrol = (id: string) => server.call('POST /enrol/{id}', { id }, { token: asha.token });
  const leave = (id: string) => server.call('POST /unenrol/{id}', { id }, { token: asha.token });
  await enrol(free);
  expect((await leave(free)).body).toMatchObject({
    message: 'You have given back your place in “Technical Analysis”.',
    data: { part: 'visitor' },
  });
  await enrol(free);
  const gone = await lesson();
  await buy(gone);
  await cancel(gone);
  expect((await leave(gone)).body).toMatchObject({ success: false, error: { code: 'not-scheduled' } });
  server.clock.at += 45 * MINUTE;
  const late = await leave(free);
  expect([late.status, late.body.message]).toEqual([
    409,
    'A place can be given back until 15 minutes before the start.',
  ]);
  expect(await purchased()).toHaveLength(2);
});

test('given back at the moment the lesson is canceled: one refund in either order', async () => {
  const id = await lesson();
  const receipt = await pay(id);
  await verify(receipt, id);
  const leave = () => server.call('POST /unenrol/{id}', { id }, { token: asha.token });
  const [left, canceled] = await Promise.all([leave(), cancel(id)]);
  expect([[200, 409].includes(left.status), canceled.status]).toEqual([true, 200]);
  await server.refunds.run();
  expect(await refundOf(receipt)).toMatchObject({
    reason: left.status === 200 ? 'given-back' : 'canceled',
    provider_refund: expect.any(String),
  });
  const sent = '₹500.00 for “Technical Analysis” has been sent back to where it came from.';
  expect(told(asha).filter((text) => text === sent)).toHaveLength(1);
});

test('deleting an account gives back the places in lessons that are not open yet, each once, and no other', async () => {
  const [soon, later] = [
    await lesson({ start_time: iso(HOUR), end_time: iso(2 * HOUR) }),
    await lesson({ start_time: iso(5 * HOUR), end_time: iso(6 * HOUR) }),
  ];
  const receipts = [await pay(soon), await pay(later)];
  await verify(receipts[0], soon);
  await verify(receipts[1], later);
  const ravi = await server.trader();
  await buy(later, ravi);
  server.clock.at += 50 * MINUTE;
  // The first lesson is open: people who may have been in its call have had something of it.
  await server.database.query('update users set deleted_at = $2 where id = $1', [asha.id, server.clock.at]);
  await Promise.all([server.learn.passTime(), server.learn.passTime()]);
  await server.refunds.run();
  expect(await refundOf(receipts[0])).toBe(null);
  expect(await refundOf(receipts[1])).toMatchObject({ reason: 'given-back', provider_refund: expect.any(String) });
  const row = await server.call('GET /getSessionById/{id}', { id: later }, { token: desk.token });
  // The price that Ravi has paid.
  expect(row.body.data).toMatchObject({ enrolled: 1, earned: 500, refundsDue: 0 });
  // The money went back after the person was forgotten: nothing is written for nobody.
  const { rows } = await server.database.query<{ message: string }>(
    'select message from notifications where account = $1 and created_at >= $2',
    [asha.accountNo, server.clock.at],
  );
  expect(rows).toEqual([]);
  // What she had in the lesson that was open counts in it for good.
  server.clock.at += 2 * HOUR;
  await server.learn.passTime();
  const over = await server.call('GET /getSessionById/{id}', { id: soon }, { token: desk.token });
  expect(over.body.data).toMatchObject({ status: 'COMPLETED', enrolled: 1, earned: 500 });
});

test('given back by somebody whose account is being deleted: that is done by the deletion, and nothing is told to nobody', async () => {
  const ravi = await server.trader();
  const id = await lesson({ start_time: iso(50 * HOUR), end_time: iso(51 * HOUR) });
  await buy(id, ravi);
  const before = told(ravi);
  const leaving = await server.database.pool.connect();
  await leaving.query('begin');
  await leaving.query('select 1 from users where id = $1 for update', [ravi.id]);
  const answer = server.call('POST /unenrol/{id}', { id }, { token: ravi.token });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await leaving.query('update users set deleted_at = $2 where id = $1', [ravi.id, server.clock.at]);
  await leaving.query('commit');
  leaving.release();
  expect([(await answer).status, told(ravi)]).toEqual([401, before]);
  const { rows } = await server.database.query('select message from notifications where account = $1', [
    ravi.accountNo,
  ]);
  expect(rows).toHaveLength(before.length);
  await server.learn.passTime();
  const row = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
  expect(row.body.data).toMatchObject({ enrolled: 0, earned: 0 });
});

test('a place that cannot be given back keeps neither the others nor the reminders', async () => {
  const id = await lesson({ start_time: iso(25 * HOUR), end_time: iso(26 * HOUR) });
  const [ravi, mira, tara] = [await server.trader(), await server.trader(), await server.trader()];
  for (const who of [ravi, mira, tara]) await buy(id, who);
  server.clock.at += 90 * MINUTE;
  const gone = [ravi, mira];
  await server.database.query('update users set deleted_at = $2 where id = any($1)', [
    gone.map((who) => who.id),
    server.clock.at,
  ]);
  await server.database.query(
    `create function refuse() returns trigger language plpgsql as 'begin raise exception ''it stays''; end'`,
  );
  await server.database.query(
    `create trigger stuck before delete on enrolments for each row when (old.account = ${ravi.accountNo}) execute function refuse()`,
  );
  const left = async () => {
    const { rows } = await server.database.query<{ account: number }>(
      'select account from enrolments where account = any($1)',
      [gone.map(({ accountNo }) => accountNo)],
    );
    return rows.map(({ account }) => account);
  };
  await server.learn.passTime();
  expect(await left()).toEqual([ravi.accountNo]);
  expect(told(tara).at(-1)).toMatch(/^“Technical Analysis” starts/);
  await server.database.query('drop trigger stuck on enrolments');
  await server.learn.passTime();
  expect(await left()).toEqual([]);
});
