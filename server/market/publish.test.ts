// Pushes of the market without a trade: the beginning of a day changes the reference price of every stock.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { createLog } from '../log.ts';
import { TraderPublisher } from '../trade/publish.ts';
import { MarketPublisher } from './publish.ts';
import type { MarketPushes } from './publish.ts';
import { StockList } from './stock-list.ts';

type Watcher = { data: { watchlist: readonly string[] } };

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00 });
});
afterAll(() => server.close());

async function beginDay(): Promise<void> {
  const day = await server.exchange.read(({ venue }) => venue.day);
  await server.exchange.submit({ kind: 'start-day', day: day + 1 });
}

/** A publisher with one watcher of ZENITH, and what it says in a beat. */
function opened() {
  const said: [string, unknown][] = [];
  const watcher: Watcher = { data: { watchlist: ['ZENITH'] } };
  const pushes: MarketPushes<Watcher> = {
    pushMarket: (event, payload) => void said.push([event, payload]),
    pushSymbol: () => {},
    pushSocket: (_, event, payload) => void said.push([event, payload]),
    isWatched: () => false,
    watchers: () => [watcher],
  };
  const publisher = new MarketPublisher<Watcher>(server.board, new StockList(), pushes);
  const look = () => server.exchange.read((engine) => publisher.look(engine, server.clock.at));
  const beat = async () => {
    said.length = 0;
    publisher.send(await look());
    return said;
  };
  return { look, beat };
}

test('every screen gets the list of stocks anew, and every watchlist', async () => {
  const { beat } = opened();
  server.mark('MERIT', 404_00);
  expect((await beat()).map(([event]) => event)).toEqual(['stock-update']);
  await beginDay();
  const still = { change: 0, changePercent: 0, volume: 0 };
  const zenith = { symbol: 'ZENITH', price: 100, previousClose: 100, ...still };
  expect(await beat()).toMatchObject([
    ['stockUpdate', [{ symbol: 'MERIT', price: 404, previousClose: 404, open: 404, ...still }, zenith]],
    ['WatchlistStockUpdate', [zenith]],
  ]);
  expect(await beat()).toEqual([]);
  // The index, too, has another close to be compared with.
  server.board.indexLevel = 9_090_00;
  server.board.indexPreviousClose = 9_000_00;
  expect(await beat()).toMatchObject([['index-update', { value: 9_090, change: 90 }]]);
  server.board.indexPreviousClose = 9_090_00;
  expect(await beat()).toMatchObject([['index-update', { value: 9_090, change: 0 }]]);
  expect(await beat()).toEqual([]);
});

test('every trader gets the portfolio anew: today\u2019s profit begins at nothing', async () => {
  const { token, accountNo } = await server.trader(10_000_00);
  server.quote('ZENITH', 'sell', 100_00, 5);
  await server.call('POST /orders', { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 5 }, { token });
  server.mark('ZENITH', 103_00);
  const said: [string, { todaysProfit: number; overallProfit: number }][] = [];
  const traders = new TraderPublisher(
    server.exchange,
    {
      send: ({ event, payload }) => void said.push([event, payload as never]),
      isListening: () => true,
      nameOf: () => '',
      connectedAccounts: () => [accountNo],
    },
    createLog({ logLevel: 'error' }),
  );
  traders.start();
  await expect.poll(() => said.length, { timeout: 5_000 }).toBe(1);
  expect(said[0]).toMatchObject(['portfolioSummaryUpdate', { todaysProfit: 15 }]);
  await beginDay();
  await expect.poll(() => said.length, { timeout: 5_000 }).toBe(3);
  traders.stop();
  expect(said.slice(1)).toMatchObject([
    ['portfolioUpdate', { todaysProfit: 0, overallProfit: 15 }],
    ['portfolioSummaryUpdate', { todaysProfit: 0, overallProfit: 15 }],
  ]);
});

test('what a beat saw that could not be shown in time comes with the next one', async () => {
  const { look, beat } = opened();
  await beat();
  server.mark('MERIT', 405_00);
  server.board.indexLevel = 9_100_00;
  await look();
  server.mark('ZENITH', 101_00);
  const [quotes, watchlist, index, ...more] = await beat();
  expect(quotes).toMatchObject([
    'stock-update',
    [
      { symbol: 'MERIT', price: 405 },
      { symbol: 'ZENITH', price: 101 },
    ],
  ]);
  expect([watchlist[0], index[0], more]).toEqual(['WatchlistStockUpdate', 'index-update', []]);
  await beginDay();
  await look();
  expect((await beat()).map(([event]) => event)).toEqual(['stockUpdate', 'WatchlistStockUpdate']);
  expect(await beat()).toEqual([]);
});
