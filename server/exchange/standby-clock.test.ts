// A standby after the database's clock was set back: a lease that ends tomorrow counts only as long as it is renewed.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import type { TestDatabase } from '../../tests/database.ts';
import { createLog } from '../log.ts';
import { Lease, untilFree } from './lease.ts';

const VENUE = 1;
/** A lease, and some looks at it. */
const SOON_MS = 8_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** As the process in charge does it, by a clock that is a day ahead. */
const renew = () =>
  db.query(`update venues set lease_until = clock_timestamp() + interval '1 day 3 seconds' where id = $1`, [VENUE]);

test('a dead process that had a lease until tomorrow is followed within seconds; one that renews it is not', async () => {
  await renew();
  let isFree = false;
  const standby = untilFree({ db, venue: VENUE }).then(() => (isFree = true));
  for (let n = 0; n < 10; n++) {
    await sleep(500);
    await renew();
  }
  expect(isFree).toBe(false);
  await Promise.race([standby, sleep(SOON_MS)]);
  expect(isFree).toBe(true);
}, 30_000);

test('a process that was replaced gives back no lease but its own', async () => {
  const until = async () =>
    (await db.query<{ until: string | null }>('select lease_until::text as until from venues where id = $1', [VENUE]))
      .rows[0].until;
  const { rows } = await db.query<{ epoch: number }>('select epoch from venues where id = $1', [VENUE]);
  const leaseOf = (epoch: number): Lease => {
    const holder = { epoch, isRunning: true, lockedAt: 0, renewLease: async () => true };
    return new Lease({ db, venue: VENUE, log: createLog({ logLevel: 'silent' }), holder, onLost: () => {} });
  };
  await renew();
  const before = await until();
  await leaseOf(rows[0].epoch - 1).giveBack();
  expect(await until()).toBe(before);
  await leaseOf(rows[0].epoch).giveBack();
  expect(await until()).toBeNull();
});
