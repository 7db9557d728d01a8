// The contract note of a day on whose evening an order was placed: that order belongs to the next day, and ends with it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayStartAt, dayText, HOUR_MS, marketDay, MINUTE_MS } from '../../../core/market/day.ts';
import { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import { startTrading } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';

const FRIDAY = marketDay(Date.UTC(2026, 2, 6));
const MONDAY = FRIDAY + 3;
const at = (day: number, hours: number, minutes = 0): number => dayStartAt(day) + hours * HOUR_MS + minutes * MINUTE_MS;

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00 }, null, new TradingCalendar('nse'), at(FRIDAY, 10));
});
afterAll(() => server.close());

test('the day that an order of the evening ended with is named, that of an order of the day is its own', async () => {
  const { token } = await server.trader(1_00_000_00);
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 390 };
  const place = async (): Promise<string> => (await server.call('POST /orders', order, { token })).body.data._id;
  const ofDay = await place();
  server.clock.at = at(FRIDAY, 15, 30);
  await server.exchange.submit({ kind: 'close-market' });
  server.clock.at = at(FRIDAY, 20);
  const ofEvening = await place();
  for (const [when, command] of [
    [at(MONDAY, 9), { kind: 'start-day', day: MONDAY }],
    [at(MONDAY, 9, 8), { kind: 'hold-auction' }],
    [at(MONDAY, 9, 15), { kind: 'open-market' }],
    [at(MONDAY, 15, 30), { kind: 'close-market' }],
  ] as const) {
    server.clock.at = when;
    await server.exchange.submit(command);
  }
  const { body } = await server.call('GET /contractNote', { day: dayText(FRIDAY) }, { token });
  const note = body.data as { orders: { id: string; reason: string }[] };
  expect(note.orders.map(({ id, reason }) => [id, reason])).toEqual([
    [ofDay, 'The trading day ended.'],
    [ofEvening, 'Later, 9 Mar 2026, 15:30 IST: The trading day ended.'],
  ]);
});
