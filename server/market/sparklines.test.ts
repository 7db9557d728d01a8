// The shapes of the last day right after a split: pages ask for them at that moment, and get them in the new shares.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayStartAt, dayText, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { dueActions } from '../exchange/corporate-actions.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

test('what was asked for a moment before a split is not answered after it', async () => {
  const [{ token }, admin] = [await server.trader(), await server.admin()];
  const pricesNow = async (): Promise<number[]> =>
    (await server.call('GET /sparklines', { symbols: 'MERIT' }, { token })).body.data[0].prices;
  const day = marketDay(server.clock.at) + 1;
  const split = { symbol: 'MERIT', kind: 'split', from: 1, to: 2, effectiveDate: dayText(day) };
  expect((await server.call('POST /corporateActions', split, { token: admin.token })).status).toBe(201);
  await server.database.query(
    `insert into minute_bars (venue, instrument, minute, open, high, low, close, volume)
     select $1, id, $2, 41000, 41000, 41000, 41000, 1 from instruments where symbol = 'MERIT'`,
    [VENUE, dayStartAt(day) / MINUTE_MS - 60],
  );
  server.clock.at = dayStartAt(day) - 500;
  server.mark('MERIT', 410_00);
  expect(await pricesNow()).toEqual([410]);
  server.clock.at = dayStartAt(day) + 500;
  await server.exchange.submit({ kind: 'start-day', day, actions: await dueActions(server.database, VENUE, day) });
  expect(await pricesNow()).toEqual([205]);
});
