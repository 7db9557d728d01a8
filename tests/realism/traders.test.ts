// What simulated traders must do on any day: keep a book, respect its limits, fill people, and react to what people do.
import { expect, test, vi } from 'vitest';
import { TestMarket, USUAL } from './market.ts';

/** When the market without an end is at its liveliest. */
const NOON = Date.parse('2026-11-19T11:30:00+05:30');

// Hours of trading are simulated; a slow machine needs its time.
vi.setConfig({ testTimeout: 120_000 });

test('there is a market at once, five levels deep, and it is never crossed', () => {
  const market = new TestMarket('deep', 'always');
  let trades = 0;
  market.run(
    1_800,
    () => {
      const { book } = market.desk;
      const buys = book.depth('buy', 5);
      const sells = book.depth('sell', 5);
      if (buys.length < 5 || sells.length < 5) throw new Error('fewer than five levels');
      if (buys[0].price >= sells[0].price) throw new Error('crossed or locked');
      trades += market.desk.tape.length;
      market.desk.tape.length = 0;
    },
    250,
  );
  // The market that trades all day and night is no slower than one with a bell.
  expect(trades).toBeGreaterThan(1_500);
});

test('a day without end has nearly the pace of a session, in lots a third as large, and moves no more', () => {
  const [always, nse] = (['always', 'nse'] as const).map((hours) => {
    let [trades, shares, squares] = [0, 0, 0];
    const seeds = Array.from({ length: 4 }, (_, i) => `pace ${i}`);
    for (const seed of seeds) {
      const market = new TestMarket(seed, hours, USUAL, NOON);
      const before = market.desk.lastPrice;
      market.run(1_800, () => {
        trades += market.desk.tape.length;
        for (const { quantity } of market.desk.tape) shares += quantity;
        market.desk.tape.length = 0;
      });
      squares += Math.log(market.desk.lastPrice / before) ** 2;
    }
    return { trades, lot: shares / trades, move: Math.sqrt(squares / seeds.length) / USUAL.dailyVolatility };
  });
  // At noon the long day is at its liveliest, the session at its quietest.
  expect(always.trades).toBeGreaterThan(nse.trades);
  expect(nse.lot / always.lot / 3).toBeGreaterThan(0.75);
  expect(nse.lot / always.lot / 3).toBeLessThan(1.33);
  // A seventh of a day's move belongs to half an hour of it, a little more to noon's; four of them say that roughly.
  expect(always.move).toBeGreaterThan(0.04);
  expect(always.move).toBeLessThan(0.45);
});

test.each([
  ['a cheap stock', { lastPrice: 41_40, dailyVolatility: 0.025, averageDailyVolume: 31_000_000, tickSize: 1 }],
  [
    'a dear stock that trades little',
    { lastPrice: 11_840_00, dailyVolatility: 0.016, averageDailyVolume: 150_000, tickSize: 100 },
  ],
  ['a coarse tick', { lastPrice: 13_00, dailyVolatility: 0.035, averageDailyVolume: 300_000_000, tickSize: 1 }],
  ['a fine tick', { lastPrice: 249_00, dailyVolatility: 0.013, averageDailyVolume: 13_000_000, tickSize: 1 }],
  [
    'an imported stock with next to no volume',
    { lastPrice: 25_000_00, dailyVolatility: 0.015, averageDailyVolume: 500, tickSize: 500 },
  ],
  [
    'a last price off the tick',
    { lastPrice: 1_234_57, dailyVolatility: 0.02, averageDailyVolume: 1_000_000, tickSize: 10 },
  ],
])('%s has a sensible market', (_name, profile) => {
  const market = new TestMarket('kinds', 'nse', profile);
  let spreads = 0;
  let moved = 0;
  let count = 0;
  market.run(900, () => {
    const { book } = market.desk;
    const spread = book.best('sell') - book.best('buy');
    if (book.depth('buy', 5).length < 5 || book.depth('sell', 5).length < 5 || spread <= 0)
      throw new Error('no market');
    spreads += spread / market.desk.middle;
    moved += market.desk.tape.length > 0 ? 1 : 0;
    market.desk.tape.length = 0;
    count++;
  });
  const tick = profile.tickSize / profile.lastPrice;
  // As on real books: 0.5 to 4 basis points, or one tick where the tick is coarse.
  expect(spreads / count).toBeGreaterThan(0.00005);
  expect(spreads / count).toBeLessThan(Math.max(0.0004, 1.2 * tick));
  expect(moved / count).toBeGreaterThan(0.05);
  expect(Math.abs(market.desk.lastPrice / profile.lastPrice - 1)).toBeLessThan(6 * profile.dailyVolatility);
});

test('nothing piles up over days', () => {
  const market = new TestMarket('days', 'nse');
  let most = 0;
  for (let day = 0; day < 3; day++) {
    market.run(7_200, () => {
      most = Math.max(most, market.ordersResting());
      market.desk.tape.length = 0;
    });
    market.desk.instrument.previousClose = market.desk.lastPrice;
  }
  expect(most).toBeLessThan(600);
  market.traders.withdraw(market.desk);
  expect(market.ordersResting()).toBe(0);
});

test('a resting order of a person near the price is filled by the flow, behind those who came before', () => {
  const market = new TestMarket('patient', 'nse');
  market.run(120);
  const price = market.desk.book.best('sell');
  const ahead = market.desk.book.depth('sell', 1)[0].quantity;
  const order = market.rest('sell', price, 100);
  market.desk.tape.length = 0;
  let filledAfter = 0;
  market.run(3_600, () => {
    if (order.remaining > 0) filledAfter++;
  });
  expect(ahead).toBeGreaterThan(0);
  expect(order.remaining).toBe(0);
  expect(filledAfter).toBeGreaterThan(0);
  const fills = market.desk.tape.filter(({ maker }) => maker === 7);
  expect(fills.every((fill) => fill.price === price && fill.taker < 0 && fill.sign === 1)).toBe(true);
});

test('a person who bids above the market’s value is served at once', () => {
  const market = new TestMarket('eager', 'nse');
  market.run(120);
  const order = market.rest('buy', market.desk.book.best('sell') - 10, 50_000);
  market.run(1_200);
  expect(order.remaining).toBeLessThan(50_000);
});

test('a large order walks the book; the spread closes at once and the price keeps half of the way', () => {
  // The same seeds with and without the order; the value's own path is the same in both.
  const seeds = Array.from({ length: 6 }, (_, i) => `large ${i}`);
  const results = seeds.map((seed) => {
    const calm = new TestMarket(seed, 'nse');
    const market = new TestMarket(seed, 'nse');
    for (const each of [calm, market]) each.run(300);
    const before = market.desk.middle;
    const bestQueue = market.desk.book.depth('sell', 1)[0].quantity;
    market.desk.tape.length = 0;
    // Two percent of a usual day.
    const filled = market.desk.takeAsPerson('buy', 84_000);
    const prices = new Set(market.desk.tape.map(({ price }) => price));
    const sweep = Math.log(market.desk.lastPrice / before);
    market.pass(250);
    const spread = market.desk.book.best('sell') - market.desk.book.best('buy');
    const depth = market.quantityNear('buy') + market.quantityNear('sell');
    for (const each of [calm, market]) each.run(600);
    return {
      filled,
      bestQueue,
      levels: prices.size,
      sweep,
      spread,
      depth,
      kept: Math.log(market.desk.middle / calm.desk.middle),
    };
  });
  for (const { filled, levels, sweep, spread, depth, bestQueue } of results) {
    expect(filled).toBe(84_000);
    expect(bestQueue).toBeLessThan(84_000);
    expect(levels).toBeGreaterThan(5);
    expect(sweep).toBeGreaterThan(0.002);
    expect(spread).toBeLessThanOrEqual(120);
    expect(depth).toBeGreaterThan(500);
  }
  const sum = (pick: (result: (typeof results)[number]) => number): number =>
    results.reduce((total, each) => total + pick(each), 0);
  const kept = sum((each) => each.kept) / sum((each) => each.sweep);
  expect(kept).toBeGreaterThan(0.5);
  expect(kept).toBeLessThan(0.9);
});

test('buying and selling back costs a person money, however it is sliced', () => {
  for (const slices of [1, 20]) {
    let cash = 0;
    let traded = 0;
    for (let i = 0; i < 6; i++) {
      const market = new TestMarket(`circle ${i}`, 'nse');
      market.run(300);
      for (const side of ['buy', 'sell'] as const) {
        for (let slice = 0; slice < slices; slice++) {
          market.desk.tape.length = 0;
          market.desk.takeAsPerson(side, 60_000 / slices);
          for (const { price, quantity, sign } of market.desk.tape) {
            cash -= sign * price * quantity;
            traded += price * quantity;
          }
          market.run(10);
        }
      }
    }
    expect(cash).toBeLessThan(0);
    expect(cash / traded).toBeGreaterThan(-0.01);
  }
});

test('prices stay inside the band, where the book locks and comes free again', () => {
  const market = new TestMarket('band', 'always', { ...USUAL, dailyVolatility: 0.06 });
  const { instrument } = market.desk;
  instrument.priceBand = 10_000;
  let locked = 0;
  let free = 0;
  // The bare desk throws when it is asked for anything outside the band of one percent.
  market.run(20_000, () => {
    market.desk.tape.length = 0;
    const { book } = market.desk;
    if (book.best('buy') === 0 || book.best('sell') === 0) locked++;
    else if (locked > 0) free++;
  });
  expect(locked).toBeGreaterThan(100);
  expect(market.desk.lastPrice).toBeGreaterThanOrEqual(990_00);
  expect(market.desk.lastPrice).toBeLessThanOrEqual(1_010_00);
  instrument.previousClose = market.desk.lastPrice;
  market.run(600);
  const { book } = market.desk;
  expect(book.depth('buy', 5).length + book.depth('sell', 5).length).toBeGreaterThan(5);
  expect(free).toBeGreaterThan(0);
});

test('a halted stock is left alone, and traded again afterwards', () => {
  const market = new TestMarket('halt', 'nse');
  market.run(60);
  market.desk.instrument.isHalted = true;
  const before = market.ordersResting();
  market.desk.tape.length = 0;
  market.run(300);
  expect(market.ordersResting()).toBe(before);
  expect(market.desk.tape).toHaveLength(0);
  market.desk.instrument.isHalted = false;
  market.run(60);
  expect(market.desk.tape.length).toBeGreaterThan(0);
});

test('a new tick size clears the book of old prices', () => {
  const market = new TestMarket('tick', 'nse', { ...USUAL, lastPrice: 990_00, tickSize: 5 });
  market.run(60);
  market.desk.instrument.tickSize = 10;
  market.run(5);
  for (const side of ['buy', 'sell'] as const) {
    const prices = market.desk.book.depth(side, 100).map(({ price }) => price);
    expect(prices.length).toBeGreaterThanOrEqual(5);
    expect(prices.filter((price) => price % 10 !== 0)).toEqual([]);
  }
});

test('after a night everybody quotes afresh round a new value', () => {
  const market = new TestMarket('night', 'nse');
  market.run(300);
  const gaps = Array.from({ length: 40 }, () => {
    const before = market.traders.fairValue;
    market.pass(64_800_000);
    market.run(5);
    expect(market.desk.book.depth('buy', 5)).toHaveLength(5);
    expect(Math.abs(market.desk.middle / market.traders.fairValue - 1)).toBeLessThan(0.003);
    market.desk.instrument.previousClose = market.desk.lastPrice;
    return Math.log(market.traders.fairValue / before);
  });
  const size = Math.sqrt(gaps.reduce((sum, gap) => sum + gap * gap, 0) / gaps.length);
  // 18 % of a day's variance of 1.6 %: 0.68 %, less what order flow would have added.
  expect(size).toBeGreaterThan(0.003);
  expect(size).toBeLessThan(0.012);
});

test('a server that slept catches up with seconds, not hours', () => {
  const market = new TestMarket('sleep', 'always');
  market.run(60);
  market.desk.tape.length = 0;
  const before = market.traders.fairValue;
  market.pass(1_800_000);
  expect(market.desk.tape.length).toBeLessThan(200);
  expect(Math.abs(market.traders.fairValue / before - 1)).toBeLessThan(0.01);
});

test('stocks share the market’s weather, those of a sector more', () => {
  const weather = new TestMarket('weather', 'nse').weather;
  for (const name of ['Energy', 'Utilities']) expect(weather.sector(name)).toBe(0);
  let at = Date.parse('2026-11-19T09:15:00+05:30');
  const steps = 22_500;
  let market = 0;
  let product = 0;
  let last = { market: 0, energy: 0, utilities: 0 };
  for (let i = 0; i < steps; i++) {
    weather.step(at, at + 1_000);
    at += 1_000;
    const now = { market: weather.market, energy: weather.sector('Energy'), utilities: weather.sector('Utilities') };
    market += (now.market - last.market) * (now.market - last.market);
    product += (now.energy - last.energy) * (now.utilities - last.utilities);
    last = now;
  }
  // A session's variance is 82 % of a day's; its mood makes it more or less.
  expect(market).toBeGreaterThan(0.2);
  expect(market).toBeLessThan(3);
  expect(Math.abs(product)).toBeLessThan(0.1);
});

test('the same seed gives the same trades, and another seed others', () => {
  const tape = (seed: string): string => {
    const market = new TestMarket(seed, 'nse');
    market.run(600, undefined, 250);
    let state = 0x811c9dc5;
    for (const { price, quantity, sign, taker, maker } of market.desk.tape) {
      for (const value of [price, quantity, sign, taker, maker]) state = Math.imul(state ^ value, 0x01000193);
    }
    return `${market.desk.tape.length} trades ${(state >>> 0).toString(16)}`;
  };
  expect(tape('golden')).toBe(tape('golden'));
  expect(tape('other')).not.toBe(tape('golden'));
  expect(tape('golden')).toBe('2071 trades a64da5bd');
});
