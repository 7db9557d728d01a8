// An instructor's copy also has the lessons that were given to somebody else: their statement still has them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request } from '../../../tests/accounts.ts';
import { startTrading } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { unzip } from '../../../tests/unzip.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<Trading['instructor']>>;

async function taughtLines({ token }: Person): Promise<string[]> {
  const reply = await server.app.inject(request('GET /exportData', {}, { token }));
  expect(reply.statusCode).toBe(200);
  return unzip(reply.rawPayload).get('taught-lessons.csv')!.toString('utf8').split('\r\n').slice(1, -1);
}

const taughtBy = async (person: Person): Promise<string[]> =>
  (await taughtLines(person)).map((line) => /"([A-Z ]+)",\d+$/.exec(line)![1]);

test('a lesson that changes hands is in the copies of both', async () => {
  const [desk, meera, ravi] = [await server.admin(), await server.instructor(), await server.instructor()];
  const at = (hours: number): string => new Date(server.clock.at + hours * 3_600_000).toISOString();
  const form = ({ name: instructor_name, email: instructor_email }: Person) => ({
    ...{ instructor_name, instructor_email, hourly_rate: 0, start_time: at(48), end_time: at(49) },
  });
  const { body } = await server.call('POST /createSession', form(meera), { token: desk.token });
  const { id } = body.data;
  expect([await taughtBy(meera), await taughtBy(ravi)]).toEqual([['SCHEDULED'], []]);
  for (const instructor of [ravi, meera, ravi]) {
    const { status } = await server.call(
      'POST /updateSession/{id}',
      { id, ...form(instructor) },
      { token: desk.token },
    );
    expect(status).toBe(200);
  }
  expect([await taughtBy(meera), await taughtBy(ravi)]).toEqual([['GIVEN TO SOMEBODY ELSE'], ['SCHEDULED']]);
  // Two stays in the call, of 20 and of 10 minutes, and one of somebody else.
  const came = server.clock.at;
  const stays = [
    [meera, 20],
    [meera, 10],
    [ravi, 5],
  ] as const;
  for (const [{ accountNo }, minutes] of stays)
    await server.database.query(
      `insert into visits (id, lesson, account, came_at, seen_at, went_at)
       select gen_random_uuid(), id, $1, $2, $3, $3 from lessons where public_id = $4`,
      [accountNo, came, came + minutes * 60_000, id],
    );
  expect((await taughtLines(meera))[0]).toMatch(/,30,"GIVEN TO SOMEBODY ELSE",\d+$/);
  expect((await taughtLines(ravi))[0]).toMatch(/,5,"SCHEDULED",\d+$/);
});
