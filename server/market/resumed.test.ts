// Where simulated traders have lost their quotes, they quote before the next order comes: after a halt in which the server started, new terms, or a dividend.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import type { Command } from '../../core/command.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, dayText, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { createLog } from '../log.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { MarketLoop } from './loop.ts';

let server: Trading;

beforeAll(async () => {
  server = await startTrading({ ZENITH: 100_00 });
});

afterAll(() => server.close());

/** Simulated traders who sell where nobody does. */
const askers = {
  step(engine: Engine, _generation: number, at: number) {
    const { book } = engine.market('ZENITH')!;
    if (book.best('sell') === 0) engine.desk('ZENITH', at).place(-1, 'sell', 100_05, 100);
  },
  acted: () => {},
};

test.each<[string, (isHalted: boolean) => Command]>([
  ['one stock', (isHalted) => ({ kind: 'set-halted', symbol: 'ZENITH', isHalted })],
  ['all trading', (isHalted) => ({ kind: 'halt-market', isHalted })],
])('a halt of %s', async (_, halt) => {
  const { exchange, board, database: db, notices } = server;
  server.clear('ZENITH');
  const asha = await server.trader(100_000_00);
  await exchange.submit(halt(true));
  const calendar = new TradingCalendar('always');
  const log = createLog({ logLevel: 'error' });
  const parts = { exchange, board, crowd: askers, calendar, db, venue: VENUE, log, notices };
  const loop = new MarketLoop({ ...parts, onBeat: () => () => {}, onPhase: () => {} });
  await loop.start();
  try {
    const terms = { stock: 'ZENITH', type: 'BUY', quantity: 7 };
    const [resumed, bought] = await Promise.all([
      exchange.submit(halt(false)),
      server.call('POST /orders', terms, { token: asha.token }),
    ]);
    expect(resumed.isAccepted).toBe(true);
    expect(bought.body.data).toMatchObject({ status: 'COMPLETED', filledQuantity: 7, averagePrice: 100.05 });
  } finally {
    await loop.stop();
  }
});

test('a new tick', async () => {
  const { exchange, board, database: db, notices } = server;
  const [asha, log] = [await server.trader(100_000_00), createLog({ logLevel: 'error' })];
  const calendar = new TradingCalendar('always');
  const crowd = {
    step(engine: Engine, _generation: number, at: number) {
      const { book, instrument } = engine.market('ZENITH')!;
      const price = instrument.tickSize === 5 ? 100_05 : 101_00;
      if (book.best('sell') === 0) engine.desk('ZENITH', at).place(-1, 'sell', price, 100);
    },
    acted: () => {},
  };
  server.clear('ZENITH');
  const loop = new MarketLoop({
    ...{ exchange, board, crowd, calendar, db, venue: VENUE, log, notices },
    ...{ onBeat: () => () => {}, onPhase: () => {} },
  });
  await loop.start();
  try {
    const [, bought] = await Promise.all([
      exchange.submit({ kind: 'set-terms', symbol: 'ZENITH', tickSize: 100, priceBand: 200_000 }),
      server.call('POST /orders', { stock: 'ZENITH', type: 'BUY', quantity: 7 }, { token: asha.token }),
    ]);
    expect(bought.body.data).toMatchObject({ status: 'COMPLETED', averagePrice: 101 });
  } finally {
    await loop.stop();
  }
});

test('a day that begins with a dividend', async () => {
  const { exchange, board, database: db, notices, clock } = server;
  const [asha, admin] = [await server.trader(100_000_00), await server.admin()];
  const tomorrow = marketDay(clock.at) + 1;
  const plan = { symbol: 'ZENITH', kind: 'dividend', perShare: 1, effectiveDate: dayText(tomorrow) };
  expect((await server.call('POST /corporateActions', plan, { token: admin.token })).status).toBe(201);
  clock.at = dayStartAt(tomorrow) + MINUTE_MS;
  server.clear('ZENITH');
  const crowd = {
    step(engine: Engine, _generation: number, at: number) {
      if (engine.market('ZENITH')!.book.best('sell') === 0) engine.desk('ZENITH', at).place(-1, 'sell', 101_00, 100);
    },
    acted: (engine: Engine) => engine.floor('ZENITH')!.dropCrowd(() => true),
  };
  const [calendar, log] = [new TradingCalendar('always'), createLog({ logLevel: 'error' })];
  const loop = new MarketLoop({
    ...{ exchange, board, crowd, calendar, db, venue: VENUE, log, notices },
    ...{ onBeat: () => () => {}, onPhase: () => {} },
  });
  await loop.start();
  try {
    const terms = { stock: 'ZENITH', type: 'BUY', quantity: 7 };
    const bought = await server.call('POST /orders', terms, { token: asha.token });
    expect(bought.body.data).toMatchObject({ status: 'COMPLETED', averagePrice: 101 });
  } finally {
    await loop.stop();
  }
});
