// An instructor who leaves: no lesson is planned for them from then on, and what was planned at that moment is not sold.
import { expect, test } from 'vitest';
import { asha, create, desk, form, lesson, meera, order, server } from '../../tests/scenes/school.ts';

const LEAVES = 'The account with this address is being deleted: it cannot hold the session';
const askToLeave = `insert into account_deletions (user_id, asked_by, asked_at) values ($1, $1, 0)`;

test('planned at the moment the wish to leave is written down: the plan waits for it, and is refused', async () => {
  const { asked } = await server.database.transaction(async (leaving) => {
    await leaving.query('select 1 from users where id = $1 for update', [meera.id]);
    await leaving.query(askToLeave, [meera.id]);
    const planned = create();
    await Promise.race([planned, new Promise((resolve) => setTimeout(resolve, 300))]);
    return { asked: planned };
  });
  const { status, body } = await asked;
  expect([status, body.message, body.error?.fields]).toEqual([409, LEAVES, { instructor_email: LEAVES }]);
});

test('nor is a lesson of somebody else given to them', async () => {
  const tara = await server.instructor();
  const id = await lesson({ instructor_email: tara.email });
  await server.database.query(askToLeave, [meera.id]);
  const reply = await server.call('POST /updateSession/{id}', { id, ...form() }, { token: desk.token });
  expect([reply.status, reply.body.message]).toEqual([409, LEAVES]);
});

test('a lesson whose instructor is gone is neither offered nor sold', async () => {
  const id = await lesson();
  const address = `deleted-${meera.id.slice(0, 8)}@deleted.invalid`;
  await server.database.query('update users set email = $2, is_blocked = true, deleted_at = 1 where id = $1', [
    meera.id,
    address,
  ]);
  await server.database.query('update lessons set instructor_email = $2 where public_id = $1', [id, address]);
  const offered = await server.call('GET /activeSessions', {}, { token: asha.token });
  expect(offered.body.data.map((each: { id: string }) => each.id)).not.toContain(id);
  const asked = await order(id);
  expect([asked.status, asked.body.message]).toEqual([409, 'This lesson cannot be bought at the moment.']);
});
