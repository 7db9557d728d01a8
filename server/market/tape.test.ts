// The tape over HTTP: the newest trades with the side that took, and none from before a split or a takeover.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading, type Trading } from '../../tests/trading.ts';
import { Tape } from './tape.ts';

let server: Trading;
let asha: Awaited<ReturnType<Trading['trader']>>;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, EMPTY: 10_00 });
  asha = await server.trader(10_00_000_00);
});
afterAll(() => server.close());

const ask = (symbol: string) => server.call('GET /recentTrades', { symbol }, { token: asha.token });
const order = (type: 'BUY' | 'SELL', quantity: number) =>
  server.call('POST /orders', { stock: 'MERIT', type, orderType: 'MARKET', quantity }, { token: asha.token });
const linesOf = async () =>
  (await ask('MERIT')).body.data.trades.map(
    ({ price, quantity, side }: { price: number; quantity: number; side: string }) => `${side} ${quantity} at ${price}`,
  );

test('each level that an order takes is a line, the newest first', async () => {
  server.quote('MERIT', 'sell', 400_00, 3);
  server.quote('MERIT', 'sell', 400_00, 4);
  server.quote('MERIT', 'sell', 400_50, 9);
  await order('BUY', 10);
  server.clock.at += 1000;
  server.quote('MERIT', 'buy', 399_00, 2);
  await order('SELL', 2);
  expect(await linesOf()).toEqual(['SELL 2 at 399', 'BUY 3 at 400.5', 'BUY 7 at 400']);
  const [newest] = (await ask('MERIT')).body.data.trades;
  expect(newest.at).toBe(new Date(server.clock.at).toISOString());
});

test('a stock without trades has none; one that there is not is not found', async () => {
  expect((await ask('EMPTY')).body.data).toEqual({ symbol: 'EMPTY', trades: [] });
  expect([
    (await ask('NOSUCH')).status,
    (await server.call('GET /recentTrades', {}, { token: asha.token })).status,
  ]).toEqual([404, 400]);
});

const trade = (tape: Tape, at: number, quantity = 1) => {
  const market = { instrument: { symbol: 'MERIT' } };
  tape.traded({ market, at, price: 400_00, quantity, takerSide: 'buy' } as Parameters<Tape['traded']>[0]);
};

test('only the newest are kept, and what was handed out does not change', () => {
  const tape = new Tape(3);
  for (let at = 1; at <= 5; at++) trade(tape, at);
  const [first, second] = [{}, {}];
  const kept = tape.of('MERIT', first);
  expect(kept.map(({ at }) => at)).toEqual([5, 4, 3]);
  trade(tape, 11, 5);
  trade(tape, 11, 2);
  expect(kept.map(({ at }) => at)).toEqual([5, 4, 3]);
  expect(tape.of('MERIT', first)[0]).toEqual({ at: 11, price: 400_00, quantity: 7, takerSide: 'buy' });
  tape.follow(second);
  expect(tape.of('MERIT', second)).toEqual([]);
});

test('after a split the trades before it are gone', () => {
  const tape = new Tape(3);
  trade(tape, 1);
  tape.forget('MERIT');
  trade(tape, 2);
  expect(tape.of('MERIT', {}).map(({ at }) => at)).toEqual([2]);
});
