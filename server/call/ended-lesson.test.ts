// The host ends a lesson while a learner is still at its door: nobody gets in after that.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callMedia } from '../adapters/media.ts';
import { Calls } from './calls.ts';

const AT = Date.UTC(2026, 0, 5, 4);
const [HOST, LEARNER] = [1, 2];

test('a learner who was let in a moment before the end is looked at once more', async () => {
  let endedAt: number | null = null;
  let letIn: () => void = () => {};
  let isAsked: () => void = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const calls = new Calls({
    lessons: {
      async admission(_lesson, account) {
        if (account === LEARNER && endedAt === null) {
          isAsked();
          await new Promise<void>((resolve) => (letIn = resolve));
        }
        return { part: account === HOST ? 'host' : 'learner', name: 'Asha Rao', isRemoved: false };
      },
      times: async () => ({ title: 'Candles', startsAt: AT, endsAt: AT + 3_600_000, status: 'SCHEDULED', endedAt }),
      came: () => {},
      went: () => {},
      removed: async () => {},
      ended: (_lesson, at) => void (endedAt = at),
      reopened: async () => {},
      stored: async () => {},
    },
    report: async () => true,
    media: callMedia(() => []),
    log: pino({ level: 'silent' }),
    now: () => AT,
    push: () => {},
  });
  const peer = (accountNo: number) => ({ socket: `socket-${accountNo}`, caller: { accountNo, name: 'Asha Rao' } });
  for (const account of [HOST, LEARNER]) calls.connected(peer(account).socket);
  await calls.hear(peer(HOST), 'join-room', { session: 'LESSON' });
  const entering = calls.hear(peer(LEARNER), 'join-room', { session: 'LESSON' });
  await asked;
  expect(await calls.hear(peer(HOST), 'call-ended', undefined)).toEqual({ ok: true });
  letIn();
  expect(await entering).toMatchObject({ ok: false, reason: 'over' });
  expect(calls.count).toBe(0);
});
