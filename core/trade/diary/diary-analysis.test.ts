// The analysis of a diary where it is more than its parts: what the ways of several trades say together.
import { expect, test } from 'vitest';
import { analyse } from './diary-analysis.ts';
import { ClosedTrades } from './closed-trades.ts';
import { ProtectingStops } from './protecting-stops.ts';

const BUY = {
  symbol: 'MERIT',
  side: 'buy',
  product: 'delivery',
  charges: 0,
  openedAt: 0,
  high: 0,
  low: 0,
  pathFrom: 0,
} as const;

test('a trade that gained next to nothing on its way does not spoil the efficiency of all', () => {
  const closed = new ClosedTrades();
  // Bought at 100: one was 10 up at best and sold with 5 of it; one was 0.01 up at best and sold with a loss of 5.
  closed.add({ ...BUY, tradeId: 1, orderId: 1, price: 100_00, quantity: 2, at: 1 });
  const sale = { ...BUY, side: 'sell', quantity: 1, openedAt: 1, pathFrom: 1 } as const;
  closed.add({ ...sale, tradeId: 2, orderId: 2, price: 105_00, high: 110_00, low: 100_00, at: 2 });
  closed.add({ ...sale, tradeId: 3, orderId: 3, price: 95_00, high: 100_01, low: 95_00, at: 3 });
  const { ways } = analyse({
    all: closed.trades,
    trades: closed.trades,
    stops: new ProtectingStops([]),
    notes: new Map(),
  });
  // 500 - 500 paise kept of 1000 + 1; the plain mean of 0.5 and -500 would be -249.75.
  expect(ways).toMatchObject({ known: 2, averageMfe: 501, averageEfficiency: 0 });
});

test('weekdays and hours come in their order, whichever was traded first', () => {
  const closed = new ClosedTrades();
  const HOUR = 3_600_000;
  // In India: on Friday 2 January 1970 at 15:30, then on Thursday 8 January at 9:30 and on Saturday at 10:30.
  for (const [n, at] of [34, 172, 221].map((hours) => hours * HOUR).entries()) {
    closed.add({ ...BUY, tradeId: 2 * n + 1, orderId: 2 * n + 1, price: 100_00, quantity: 1, at });
    const sale = { ...BUY, side: 'sell', price: 101_00, quantity: 1, openedAt: at, pathFrom: at } as const;
    closed.add({ ...sale, tradeId: 2 * n + 2, orderId: 2 * n + 2, at: at + 1 });
  }
  const trades = closed.trades;
  const { byWeekday, byHour } = analyse({ all: trades, trades, stops: new ProtectingStops([]), notes: new Map() });
  expect(byWeekday.map(({ key }) => key)).toEqual(['4', '5', '6']);
  expect(byHour.map(({ key }) => key)).toEqual(['9', '10', '15']);
});
