// A proof of the books that takes longer than its callers may wait.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openVenue, VENUE } from '../../tests/trading-venue.ts';
import type { TradingVenue } from '../../tests/trading-venue.ts';
import { sharedProof } from './ledger-proof.ts';

let server: TradingVenue;
beforeAll(async () => {
  server = await openVenue({ MERIT: 400_00 });
});
afterAll(async () => {
  await server.exchange.close();
  await server.database.close();
});

test('those who waited too long come back for the result, and no second proof is begun for them', async () => {
  let begun = 0;
  const { database } = server;
  // A proof takes a connection of its own.
  const pool = new Proxy(database.pool, {
    get: (of, name) => {
      if (name === 'connect') begun++;
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
  const ask = sharedProof({ db: { ...database, pool }, venue: VENUE }, 1);
  const late = { status: 503, code: 'still-proving', headers: { 'Retry-After': '5' } };
  await Promise.all([1, 2].map(() => expect(ask()).rejects.toMatchObject(late)));
  expect(begun).toBe(1);
  // Even if they ask while it is running.
  for (let found = 0; found < 2; found++)
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ ok: true }), { timeout: 20_000 });
  expect(begun).toBe(1);
});
