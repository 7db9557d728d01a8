// A person's calls in their turn: a few at a time, while other people's calls and orders are not kept waiting.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RouteName } from '../../contract/routes.ts';
import type { Queryable } from '../db/open.ts';
import { FROM_INSIDE, callerOf } from '../handler.ts';
import type { Handlers } from '../handler.ts';
import { blocked } from '../http-error.ts';
import type { HttpError } from '../http-error.ts';
import { Performers } from './perform.ts';
import type { Watch } from './perform.ts';

const noDatabase: Queryable = { query: () => Promise.reject(new Error('not for this test')) };

function open(watch?: Watch) {
  const under = { now: 0, most: 0 };
  const work = async () => {
    under.most = Math.max(under.most, ++under.now);
    await sleep(5);
    under.now--;
    return { data: null };
  };
  const names = ['GET /rewards', 'POST /closeDiary', 'POST /orders', 'GET /config'];
  const handlers = Object.fromEntries(names.map((name) => [name, work])) as Partial<Handlers>;
  const performers = new Performers(handlers, { database: noDatabase, log: { error: () => {} } }, watch);
  const person = (id: string) => callerOf({ id, accountNo: 1, role: 'user', name: id, email: '' });
  const call = async (name: RouteName, id: string | null) =>
    performers.of(name)!({ ...FROM_INSIDE, input: {}, given: {}, user: id === null ? null : person(id) });
  return { under, call };
}

const refusalOf = ({ status, message }: HttpError): string => `${status} ${message}`;

test('of one person three calls are carried out at once, the others wait, and of far too many the last are refused', async () => {
  const { under, call } = open();
  // Reads, and calls whose reply is kept.
  const names = ['GET /rewards', 'POST /closeDiary'] as const;
  const all = Array.from({ length: 110 }, (_, n) => call(names[n % 2], 'asha').catch(refusalOf));
  await sleep(1);
  expect(under.now).toBe(3);
  const answers = await Promise.all(all);
  expect(under.most).toBe(3);
  // Not "attempts", as of a login: these are calls of any kind.
  const refusal = '429 Too many requests. Please try again in 2 seconds.';
  expect(answers.filter((answer) => answer === refusal)).toHaveLength(7);
});

test('somebody is blocked while calls wait for their turn: none of them is carried out any more', async () => {
  let isBlocked = false;
  const { under, call } = open(() => () => {
    if (isBlocked) throw blocked();
  });
  const all = Array.from({ length: 20 }, (_, n) =>
    call(n % 2 === 0 ? 'GET /rewards' : 'POST /closeDiary', 'asha').catch(refusalOf),
  );
  await sleep(1);
  isBlocked = true;
  const answers = await Promise.all(all);
  expect([under.most, answers.filter((answer) => typeof answer === 'string')]).toEqual([
    3,
    Array(17).fill(refusalOf(blocked())),
  ]);
});

test('nobody waits for the reads of somebody else, and no order waits for any', async () => {
  const { under, call } = open();
  const all = Array.from({ length: 100 }, () => call('GET /rewards', 'asha'));
  const others = [call('GET /rewards', 'ravi'), call('POST /orders', 'asha'), call('GET /config', null)];
  await sleep(1);
  expect(under.now).toBe(6);
  expect(await Promise.race([Promise.all(others).then(() => 'others'), all[20].then(() => 'asha')])).toBe('others');
  await Promise.all(all);
});
