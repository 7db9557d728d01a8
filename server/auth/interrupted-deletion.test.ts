// Deletions that are stopped in the middle, or asked for many times at once: each is done once, and delays no other.
import { expect, test } from 'vitest';
import { admin, exchange, leave, remove, rowOf, server, underWay } from '../../tests/scenes/deletion.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';

test('the exchange is away: nothing is lost, and it is done later without being asked again', async () => {
  const asha = await server.signUp();
  exchange.failure = new ExchangeUnavailable('the commit was lost');
  expect((await leave(asha.token)).status).toBe(503);
  expect([(await rowOf(asha.id)).deleted_at, await underWay()]).toEqual([null, 1]);
  // Perhaps the exchange has closed the account, perhaps not: asked again it says so.
  exchange.failure = null;
  await server.auth.finishDeletions();
  expect([(await rowOf(asha.id)).name, await underWay()]).toEqual(['Deleted account', 0]);
  await server.auth.finishDeletions();
  expect(exchange.closed).toHaveLength(1);
});

test('what was told to the person by somebody who did not know yet is erased a little later, and nothing else', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  const accounts = [(await rowOf(asha.id)).account_no, (await rowOf(ravi.id)).account_no];
  expect((await leave(asha.token)).status).toBe(200);
  await server.database.query(
    `insert into notifications (account, kind, message, created_at) select account, 'lesson', 'Moved', 0 from unnest($1::integer[]) account`,
    [accounts],
  );
  const told = async () => {
    const sql = `select account from notifications where account = any($1) and message = 'Moved' order by account`;
    return (await server.database.query<{ account: number }>(sql, [accounts])).rows.map(({ account }) => account);
  };
  await server.auth.finishDeletions();
  expect(await told()).toEqual(accounts);
  server.clock.offsetMs += 30_000;
  await server.auth.finishDeletions();
  expect(await told()).toEqual([accounts[1]]);
});

test('much may take longer to erase than a statement usually may last', async () => {
  const asha = await server.signUp();
  await server.database.query(
    `create function be_slow() returns trigger language plpgsql as 'begin perform pg_sleep(5.5); return null; end'`,
  );
  await server.database.query('create trigger slow before delete on notifications execute function be_slow()');
  const left = await leave(asha.token);
  await server.database.query('drop trigger slow on notifications');
  expect([left.status, (await rowOf(asha.id)).name]).toEqual([200, 'Deleted account']);
});

test('one with a lot to be erased delays nobody else', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  const account = (await rowOf(asha.id)).account_no as number;
  await server.database.query(
    `insert into notifications (account, kind, message, created_at) values ($1, 'reward', 'One of very many', 0)`,
    [account],
  );
  await server.database.query(
    `create function be_many() returns trigger language plpgsql as 'begin perform pg_sleep(2); return old; end'`,
  );
  await server.database.query(
    `create trigger many before delete on notifications for each row when (old.account = ${account}) execute function be_many()`,
  );
  let isDone = false;
  const left = leave(asha.token).finally(() => (isDone = true));
  const isErasing = async (): Promise<boolean> =>
    (
      await server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
    ).rowCount === 1;
  await expect.poll(isErasing).toBe(true);
  expect([(await leave(ravi.token)).status, isDone]).toEqual([200, false]);
  expect((await left).status).toBe(200);
  await server.database.query('drop trigger many on notifications');
});

test('it had not begun, and shares were bought since: then it was never asked', async () => {
  const asha = await server.signUp();
  exchange.failure = new ExchangeUnavailable('the process dies');
  await leave(asha.token);
  exchange.held = [{ symbol: 'MERIT', quantity: 1 }];
  exchange.failure = null;
  await server.auth.finishDeletions();
  expect([(await rowOf(asha.id)).deleted_at, await underWay()]).toEqual([null, 0]);
});

test('one that fails again does not delay the others', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  exchange.failure = new ExchangeUnavailable('the process dies');
  for (const { token } of [asha, ravi]) await leave(token);
  exchange.failure = null;
  exchange.refused = (await rowOf(asha.id)).account_no as number;
  await server.auth.finishDeletions();
  expect([(await rowOf(asha.id)).deleted_at, (await rowOf(ravi.id)).name]).toEqual([null, 'Deleted account']);
  exchange.refused = null;
  await server.auth.finishDeletions();
  expect([(await rowOf(asha.id)).name, await underWay()]).toEqual(['Deleted account', 0]);
});

test('pressed five times at once it is done once', async () => {
  const asha = await server.signUp();
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => leave(asha.token)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.every(({ status }) => [200, 400, 401].includes(status))).toBe(true);
  expect(exchange.closed).toHaveLength(1);
});

test('somebody who forgets the password and leaves at once does both, or only leaves', async () => {
  const asha = await server.signUp();
  await server.call('POST /forgotPassword', { email: asha.email });
  const leaving = await server.database.pool.connect();
  await leaving.query('begin');
  await leaving.query('select 1 from users where id = $1 for update', [asha.id]);
  const asking = server.call('POST /forgotPassword', { email: asha.email });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await leaving.query('delete from resets where user_id = $1', [asha.id]);
  await leaving.query(`update users set email = 'gone@deleted.invalid', deleted_at = 1 where id = $1`, [asha.id]);
  await leaving.query('commit');
  leaving.release();
  expect((await asking).status).toBe(200);
  const { rows } = await server.database.query('select 1 from resets where user_id = $1', [asha.id]);
  expect(rows).toEqual([]);
});

test('a code that is used while another one is asked for: neither waits for the other in a circle', async () => {
  const asha = await server.signUp();
  await server.call('POST /forgotPassword', { email: asha.email });
  // What setting the new password does.
  const setting = await server.database.pool.connect();
  await setting.query('begin');
  await setting.query('select 1 from users where id = $1 for no key update', [asha.id]);
  await setting.query(`select 1 from otps where purpose = 'reset' for update`);
  const asking = server.call('POST /forgotPassword', { email: asha.email });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await setting.query('delete from resets where user_id = $1', [asha.id]);
  await setting.query('commit');
  setting.release();
  expect((await asking).status).toBe(200);
});

test('one that waits in a circle with something else begins again', async () => {
  const asha = await server.signUp();
  await server.database.query(
    `insert into diary_shares (public_id, learner, instructor, opened_at, expires_at)
     values (gen_random_uuid(), $1, $2, 0, 1)`,
    [asha.id, admin.id],
  );
  const { account_no: account } = await rowOf(asha.id);
  await server.database.query(
    `insert into notifications (account, kind, message, created_at) values ($1, 'diary', 'm', 0)`,
    [account],
  );
  // The same rows in the other order.
  const other = await server.database.pool.connect();
  await other.query('begin');
  await other.query('select 1 from notifications where account = $1 for update', [account]);
  const leaving = leave(asha.token);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await other.query('select 1 from diary_shares where learner = $1 for update', [asha.id]);
  await other.query('commit');
  other.release();
  expect((await leaving).status).toBe(200);
  expect([(await rowOf(asha.id)).name, await underWay()]).toEqual(['Deleted account', 0]);
});

test('of two who have an opened diary in common, the second one waits before it has changed what the other was told', async () => {
  const [asha, meera] = [await server.signUp(), await server.signUp({ role: 'instructor' })];
  const [{ account_no: account }, { account_no: told }] = [await rowOf(asha.id), await rowOf(meera.id)];
  await server.database.query(
    `insert into diary_shares (public_id, learner, instructor, opened_at, expires_at)
     values (gen_random_uuid(), $1, $2, 0, 1)`,
    [asha.id, meera.id],
  );
  await server.database.query(
    `insert into notifications (account, kind, message, created_at, source)
     values ($1, 'diary', 'X has opened the diary to you', 0, 'diary-opened:' || $2::int || ':0')`,
    [told, account],
  );
  const other = await server.database.pool.connect();
  await other.query('begin');
  await other.query('select 1 from diary_shares where instructor = $1 for update', [meera.id]);
  const leaving = leave(asha.token);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const own = await other.query('select message from notifications where account = $1 for update nowait', [told]);
  expect(own.rows).toEqual([{ message: 'X has opened the diary to you' }]);
  await other.query('commit');
  other.release();
  expect((await leaving).status).toBe(200);
});

// The last one: afterwards it is not known which of the two administrators is left.
test('of two administrators who delete each other at once, one stays', async () => {
  const other = await server.signUp();
  await server.database.query(`update users set role = 'admin' where id = $1`, [other.id]);
  server.auth.access.forget(other.id);
  const [first, second] = await Promise.all([remove(other.id), remove(admin.id, other.token)]);
  const statuses = [first.status, second.status].sort();
  expect(statuses[0]).toBe(200);
  expect([401, 409]).toContain(statuses[1]);
  const { rows } = await server.database.query(`select id from users where role = 'admin' and not is_blocked`);
  expect(rows).toHaveLength(1);
  // The exchange has nothing to do with administrators.
  expect(exchange.closed).toEqual([]);
});
