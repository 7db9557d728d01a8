// An instructor's statement by months, against the payments and refunds themselves.
import { expect, test } from 'vitest';
import {
  asha,
  buy,
  cancel,
  create,
  DAY,
  desk,
  form,
  HOUR,
  iso,
  lesson,
  meera,
  pay,
  server,
  verify,
} from '../../tests/scenes/school.ts';
import type { LessonEarnings } from '../../contract/learn/earnings.ts';

const statement = async (month?: string, who = meera): Promise<LessonEarnings> => {
  const reply = await server.call('GET /lessonEarnings', month === undefined ? {} : { month }, { token: who.token });
  expect(reply.status).toBe(200);
  return reply.body.data;
};
const earned = async () => {
  const reply = await server.call('GET /getAssigned', {}, { token: meera.token });
  return reply.body.summary.earned;
};
const leave = (id: string, who = asha) => server.call('POST /unenrol/{id}', { id }, { token: who.token });
const goTo = (instant: string): void => {
  server.clock.at = Date.parse(instant);
};
const nothing = { placesSold: 0, sold: 0, placesBack: 0, paidBack: 0, takenOver: 0, net: 0 };

test('nothing yet: the month that runs, and no other', async () => {
  goTo('2027-03-31T23:59:59+05:30');
  expect(await statement()).toEqual({ asked: { month: '2027-03', ...nothing }, months: [], lessons: [] });
});

test('a month ends at midnight in India; what goes back counts when it is owed, and the sum of all is what was earned', async () => {
  goTo('2027-05-31T23:00:00+05:30');
  const ravi = await server.trader();
  const [kept, left, gone] = [
    await lesson({ hourly_rate: 500.05 }),
    await lesson({ hourly_rate: 300, start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) }),
    await lesson({ hourly_rate: 200, start_time: iso(4 * DAY), end_time: iso(4 * DAY + HOUR) }),
  ];
  goTo('2027-05-31T23:59:59.999+05:30');
  await buy(kept);
  await buy(left);
  goTo('2027-06-01T00:00:00+05:30');
  await buy(kept, ravi);
  await buy(gone, ravi);
  await leave(left);
  await cancel(gone);
  await server.refunds.run();
  const may = { placesSold: 2, sold: 800.05, placesBack: 0, paidBack: 0, takenOver: 0, net: 800.05 };
  const june = { placesSold: 2, sold: 700.05, placesBack: 2, paidBack: 500, takenOver: 0, net: 200.05 };
  const shown = await statement();
  expect(shown.asked).toEqual({ month: '2027-06', ...june });
  expect(shown.months).toEqual([
    { month: '2027-06', ...june },
    { month: '2027-05', ...may },
  ]);
  // 800.05 + 200.05: Asha's place and Ravi's in the one that is kept.
  expect(await earned()).toBe(1000.1);
  expect(shown.lessons.map(({ id, status, net, placesBack }) => [id, status, placesBack, net])).toEqual([
    [kept, 'SCHEDULED', 0, 500.05],
    [left, 'SCHEDULED', 1, -300],
    [gone, 'CANCELED', 1, 0],
  ]);
  expect((await statement('2027-05')).lessons.map(({ id, net }) => [id, net])).toEqual([
    [kept, 500.05],
    [left, 300],
  ]);
  expect(await statement('2027-04')).toMatchObject({ asked: { month: '2027-04', ...nothing }, lessons: [] });
});

test('a payment that bought no place was never a sale; one that is paid back afterwards was', async () => {
  goTo('2027-08-10T12:00:00+05:30');
  const id = await lesson();
  const late = await pay(id);
  await buy(id);
  // Asha pays a second time for the place that she has.
  expect((await verify(late, id)).body.success).toBe(false);
  server.clock.at += 2 * DAY + HOUR;
  await server.learn.passTime();
  expect((await statement()).asked).toMatchObject({ placesSold: 1, sold: 500, placesBack: 0, net: 500 });
  goTo('2027-09-01T00:00:00+05:30');
  await server.call('POST /refundSession/{id}', { id }, { token: desk.token });
  expect((await statement()).months).toEqual([
    { month: '2027-09', placesSold: 0, sold: 0, placesBack: 1, paidBack: 500, takenOver: 0, net: -500 },
    { month: '2027-08', placesSold: 1, sold: 500, placesBack: 0, paidBack: 0, takenOver: 0, net: 500 },
  ]);
  expect(await earned()).toBe(0);
});

test('a sold lesson that is given to somebody else takes its money along, and rewrites no month that is over', async () => {
  goTo('2027-09-20T12:00:00+05:30');
  const kavya = await server.instructor();
  const [ravi, vikram] = [await server.trader(), await server.trader()];
  const id = await lesson({ start_time: iso(40 * DAY), end_time: iso(40 * DAY + HOUR) });
  await buy(id);
  await buy(id, ravi);
  await leave(id, ravi);
  const september = {
    month: '2027-09',
    placesSold: 2,
    sold: 1000,
    placesBack: 1,
    paidBack: 500,
    takenOver: 0,
    net: 500,
  };
  expect((await statement()).asked).toEqual(september);
  goTo('2027-10-05T12:00:00+05:30');
  const start = { start_time: '2027-10-30T12:00:00+05:30', end_time: '2027-10-30T13:00:00+05:30' };
  const give = async (to: typeof meera) => {
    const given = { id, ...form({ ...start, instructor_name: 'Kavya Rao', instructor_email: to.email }) };
    expect((await server.call('POST /updateSession/{id}', given, { token: desk.token })).status).toBe(200);
    server.clock.at += 1;
  };
  await give(kavya);
  await buy(id, vikram);
  const handed = { month: '2027-10', placesSold: 0, sold: 0, placesBack: 0, paidBack: 0, takenOver: -500, net: -500 };
  const taken = { month: '2027-10', placesSold: 1, sold: 500, placesBack: 0, paidBack: 0, takenOver: 500, net: 1000 };
  expect((await statement()).months).toEqual([handed, september]);
  expect((await statement()).lessons).toMatchObject([{ id, takenOver: -500, net: -500 }]);
  expect((await statement(undefined, kavya)).months).toEqual([taken]);
  // What has come along goes back from the one who has it now.
  goTo('2027-11-01T12:00:00+05:30');
  await server.learn.passTime();
  await server.call('POST /refundSession/{id}', { id }, { token: desk.token });
  const back = { month: '2027-11', placesSold: 0, sold: 0, placesBack: 2, paidBack: 1000, takenOver: 0, net: -1000 };
  expect((await statement(undefined, kavya)).months).toEqual([back, taken]);
  expect((await statement()).months).toEqual([handed, september]);
  const payouts = async (month: string) =>
    (await server.call('GET /payouts', { month }, { token: desk.token })).body.data.instructors.filter(
      ({ email }: { email: string }) => [meera.email, kavya.email].includes(email),
    );
  const { month: _, ...sums } = september;
  expect(await payouts('2027-09')).toEqual([{ name: 'Meera Iyer', email: meera.email, ...sums }]);
  expect((await payouts('2027-10')).map((one: { name: string; net: number }) => [one.name, one.net])).toEqual([
    ['Kavya Rao', 1000],
    ['Meera Iyer', -500],
  ]);
});

test('a lesson that goes from hand to hand and back leaves nothing with those in between', async () => {
  goTo('2027-09-25T12:00:00+05:30');
  const [kavya, leela] = [await server.instructor(), await server.instructor()];
  const id = await lesson({ start_time: iso(9 * DAY), end_time: iso(9 * DAY + HOUR) });
  await buy(id);
  // Twice in the same instant, then a day later home again.
  for (const [to, later] of [
    [kavya, 1],
    [leela, 0],
    [meera, DAY],
  ] as const) {
    server.clock.at += later;
    const times = { start_time: '2027-10-04T12:00:00+05:30', end_time: '2027-10-04T13:00:00+05:30' };
    await server.call(
      'POST /updateSession/{id}',
      { id, ...form({ ...times, instructor_email: to.email }) },
      { token: desk.token },
    );
  }
  expect((await statement()).asked).toMatchObject({ sold: 500, takenOver: 0, net: 500 });
  expect(await earned()).toBe(500);
  expect((await statement(undefined, leela)).asked).toMatchObject({ sold: 0, takenOver: 0, net: 0 });
  expect((await statement(undefined, kavya)).months).toEqual([]);
});

test('each instructor sees the own lessons only; a free place is no sale; a month must be one', async () => {
  goTo('2027-10-10T12:00:00+05:30');
  const other = await server.instructor();
  await buy(await lesson());
  const free = (await create({ hourly_rate: 0, start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) })).body.data.id;
  await server.call('POST /enrol/{id}', { id: free }, { token: asha.token });
  expect((await statement()).asked).toMatchObject({ placesSold: 1, net: 500 });
  expect((await statement(undefined, other)).months).toEqual([]);
  // As in every address, a blank value counts as left out.
  expect(await statement('', other)).toEqual(await statement(undefined, other));
  for (const month of ['2027-13', '2027-1', '1999-01', '2027-10-01', ' ']) {
    const reply = await server.call('GET /lessonEarnings', { month }, { token: meera.token });
    expect([month, reply.status, reply.body.message]).toEqual([month, 400, 'A month looks like 2026-11.']);
  }
  for (const who of [asha, desk])
    expect((await server.call('GET /lessonEarnings', {}, { token: who.token })).status).toBe(403);
});

test('the desk counts a sale on its day, whether or not the place was given back on the same one', async () => {
  goTo('2027-12-10T12:00:00+05:30');
  const soldOn = async (date: string) => {
    const { days } = (await server.call('GET /adminDashboard', { days: 7 }, { token: desk.token })).body.data;
    const day = days.find((one: { date: string }) => one.date === date);
    return [day.lessonsSold, day.lessonSales];
  };
  const [first, second] = [await lesson(), await lesson({ start_time: iso(4 * DAY), end_time: iso(4 * DAY + HOUR) })];
  await buy(first);
  await buy(second);
  await leave(first);
  expect(await soldOn('2027-12-10')).toEqual([2, 1000]);
  server.clock.at += DAY;
  await server.desk.keepDays();
  await leave(second);
  expect(await soldOn('2027-12-10')).toEqual([2, 1000]);
  expect(await soldOn('2027-12-11')).toEqual([0, 0]);
  expect((await statement()).asked).toMatchObject({ placesSold: 2, sold: 1000, placesBack: 2, paidBack: 1000 });
});

test('a place that is kept, although its money went back after the lesson, is one sale of the desk', async () => {
  goTo('2027-12-20T12:00:00+05:30');
  const id = await lesson();
  await buy(id);
  server.clock.at += 3 * DAY;
  // By the operator, at the provider.
  await server.database.query(
    `insert into refunds (payment, reason, due_at, provider_refund, refunded_at)
     select e.payment, 'returned', $2, 'rfnd_by_hand', $2 from enrolments e join lessons l on l.id = e.lesson
     where l.public_id = $1`,
    [id, server.clock.at],
  );
  const { days } = (await server.call('GET /adminDashboard', { days: 7 }, { token: desk.token })).body.data;
  expect(days.find(({ date }: { date: string }) => date === '2027-12-20')).toMatchObject({
    lessonsSold: 1,
    lessonSales: 500,
  });
});

test('what the operator sends back before the lesson was a sale all the same', async () => {
  goTo('2027-12-31T12:00:00+05:30');
  const id = await lesson();
  const receipt = await pay(id);
  await verify(receipt, id);
  goTo('2028-01-01T00:00:00+05:30');
  const provider = { name: 'sandbox', sentBack: async () => ({ refundId: 'rfnd_by_operator' }) } as const;
  await server.refunds.confirmed(provider, receipt.payment_id);
  expect((await statement()).months).toEqual([
    { month: '2028-01', placesSold: 0, sold: 0, placesBack: 1, paidBack: 500, takenOver: 0, net: -500 },
    { month: '2027-12', placesSold: 1, sold: 500, placesBack: 0, paidBack: 0, takenOver: 0, net: 500 },
  ]);
  const { days } = (await server.call('GET /adminDashboard', { days: 7 }, { token: desk.token })).body.data;
  expect(days.at(-2)).toMatchObject({ date: '2027-12-31', lessonsSold: 1, lessonSales: 500 });
});

test('the desk sees what each instructor has earned in a month, and all of them together', async () => {
  goTo('2028-02-29T12:00:00+05:30');
  const kavya = await server.instructor();
  const own = await lesson({ hourly_rate: 300.25 });
  const other = await lesson({ hourly_rate: 99.5, instructor_name: 'Kavya Rao', instructor_email: kavya.email });
  await buy(own);
  await buy(other);
  await leave(other);
  const payouts = async (who = desk) => server.call('GET /payouts', { month: '2028-02' }, { token: who.token });
  const { asked, months, instructors } = (await payouts()).body.data;
  expect(instructors).toEqual([
    {
      name: 'Kavya Rao',
      email: kavya.email,
      placesSold: 1,
      sold: 99.5,
      placesBack: 1,
      paidBack: 99.5,
      takenOver: 0,
      net: 0,
    },
    {
      name: 'Meera Iyer',
      email: meera.email,
      placesSold: 1,
      sold: 300.25,
      placesBack: 0,
      paidBack: 0,
      takenOver: 0,
      net: 300.25,
    },
  ]);
  expect(asked).toEqual({
    month: '2028-02',
    placesSold: 2,
    sold: 399.75,
    placesBack: 1,
    paidBack: 99.5,
    takenOver: 0,
    net: 300.25,
  });
  // All that was ever credited for lessons of this file and has bought a place, less all that goes back.
  const { rows } = await server.database.query<{ sold: number; back: number }>(
    `select sum(p.amount)::bigint as sold, coalesce(sum(p.amount) filter (where r.payment is not null), 0)::bigint as back
     from payments p left join refunds r on r.payment = p.id
     where p.status = 'credited' and p.lesson is not null and r.reason is distinct from 'bought-twice'`,
  );
  const sum = (of: 'sold' | 'paidBack') =>
    months.reduce((total: number, month: LessonEarnings['asked']) => total + Math.round(month[of] * 100), 0);
  expect([sum('sold'), sum('paidBack')]).toEqual([rows[0].sold, rows[0].back]);
  for (const who of [asha, meera]) expect((await payouts(who)).status).toBe(403);
});
