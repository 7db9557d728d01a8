// A person who was removed from the call of a lesson stays out, also of its next room and after a restart, until the host or an administrator lets them in.
import { pino } from 'pino';
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import {
  asha,
  ask,
  calls,
  connect,
  desk,
  enter,
  ICE,
  lesson,
  meera,
  next,
  ravi,
  server,
  visits,
} from '../../tests/scenes/calls.ts';
import { callMedia } from '../adapters/media.ts';
import { Calls } from '../call/calls.ts';
import { noteRemoval } from './removals.ts';

const refused = {
  ok: false,
  reason: 'removed-from-class',
  message:
    'The host has removed you from this class. You can come in when the host or an administrator lets you in again.',
};
const removed = (id: string, token = meera.token) => server.call('GET /removedPeople/{id}', { id }, { token });
const letIn = (id: string, token = meera.token) => server.call('POST /letIn/{id}', { id }, { token });
const join = (socket: Socket, session: string) => ask(socket, 'join-room', { session });

async function removeAsha(): Promise<{ id: string; host: Socket; guest: Socket }> {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  const { me } = await enter(guest, { session: id });
  const ended = next(guest, 'call-ended');
  expect(await ask(host, 'call-host', { act: 'remove', person: me })).toEqual({ ok: true });
  expect(await ended).toMatchObject({ reason: 'removed' });
  return { id, host, guest };
}

test('the next room of the lesson stays shut, and so does it after a restart', async () => {
  const { id, host, guest } = await removeAsha();
  expect(await ask(host, 'call-ended')).toEqual({ ok: true });
  await enter(host, { session: id });
  expect([await join(guest, id), await ask(guest, 'call-door', { session: id })]).toEqual([refused, refused]);
  // The state that another process finds.
  const restarted = new Calls({
    lessons: {
      admission: server.learn.admission,
      times: server.learn.lessonTimes,
      came: () => {},
      went: () => {},
      removed: (what) => noteRemoval(server.database, what),
      ended: () => {},
      reopened: async () => {},
      stored: async () => {},
    },
    report: async () => true,
    media: callMedia(() => ICE),
    log: pino({ level: 'silent' }),
    now: () => server.clock.at,
    push: () => {},
  });
  restarted.connected('s');
  const peer = { socket: 's', caller: asha };
  expect(await restarted.hear(peer, 'join-room', { session: id })).toEqual(refused);
  // Another lesson is another class.
  expect(await restarted.hear(peer, 'join-room', { session: await lesson(120) })).toMatchObject({ reason: 'early' });
});

test('the host, and an administrator, let the person in again; once, and in the log', async () => {
  const { id, host, guest } = await removeAsha();
  const [{ _id, name }] = (await removed(id)).body.data;
  expect(name).toBe(asha.name);
  const answers = await Promise.all(Array.from({ length: 20 }, () => letIn(_id)));
  for (const { status, body } of answers)
    expect([status, body.message, body.data]).toEqual([200, `${asha.name} can come in again.`, []]);
  const { me } = await enter(guest, { session: id });
  const asked = { action: 'let-into-call', q: asha.email };
  const log = async () => (await server.call('GET /auditLog', asked, { token: desk.token })).body.data.entries;
  expect(await log()).toMatchObject([
    { actor: { email: meera.email }, changes: [{ field: 'call', before: null, after: 'Candles' }] },
  ]);
  expect(await ask(host, 'call-host', { act: 'remove', person: me })).toEqual({ ok: true });
  const [again] = (await removed(id, desk.token)).body.data;
  expect(again._id).not.toBe(_id);
  // The removal that is over lets nobody in.
  await letIn(_id);
  expect(await join(guest, id)).toEqual(refused);
  expect((await letIn(again._id, desk.token)).status).toBe(200);
  expect(await ask(guest, 'call-door', { session: id })).toEqual({ ok: true });
});

test('neither the one who was removed, nor another learner, nor another instructor; and nothing changes', async () => {
  const { id, guest } = await removeAsha();
  const [{ _id }] = (await removed(id)).body.data;
  const other = await server.instructor();
  // The end of the guest's visit is stored on its own.
  await visits.save();
  const before = await server.stateHash();
  for (const { token } of [asha, ravi, other]) {
    expect((await removed(id, token)).status).toBe(404);
    expect((await letIn(_id, token)).status).toBe(404);
  }
  for (const wrong of ['0', 'x', '999999', "1' or 1=1", id]) expect((await letIn(wrong)).status).toBe(404);
  expect((await removed('nonsense')).status).toBe(404);
  expect(await server.stateHash()).toBe(before);
  expect(await join(guest, id)).toEqual(refused);
});

test('pressed twenty times at once it is stored once; a person who comes in meanwhile does not stay', async () => {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  const { me } = await enter(guest, { session: id });
  const removals = Array.from({ length: 20 }, () => ask(host, 'call-host', { act: 'remove', person: me }));
  const entries = Array.from({ length: 5 }, async () => join(await connect(asha), id));
  const answers = await Promise.all(removals);
  await Promise.all(entries);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  expect((await removed(id)).body.data).toHaveLength(1);
  expect(await join(guest, id)).toEqual(refused);
  const { state } = await enter(host, { session: id });
  expect(state.people.map(({ name }) => name)).toEqual([meera.name]);
});

test('a removal that cannot be stored is not carried out, and reported', async () => {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  const { me } = await enter(guest, { session: id });
  await server.database.query('alter table call_removals rename to away');
  expect(await ask(host, 'call-host', { act: 'remove', person: me })).toMatchObject({ ok: false });
  await server.database.query('alter table away rename to call_removals');
  expect(await ask(guest, 'call-me', {})).toEqual({ ok: true });
});

test('a person who was removed by another process loses the seat at the next check', async () => {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  await enter(guest, { session: id });
  const logged = async () =>
    (await server.database.query(`select 1 from audit_log where action = 'remove-from-call'`)).rows.length;
  const before = await logged();
  const removal = { lesson: id, account: asha.accountNo, by: meera.accountNo, at: server.clock.at };
  // Reported by both of two connections, it is one removal, and is logged once.
  await Promise.all([noteRemoval(server.database, removal), noteRemoval(server.database, removal)]);
  expect(await logged()).toBe(before + 1);
  const ended = next(guest, 'call-ended');
  await calls.lookAtLessons();
  expect(await ended).toMatchObject({ reason: 'removed' });
});
