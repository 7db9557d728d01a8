// What the index did while an account was open: from the close before, or the first open, to the last close or the level now.
import { expect, test } from 'vitest';
import { INDEX_ID } from '../../../core/market/index-symbol.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { get, goToDay, server, trade } from '../../../tests/scenes/diary.ts';
import { VENUE } from '../../../tests/trading.ts';
import { indexReturn } from './worth.ts';

const close = (day: number, level: number, open = level) =>
  server.database.query(
    'insert into daily_bars (venue, instrument, day, open, high, low, close, volume) values ($1, $2, $3, $4, $4, $4, $5, 0)',
    [VENUE, INDEX_ID, day, open, level],
  );

test('the analysis names it beside the return of the account, for the days in view', async () => {
  const asha = await server.trader(100_000_00);
  const analysis = (span: object = {}) => get(asha, 'GET /diaryAnalytics', span);
  await trade(asha, 'ABC', 'BUY', 10, 250_00);
  expect((await analysis()).account.indexReturnPercent).toBeNull();
  const first = marketDay(server.clock.at);
  await close(first - 1, 1000);
  await close(first, 1100);
  await goToDay(1);
  await close(first + 1, 990);
  await goToDay(1);
  // From the close before the first day on.
  expect((await analysis()).account.indexReturnPercent).toBe(-1);
  expect((await analysis({ from: dayText(first + 1) })).account.indexReturnPercent).toBe(-10);
  expect((await analysis({ to: dayText(first) })).account.indexReturnPercent).toBe(10);
  const span = { fromDay: first, lastDay: first + 2 };
  expect(await indexReturn(server.database, VENUE, { ...span, level: 1250 })).toBeCloseTo(0.25);
  // Where there is no close before, the first open counts.
  await server.database.query('delete from daily_bars where day = $1', [first - 1]);
  await server.database.query('update daily_bars set open = 900 where day = $1', [first]);
  expect(await indexReturn(server.database, VENUE, { ...span, level: 0 })).toBeCloseTo(0.1);
});
