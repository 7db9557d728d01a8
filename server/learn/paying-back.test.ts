// A lesson that was not held: the desk sees who came, and an administrator refunds it, each payment once, when it is over.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  asha,
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
  pay,
  purchased,
  refundOf,
  server,
  told,
  verify,
} from '../../tests/scenes/school.ts';

const payBack = (id: string, who = desk) => server.call('POST /refundSession/{id}', { id }, { token: who.token });
const row = async (id: string) =>
  (await server.call('GET /getSessionById/{id}', { id }, { token: desk.token })).body.data;
const earned = async () => {
  const reply = await server.call('GET /getAssigned', {}, { token: meera.token });
  return reply.body.summary.earned;
};

test('nobody came to teach: twenty administrators pay it back at once, and each learner gets the money once', async () => {
  const id = await lesson();
  const ravi = await server.trader();
  const receipt = await pay(id);
  await verify(receipt, id);
  await buy(id, ravi);
  server.clock.at += 2 * DAY + HOUR;
  await server.learn.passTime();
  expect(await row(id)).toMatchObject({ status: 'COMPLETED', hasHostCome: false, earned: 1000, refundsDue: 0 });
  expect(await earned()).toBe(1000);
  const replies = await Promise.all(Array.from({ length: 20 }, () => payBack(id)));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(replies[0].body.message).toBe('Session paid back successfully');
  await server.refunds.run();
  expect(await refundOf(receipt)).toMatchObject({ reason: 'not-held', provider_refund: expect.any(String) });
  expect(await row(id)).toMatchObject({ status: 'COMPLETED', earned: 0, refundsDue: 0, enrolled: 2 });
  expect(await earned()).toBe(0);
  for (const learner of [asha, ravi]) {
    expect(await purchased(learner)).toMatchObject([{ id, status: 'COMPLETED', paid: 500, refund: 'done' }]);
    expect(told(learner).slice(-2)).toEqual([
      expect.stringMatching(
        /^“Technical Analysis” on .* IST was not held as it was sold\. ₹500\.00 goes back to where it came from\.$/,
      ),
      '₹500.00 for “Technical Analysis” has been sent back to where it came from.',
    ]);
  }
  expect(told(meera).filter((text) => text.startsWith('An administrator'))).toEqual([
    expect.stringMatching(/^An administrator has paid back .* IST: ₹1,000\.00 goes back to its learners\.$/),
  ]);
  const log = await server.call('GET /auditLog', { subject: id }, { token: desk.token });
  const acts = log.body.data.entries.filter(({ action }: { action: string }) => action === 'refund-lesson');
  expect(acts).toMatchObject([
    {
      changes: [
        { field: 'refund', before: null, after: '₹1,000.00' },
        { field: 'learners', before: null, after: '2' },
      ],
    },
  ]);
  // The page that comes back late is told about the refund.
  expect((await verify(receipt, id)).body).toMatchObject({
    success: false,
    message: '“Technical Analysis” was not held as it was sold: ₹500.00 goes back to where it came from.',
  });
});

test('whom the provider has paid back already gets nothing twice, and is not told again', async () => {
  const id = await lesson();
  const ravi = await server.trader();
  const receipt = await pay(id);
  await verify(receipt, id);
  await buy(id, ravi);
  server.clock.at += 3 * DAY;
  await server.database.query(
    `insert into refunds (payment, reason, due_at, provider_refund, refunded_at)
     select id, 'returned', 1, 'rfnd_' || id, 1 from payments where provider_order = $1`,
    [receipt.order_id],
  );
  const before = told(asha).length;
  expect((await payBack(id)).status).toBe(200);
  await server.refunds.run();
  expect(await refundOf(receipt)).toMatchObject({ reason: 'returned' });
  expect(told(asha)).toHaveLength(before);
  expect(told(meera).at(-1)).toMatch(/: ₹500\.00 goes back to its learners\.$/);
});

test('refused before its end, when it was canceled, when nobody has paid, and to everybody but administrators', async () => {
  const id = await lesson();
  await buy(id);
  const before = await server.stateHash();
  const early = await payBack(id);
  expect([early.status, early.body.message]).toEqual([
    409,
    'Only a session that is over can be paid back: this one is SCHEDULED',
  ]);
  expect((await payBack(randomUUID())).status).toBe(404);
  expect((await payBack('1')).status).toBe(404);
  for (const who of [asha, meera]) expect((await payBack(id, who)).status).toBe(403);
  expect(await server.stateHash()).toBe(before);
  await cancel(id);
  expect((await payBack(id)).body.message).toMatch(/this one is CANCELED$/);
  const unsold = await lesson();
  server.clock.at += 3 * DAY;
  const nothing = await payBack(unsold);
  expect([nothing.status, nothing.body.message]).toEqual([409, 'Nobody has paid for this session']);
});

test('the desk sees that the instructor was there', async () => {
  const id = await lesson();
  await buy(id);
  server.clock.at += 2 * DAY;
  server.learn.visits.came(id, asha.accountNo, server.clock.at);
  await server.learn.visits.save();
  expect(await row(id)).toMatchObject({ hasHostCome: false });
  server.learn.visits.came(id, meera.accountNo, server.clock.at);
  await server.learn.visits.save();
  expect(await row(id)).toMatchObject({ hasHostCome: true });
});

test('a former instructor of a lesson is no learner of it', async () => {
  const id = await lesson();
  await buy(id);
  server.clock.at += 2 * DAY - MINUTE;
  server.learn.visits.came(id, meera.accountNo, server.clock.at);
  server.learn.visits.went(id, meera.accountNo, server.clock.at + 1000);
  await server.learn.visits.save();
  const other = await server.instructor();
  const change = form({ instructor_email: other.email, start_time: iso(MINUTE), end_time: iso(HOUR) });
  const moved = await server.call('POST /updateSession/{id}', { id, ...change }, { token: desk.token });
  expect(moved.status).toBe(200);
  const reply = await server.call('GET /attendance/{id}', { id }, { token: other.token });
  const parts = new Map(reply.body.data.map(({ name, part }: { name: string; part: string }) => [name, part]));
  expect(parts).toEqual(
    new Map([
      [meera.name, 'host'],
      [other.name, 'host'],
      [asha.name, 'learner'],
    ]),
  );
});
