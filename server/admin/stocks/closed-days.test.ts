// Corporate actions of a market with hours: they are planned for days on which it trades, since no other begins.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { TradingCalendar } from '../../../core/market/trading-calendar.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  // A Friday noon; Monday is a holiday.
  const calendar = new TradingCalendar('nse', ['2026-12-07']);
  server = await startTrading({ MERIT: 400_00 }, null, calendar, Date.parse('2026-12-04T12:00+05:30'));
  admin = await server.admin();
});
afterAll(() => server.close());

test.each(['2026-12-05', '2026-12-06', '2026-12-07'])('not on %s', async (effectiveDate) => {
  const plan = { symbol: 'MERIT', kind: 'dividend', perShare: 2, effectiveDate };
  const { status, body } = await server.call('POST /corporateActions', plan, { token: admin.token });
  const sentence = 'The market is closed on that day. The next one on which it trades is 2026-12-08.';
  expect([status, body.error?.fields]).toEqual([422, { effectiveDate: sentence }]);
});

test('on the day that it names', async () => {
  const plan = { symbol: 'MERIT', kind: 'dividend', perShare: 2, effectiveDate: '2026-12-08' };
  const { status, body } = await server.call('POST /corporateActions', plan, { token: admin.token });
  expect([status, body.data.effectiveDate]).toEqual([201, '2026-12-08']);
});
