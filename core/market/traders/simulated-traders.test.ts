// Simulated traders in a real engine: in a book with only people's orders left, as after a restart, and without a value to go by.
import { describe, expect, test, vi } from 'vitest';
import { orderOf, STILL_START, stillMarket } from '../../../tests/still-market.ts';
import { FairValue } from './fair-value.ts';
import { MarketWeather } from './market-weather.ts';
import { SimulatedTraders } from './simulated-traders.ts';

const LAST = 400_00;
const SECOND_MS = 1000;
/** A quarter of the way to the lone order, as a maker who believed it would quote, is beyond this. */
const MOST_AWAY = 0.01;

const FAR_SALE = { side: 'sell', limitPrice: 440_00 } as const;
const FAR_BUY = { side: 'buy', limitPrice: 360_00 } as const;

function merit(): SimulatedTraders {
  const profile = { lastPrice: LAST, dailyVolatility: 0.016, averageDailyVolume: 4_000_000, tickSize: 5 };
  const weather = new MarketWeather('jump', 'always');
  return new SimulatedTraders({ symbol: 'MERIT', profile, seed: 'jump', weather });
}

describe('a book with nobody but people in it', () => {
  test.each([
    ['a sale far above', [FAR_SALE]],
    ['a buy far below', [FAR_BUY]],
    ['one of each, not at the same distance', [FAR_SALE, { ...FAR_BUY, limitPrice: 395_00 }]],
  ] as const)('%s does not move the price', (_, orders) => {
    const { engine, apply, quote, clear } = stillMarket({ MERIT: LAST }, { 1: 1_000_000_00 });
    quote('MERIT', 'sell', LAST, 50);
    apply(orderOf({ account: 1, symbol: 'MERIT', side: 'buy', quantity: 50, limitPrice: LAST }));
    clear('MERIT');
    for (const order of orders)
      expect(apply(orderOf({ account: 1, symbol: 'MERIT', quantity: 10, ...order })).isAccepted).toBe(true);
    const traders = merit();
    const { quote: seen } = engine.market('MERIT')!;
    const away: number[] = [];
    for (let at = STILL_START; at < STILL_START + 60 * SECOND_MS; at += SECOND_MS / 4) {
      traders.step(engine.desk('MERIT', at + SECOND_MS / 4), at, at + SECOND_MS / 4);
      away.push(Math.abs(seen.last / LAST - 1));
    }
    expect(seen.volume).toBeGreaterThan(50);
    expect(Math.max(...away)).toBeLessThan(MOST_AWAY);
  });
});

test('while the value is no number nobody quotes; then they quote again from the last price', () => {
  const { engine } = stillMarket({ MERIT: LAST }, {});
  const { book, quote } = engine.market('MERIT')!;
  const traders = merit();
  let at = STILL_START;
  const step = (): void => traders.step(engine.desk('MERIT', at + SECOND_MS / 4), at, (at += SECOND_MS / 4));
  for (let i = 0; i < 20; i++) step();
  expect(book.levelCount('buy')).toBeGreaterThan(5);
  const pass = vi.spyOn(FairValue.prototype, 'pass').mockImplementation(function (this: FairValue) {
    this.price = NaN;
  });
  step();
  step();
  expect([book.best('buy'), book.best('sell')]).toEqual([0, 0]);
  pass.mockRestore();
  const { last } = quote;
  for (let i = 0; i < 20; i++) step();
  expect(book.levelCount('buy')).toBeGreaterThan(5);
  expect(Math.abs(quote.last / last - 1)).toBeLessThan(MOST_AWAY);
});
