// A clock that was ahead for a while has ended lessons that are still to come: once it is right again, they are as before.
import { expect, test } from 'vitest';
import {
  asha,
  buy,
  create,
  DAY,
  desk,
  form,
  HOUR,
  iso,
  lesson,
  meera,
  MINUTE,
  purchased,
  server,
  told,
} from '../../tests/scenes/school.ts';
import { erase } from '../auth/erasure.ts';

const YEAR = 365 * DAY;

/** The clock leaps ahead, the school goes on by it for a round, and the clock is set right. */
async function leapAhead(ms: number, meanwhile = async (): Promise<void> => {}): Promise<void> {
  server.clock.at += ms;
  await server.learn.passTime();
  await meanwhile();
  server.clock.at -= ms;
  await server.learn.passTime();
}

const statusOf = async (id: string): Promise<string> =>
  (await server.call('GET /getSessionById/{id}', { id }, { token: desk.token })).body.data.status;

test.each([DAY * 3, YEAR])(
  'a lesson that a clock %i ms ahead has ended is sold, changed, reminded of and held',
  async (ms) => {
    const id = await lesson();
    await buy(id);
    await leapAhead(ms);
    expect(await purchased()).toMatchObject([{ id, status: 'SCHEDULED' }]);
    await buy(id, await server.trader());
    const change = await server.call(
      'POST /updateSession/{id}',
      { id, ...form({ topic: 'Candles' }) },
      { token: desk.token },
    );
    expect(change.status).toBe(200);
    server.clock.at += 2 * DAY - 5 * MINUTE;
    await server.learn.passTime();
    expect(told(asha).filter((text) => text.includes('Candles') && text.includes('starts'))).toHaveLength(1);
    server.clock.at += HOUR + 5 * MINUTE;
    await server.learn.passTime();
    expect(await statusOf(id)).toBe('COMPLETED');
  },
);

test('what was held, ended by its host, paid back or canceled meanwhile stays so', async () => {
  const at = (hours: number) => ({
    start_time: iso(2 * DAY + hours * HOUR),
    end_time: iso(2 * DAY + (hours + 1) * HOUR),
  });
  const [visited, ended, paidBack, canceled] = [
    await lesson(at(0)),
    await lesson(at(1)),
    await lesson(at(2)),
    await lesson(at(3)),
  ];
  await buy(paidBack);
  await server.call('POST /cancelSession/{id}', { id: canceled, status: 'CANCELED' }, { token: desk.token });
  await leapAhead(3 * DAY, async () => {
    server.learn.visits.came(visited, asha.accountNo, server.clock.at);
    server.learn.visits.ended(ended, server.clock.at);
    await server.learn.visits.save();
    await server.call('POST /refundSession/{id}', { id: paidBack }, { token: desk.token });
  });
  expect(await Promise.all([visited, ended, paidBack, canceled].map(statusOf))).toEqual([
    'COMPLETED',
    'COMPLETED',
    'COMPLETED',
    'CANCELED',
  ]);
});

test('nor does one come back whose instructor has left meanwhile: nobody would hold it', async () => {
  const id = await lesson();
  const { id: person, accountNo: account, email } = meera;
  await leapAhead(3 * DAY, () =>
    server.database.transaction((transaction) => erase(transaction, { id: person, account, email }, server.clock.at)),
  );
  expect(await statusOf(id)).toBe('COMPLETED');
});

test('a host who was in the room before the lesson keeps it not from coming back; its time is not taken twice', async () => {
  const id = await lesson();
  server.learn.visits.came(id, asha.accountNo, server.clock.at);
  server.learn.visits.went(id, asha.accountNo, server.clock.at + MINUTE);
  await server.learn.visits.save();
  await leapAhead(3 * DAY);
  expect(await statusOf(id)).toBe('SCHEDULED');
  expect((await create()).status).toBe(409);
});
