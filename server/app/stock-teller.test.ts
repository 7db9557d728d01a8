// Every screen is told of a halted stock, even if the exchange could not answer just then.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import type { Stock } from '../../contract/market.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import { createLog } from '../log.ts';
import { StockList } from '../market/stock-list.ts';
import { StockTeller } from './stock-teller.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ ZENITH: 100_00 });
});
afterAll(() => server.close());

test('a halt is told once the exchange answers again, and a closed teller is silent', async () => {
  let isAway = true;
  const told: Stock[][] = [];
  const read = async <T>(look: (engine: Engine) => T): Promise<T> => {
    const seen = await server.exchange.read(look);
    if (isAway) throw new ExchangeUnavailable('late');
    return seen;
  };
  const log = createLog({ logLevel: 'fatal' });
  const teller = new StockTeller({
    exchange: { read },
    stocks: new StockList(),
    show: (list) => void told.push(list),
    log,
  });
  await server.exchange.submit({ kind: 'set-halted', symbol: 'ZENITH', isHalted: true });
  teller.tell();
  teller.tell();
  await server.exchange.read(() => null);
  isAway = false;
  await expect.poll(() => told.length, { timeout: 5000 }).toBe(1);
  expect(told[0]).toMatchObject([{ symbol: 'ZENITH', isHalted: true }]);
  isAway = true;
  teller.tell();
  await server.exchange.read(() => null);
  teller.close();
  isAway = false;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(told).toHaveLength(1);
});

test('a batch says whether it has changed a stock', async () => {
  const said = async (work: () => Promise<unknown>): Promise<boolean[]> => {
    const before = server.batches.length;
    await work();
    return server.batches.slice(before).map(({ areStocksChanged }) => areStocksChanged);
  };
  const halt = () => server.exchange.submit({ kind: 'set-halted', symbol: 'ZENITH', isHalted: false });
  expect(await said(halt)).toContain(true);
  expect(await said(() => server.trader(100_00))).not.toContain(true);
});
