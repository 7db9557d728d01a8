// The worth of an account from day to day: every stock at the close of each day on which it was held.
import { expect, test } from 'vitest';
import { INDEX_ID } from '../../../core/market/index-symbol.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { get, goToDay, server, trade } from '../../../tests/scenes/diary.ts';
import { VENUE } from '../../../tests/trading.ts';
import { saveDays } from '../../market/bars-store.ts';

/** The closes of ABC from today on, and of the index, which has one on each trading day. */
async function close(closes: readonly number[]): Promise<void> {
  const abc = await server.exchange.read((engine) => engine.market('ABC')!.instrument.id);
  const rows = closes.flatMap((price, n) =>
    [abc, INDEX_ID].map((instrument) => {
      const day = marketDay(server.clock.at) + n;
      return { instrument, day, open: price, high: price, low: price, close: price, volume: 1 };
    }),
  );
  await saveDays(server.database, VENUE, rows);
}

test('down to its last share, and on the day before that was sold', async () => {
  const asha = await server.trader(100_000_00);
  const first = marketDay(server.clock.at);
  await close([251_00, 260_00, 270_00, 280_00]);
  await trade(asha, 'ABC', 'BUY', 2, 250_00);
  await goToDay(1);
  await trade(asha, 'ABC', 'SELL', 1, 255_00);
  await goToDay(3);
  await trade(asha, 'ABC', 'SELL', 1, 258_00);
  const { equity } = await get(asha, 'GET /diaryAnalytics');
  expect(equity.map(({ date, equity: worth }: { date: string; equity: number }) => [date, worth])).toEqual([
    // 1 % and 5 rupees each time: 500 and 10 are paid, then 255 less 7.55 and 258 less 7.58 come in.
    [dayText(first), 100_000 - 510 + 2 * 251],
    [dayText(first + 1), 100_000 - 510 + 247.45 + 260],
    [dayText(first + 2), 100_000 - 510 + 247.45 + 270],
    [dayText(first + 3), 100_000 - 510 + 247.45 + 280],
    [dayText(first + 4), 100_000 - 510 + 247.45 + 250.42],
  ]);
  // A span counts from the close before it: 10 rupees more on each of these days.
  const span = { from: dayText(first + 2), to: dayText(first + 3) };
  const part = await get(asha, 'GET /diaryAnalytics', span);
  expect(part.equity.map(({ profit }: { profit: number }) => profit)).toEqual([10, 20]);
  expect(part.account).toMatchObject({ startEquity: 99_997.45, endEquity: 100_017.45, profit: 20, flows: 0 });
});

test('also a single share', async () => {
  const ravi = await server.trader(100_000_00);
  await close([251_00, 230_00]);
  await trade(ravi, 'ABC', 'BUY', 1, 250_00);
  await goToDay(2);
  const { equity } = await get(ravi, 'GET /diaryAnalytics');
  // 250 and charges of 7.50 are paid; today the last price is still 250.
  expect(equity.map(({ equity: worth }: { equity: number }) => worth)).toEqual([99_993.5, 99_972.5, 99_992.5]);
});
