// Deleting and reporting over real sockets: who may, what others read, what an administrator finds and decides, and what attackers try.
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../../contract/call.ts';
import {
  asha,
  ask,
  connect,
  create,
  desk,
  enter,
  lesson,
  listen,
  live,
  meera,
  next,
  ravi,
  server,
  settle,
  visits,
} from '../../tests/scenes/calls.ts';
import { erase } from '../auth/erasure.ts';

const say = async (socket: Socket, text: string): Promise<number> => {
  const said = next<ChatMessage>(socket, 'call-chat');
  expect(await ask(socket, 'call-chat', { text })).toEqual({ ok: true });
  return (await said).id;
};
const unsay = (socket: Socket, message: number) => ask(socket, 'call-unsay', { message });
const report = (socket: Socket, about: object, reason = 'insult', words = '') =>
  ask(socket, 'call-report', { ...about, reason, words });
const reports = async (given: object = {}) => {
  const { body } = await server.call('GET /reports', { q: asha.email, ...given }, { token: desk.token });
  return body.data;
};
const close = (id: string, decision: string, token = desk.token) =>
  server.call('POST /closeReport/{id}', { id, decision, note: 'Seen.' }, { token });

/** Meera's lesson with Asha in it, and Ravi, who has a place too. */
async function inLesson() {
  const id = await lesson(0);
  await server.call('POST /enrol/{id}', { id }, { token: ravi.token });
  const sockets = [await connect(meera), await connect(asha), await connect(ravi)] as const;
  for (const socket of sockets) await enter(socket, { session: id });
  await settle(...sockets);
  return { id, host: sockets[0], guest: sockets[1], other: sockets[2] };
}

test('a message is deleted by its writer and by the host, for everybody at once, and stays so for who comes later', async () => {
  const { id, host, guest, other } = await inLesson();
  const [first, second, third] = [await say(guest, 'one'), await say(guest, 'two'), await say(host, 'three')];
  const told = next(other, 'call-unsaid');
  expect(await unsay(guest, first)).toEqual({ ok: true });
  expect(await told).toEqual({ roomCode: expect.any(String), message: first });
  expect(await unsay(host, second)).toEqual({ ok: true });
  const notYours = { ok: false, message: 'Only the host can delete what others have written.', reason: 'not-yours' };
  expect(await unsay(guest, third)).toEqual(notYours);
  expect(await unsay(other, second)).toEqual(notYours);
  expect(await unsay(guest, 99)).toMatchObject({ reason: 'no-message' });
  // Repeated, also twenty times at once, it is pushed to nobody.
  await settle(other);
  const heard = listen(other);
  for (const answer of await Promise.all(Array.from({ length: 20 }, () => unsay(guest, first))))
    expect(answer).toEqual({ ok: true });
  await settle(other);
  expect(heard).toEqual([]);
  // A person who leaves and comes back has another seat, and the same messages.
  await ask(guest, 'leave-room');
  const { chat, me } = await enter(guest, { session: id });
  expect(chat.map(({ from, text, isDeleted }) => [from === me, text, isDeleted])).toEqual([
    [true, '', true],
    [true, '', true],
    [false, 'three', false],
  ]);
  const again = await say(guest, 'four');
  await ask(guest, 'leave-room');
  await enter(guest, { session: id });
  expect(await unsay(guest, again)).toEqual({ ok: true });
});

test('neither from another call nor from none, nor by somebody who was blocked meanwhile', async () => {
  const { guest } = await inLesson();
  const message = await say(guest, 'mine');
  const stranger = await connect(ravi);
  const nowhere = { reason: 'not-in-call' };
  expect(await unsay(stranger, message)).toMatchObject(nowhere);
  expect(await report(stranger, { message })).toMatchObject(nowhere);
  // In a call of one's own there is no such message.
  await create(stranger);
  expect(await unsay(stranger, message)).toMatchObject({ reason: 'no-message' });
  expect(await report(stranger, { message })).toMatchObject({ reason: 'no-message' });
  for (const wrong of [
    { message, person: 'p1' },
    {},
    { message, reason: 'boredom' },
    { message: -1 },
    { person: '__proto__' },
    { message, words: 'x'.repeat(501) },
  ])
    expect(await ask(stranger, 'call-report', { reason: 'insult', ...wrong })).toMatchObject({ ok: false });
  const reply = ask(guest, 'call-unsay', { message }).catch(() => 'gone');
  live.cut({ userId: asha.id, loginId: null });
  expect([{ ok: true }, 'gone']).toContainEqual(await reply);
  expect((await reports()).totalReports).toBe(0);
});

test('a report of a person who is blocked meanwhile is refused', async () => {
  const { guest, other } = await inLesson();
  const message = await say(guest, 'hello');
  await server.database.query('update users set is_blocked = true where id = $1', [ravi.id]);
  expect(await report(other, { message })).toMatchObject({ reason: 'not-in-call' });
  expect((await reports()).totalReports).toBe(0);
});

test('nothing is kept of a report about somebody whose account is being deleted', async () => {
  const { guest, other } = await inLesson();
  const message = await say(guest, 'You fool');
  const leaving = await server.database.pool.connect();
  await leaving.query('begin');
  await leaving.query('select 1 from users where id = $1 for update', [asha.id]);
  await leaving.query('delete from reports where account = $1', [asha.accountNo]);
  const reporting = report(other, { message });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await leaving.query('update users set deleted_at = 1 where id = $1', [asha.id]);
  await leaving.query('commit');
  leaving.release();
  expect(await reporting).toEqual({ ok: true });
  const { rows } = await server.database.query('select 1 from reports where account = $1', [asha.accountNo]);
  expect(rows).toEqual([]);
});

test('a report keeps the words, once for each person, and the reported one hears nothing', async () => {
  const { id, host, guest, other } = await inLesson();
  const message = await say(guest, 'You fool');
  await settle(guest);
  const heard = listen(guest);
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(other, { message }, 'insult', 'To me.')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  expect(answers.filter(({ reason }) => reason === 'too-many')).toHaveLength(10);
  expect(await report(guest, { message })).toMatchObject({ reason: 'yourself' });
  expect(await report(host, { message }, 'threat')).toEqual({ ok: true });
  expect(await report(host, { person: 'p2' }, 'other')).toEqual({ ok: true });
  expect(await report(host, { person: 'p2' }, 'threat')).toEqual({ ok: true });
  expect(await report(host, { person: 'p1' })).toMatchObject({ reason: 'yourself' });
  expect(await report(host, { person: 'p9' })).toMatchObject({ reason: 'nobody-there' });
  await settle(guest);
  expect(heard).toEqual([]);
  const { reports: found, counts, totalReports } = await reports();
  expect([totalReports, counts.OPEN >= 3]).toEqual([3, true]);
  const common = { status: 'OPEN', decision: null, session: id, call: 'Candles', reported: { name: asha.name } };
  expect(found).toMatchObject([
    {
      ...common,
      reason: 'other',
      message: null,
      words: 'Threatens somebody',
      reporter: { name: meera.name },
      earlier: 2,
    },
    { ...common, reason: 'threat', message: { text: 'You fool' }, words: '', earlier: 1 },
    {
      ...common,
      reason: 'insult',
      message: { text: 'You fool' },
      words: 'To me.',
      reporter: { name: ravi.name },
      earlier: 0,
    },
  ]);
  const one = await server.call('GET /reports/{id}', { id: found[0]._id }, { token: desk.token });
  expect(one.body.data.earlierReports).toMatchObject([{ reason: 'threat' }, { reason: 'insult' }]);
  expect((await reports({ q: `${asha.email} fool` })).totalReports).toBe(2);
  expect((await reports({ reason: 'threat', status: 'OPEN' })).totalReports).toBe(1);
  expect((await reports({ status: 'CLOSED' })).totalReports).toBe(0);
  // Found by who has reported it, and by the reporter's words.
  const idsOf = async (q: string) => (await reports({ q })).reports.map(({ _id }: { _id: string }) => _id);
  const [newest, second, first] = found.map(({ _id }: { _id: string }) => _id);
  expect(await idsOf(`${asha.email} ${ravi.email}`)).toEqual([first]);
  expect(await idsOf(`${asha.email} threatens`)).toEqual([newest]);
  // What waits for a decision comes first.
  expect((await close(newest, 'dismissed')).status).toBe(200);
  expect(await idsOf(asha.email)).toEqual([second, first, newest]);
});

test('the same person\u2019s next report adds to the first while it is open; after that it is a new one', async () => {
  const { guest, host } = await inLesson();
  const message = await say(guest, 'You fool');
  for (const thing of [{ message }, { person: 'p2' }]) {
    await report(host, thing, 'insult', 'In front of all.');
    await report(host, thing, 'insult', 'In front of all.');
    await report(host, thing, 'insult', 'And now by name.');
    await report(host, thing, 'threat', 'He knows where I live.');
    const [{ _id, words, reason }, ...others] = (await reports({ status: 'OPEN' })).reports;
    expect([reason, words, others]).toEqual([
      'insult',
      'In front of all.\nAnd now by name.\nThreatens somebody: He knows where I live.',
      [],
    ]);
    expect((await close(_id, 'dismissed')).status).toBe(200);
    await report(host, thing, 'insult', 'Once more.');
    const { reports: found } = await reports({ status: 'OPEN' });
    expect(found).toMatchObject([{ words: 'Once more.' }]);
    expect((await close(found[0]._id, 'warned')).status).toBe(200);
  }
});

test('a deleted message can still be reported: its writer is found', async () => {
  const { guest, other } = await inLesson();
  const message = await say(guest, 'Send me money');
  const [gone, told] = await Promise.all([unsay(guest, message), report(other, { message }, 'advertising')]);
  expect([gone, told]).toEqual([{ ok: true }, { ok: true }]);
  expect((await reports()).reports).toMatchObject([{ message: { text: 'Send me money' } }]);
});

test('a dismissed report leaves the message where it is', async () => {
  const { guest, other } = await inLesson();
  await report(other, { message: await say(guest, 'hm') });
  const heard = listen(other);
  const [{ _id }] = (await reports()).reports;
  expect((await close(_id, 'dismissed')).status).toBe(200);
  await settle(other);
  expect(heard).toEqual([]);
});

test('a report is closed once, with what was decided: deleted, warned, dismissed', async () => {
  const { guest, host, other } = await inLesson();
  const message = await say(guest, 'You fool');
  await report(other, { message });
  await report(host, { message });
  await report(host, { person: 'p2' });
  const [person, second, first] = (await reports()).reports;
  expect((await close(person._id, 'deleted')).body).toMatchObject({ error: { code: 'no-message' } });
  const told = next(other, 'call-unsaid');
  const closed = await close(first._id, 'deleted');
  expect(closed.body.data).toMatchObject({ status: 'CLOSED', decision: 'deleted', note: 'Seen.', closedBy: desk.name });
  expect(await told).toMatchObject({ message });
  const stale = await close(first._id, 'blocked');
  expect([stale.status, stale.body.message]).toEqual([409, 'Another administrator has closed this report already.']);
  const many = await Promise.all(Array.from({ length: 20 }, () => close(second._id, 'warned')));
  expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  const warnings = server.told.filter(
    ({ account, notification }) => account === asha.accountNo && notification.kind === 'admin',
  );
  expect(warnings).toHaveLength(1);
  expect(warnings[0].notification.message).toContain('How you behaved in a call (Candles) was reported');
  for (const { name } of [meera, ravi]) expect(warnings[0].notification.message).not.toContain(name);
  expect((await close(person._id, 'dismissed')).status).toBe(200);
  const log = await server.call('GET /auditLog', { action: 'close-report', q: asha.email }, { token: desk.token });
  expect(log.body.data.entries.map(({ changes }: { changes: unknown }) => changes)).toHaveLength(3);
  expect(JSON.stringify(log.body.data)).not.toContain('You fool');
});

test('a decision that the database does not confirm has removed the message, and can be made again', async () => {
  const { guest, other } = await inLesson();
  const message = await say(guest, 'You fool');
  await report(other, { message });
  const [{ _id }] = (await reports()).reports;
  const told = next(other, 'call-unsaid');
  await server.database.query(`
    create function be_cut_off() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid());
      return null;
    end $$;
    create constraint trigger cut_off after update of decision on reports
      deferrable initially deferred for each row execute function be_cut_off()`);
  expect((await close(_id, 'deleted')).status).toBe(503);
  await server.database.query('drop function be_cut_off cascade');
  expect(await told).toMatchObject({ message });
  expect((await close(_id, 'deleted')).status).toBe(200);
});

test('blocked as the decision: out of the call at once, and in the log as any other block', async () => {
  const { guest, host, other } = await inLesson();
  const message = await say(guest, 'You fool');
  await report(other, { message }, 'threat');
  const [{ _id }] = (await reports()).reports;
  const left = next(host, 'user-left');
  expect((await close(_id, 'blocked')).body.data).toMatchObject({ decision: 'blocked', reported: { isBlocked: true } });
  expect(await left).toMatchObject({ from: 'p2' });
  const log = await server.call('GET /auditLog', { action: 'disable-user', q: asha.email }, { token: desk.token });
  expect(log.body.data.entries).toMatchObject([{ actor: { email: desk.email } }]);
});

test('blocked as the decision while the account is being deleted: neither waits for the other in a circle', async () => {
  const { guest, other } = await inLesson();
  await report(other, { message: await say(guest, 'You fool') }, 'threat');
  const [{ _id }] = (await reports()).reports;
  const leaving = await server.database.pool.connect();
  await leaving.query('begin');
  await leaving.query('select 1 from users where id = $1 for update', [asha.id]);
  const closing = close(_id, 'blocked');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await leaving.query('delete from reports where account = $1', [asha.accountNo]);
  // It was not deleted after all.
  await leaving.query('rollback');
  leaving.release();
  expect((await closing).body.data).toMatchObject({ decision: 'blocked', reported: { isBlocked: true } });
});

test('warned while the account is being deleted: nothing is told to somebody who has left', async () => {
  const { guest, other } = await inLesson();
  const leaver = await server.trader();
  await report(other, { message: await say(guest, 'You fool') });
  const [{ _id }] = (await reports()).reports;
  await server.database.query('update reports set account = $2 where id = $1', [_id, leaver.accountNo]);
  await server.database.query(
    `create function be_slow() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end';
     create trigger slow before update of decision on reports for each row execute function be_slow()`,
  );
  const closing = close(_id, 'warned');
  const isClosing = async (): Promise<boolean> =>
    (
      await server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
    ).rowCount === 1;
  await expect.poll(isClosing).toBe(true);
  await server.database.transaction(async (transaction) => {
    await transaction.query('select 1 from users where id = $1 for update', [leaver.id]);
    const { id, email, accountNo: account } = leaver;
    await erase(transaction, { id, email, account }, server.clock.at);
  });
  expect((await closing).status).toBe(200);
  await server.database.query('drop function be_slow cascade');
  const kept = await server.database.query('select 1 from notifications where account = $1', [leaver.accountNo]);
  expect(kept.rowCount).toBe(0);
});

test('only administrators see reports, and a missing one is not found', async () => {
  const { guest, other } = await inLesson();
  await report(other, { message: await say(guest, 'hm') });
  const [{ _id }] = (await reports()).reports;
  // That they came is stored behind their backs.
  await visits.save();
  const before = await server.stateHash();
  for (const { token } of [meera, asha, ravi]) {
    expect((await server.call('GET /reports', {}, { token })).status).toBe(403);
    expect((await server.call('GET /reports/{id}', { id: _id }, { token })).status).toBe(403);
    expect((await close(_id, 'dismissed', token)).status).toBe(403);
  }
  for (const id of ['0', '999999', 'x', "1' or 1=1"]) {
    expect((await server.call('GET /reports/{id}', { id }, { token: desk.token })).status).toBe(404);
    expect((await close(id, 'dismissed')).status).toBe(404);
  }
  expect((await close(_id, 'beheaded')).status).toBe(400);
  expect(await server.stateHash()).toBe(before);
});

test('a call by code is named as such', async () => {
  const [host, guest] = [await connect(meera), await connect(asha)];
  const { roomCode } = await create(host);
  await enter(guest, roomCode);
  expect(await report(host, { message: await say(guest, 'hm') })).toEqual({ ok: true });
  expect((await reports()).reports).toMatchObject([{ session: null, call: 'Call by code' }]);
});
