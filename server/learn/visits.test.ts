// What is noted of a visit is stored by the time that `save` says so, whenever it was noted.
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { Visits } from './visits.ts';

const ROOM = '00000000-0000-4000-8000-000000000001';

test.each(Array.from({ length: 16 }, (_, moments) => moments))(
  'who leaves %i moments after coming is stored as gone',
  async (moments) => {
    const stored: (number | null)[] = [];
    const query = (_: string, values: unknown[]) => {
      stored.push((values[5] as (number | null)[])[0]);
      return Promise.resolve({ rows: [], rowCount: 1 });
    };
    const visits = new Visits({ db: { query } as never, log: createLog({ logLevel: 'error' }), now: () => 0 });
    visits.came(ROOM, 7, 0);
    for (let moment = 0; moment < moments; moment++) await Promise.resolve();
    visits.went(ROOM, 7, 5);
    await visits.save();
    expect(stored.at(-1)).toBe(5);
  },
);
