// Screens that connect while the exchange is away.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import { FirstStates } from './first-states.ts';

const screenOf = (id: string) => ({ id, data: { watchlist: ['MERIT'] } });

/** An exchange that is away at first, and a price that moves. */
function opened() {
  const market = { isAway: true, price: 400, failure: null as Error | null, asked: 0 };
  const read = (look: (engine: never) => unknown) => {
    market.asked++;
    if (market.isAway) return Promise.reject(new ExchangeUnavailable('away'));
    return market.failure ? Promise.reject(market.failure) : Promise.resolve(look({} as never));
  };
  const pushed: unknown[] = [];
  const pushSocket = ({ id }: { id: string }, event: string, state: unknown) => void pushed.push([id, event, state]);
  const error = vi.fn<(about: object, what: string) => void>();
  const states = new FirstStates({ exchange: { read }, screens: { pushSocket }, log: { error } } as never);
  const send = (screen: ReturnType<typeof screenOf>, event: 'stockUpdate' | 'WatchlistStockUpdate' = 'stockUpdate') =>
    states.send(screen, event, () => [market.price] as never);
  return { market, pushed, error, states, send };
}

test('a screen that connects while the exchange is away is sent what it starts from when it is back, once, as it is then', async () => {
  const { market, pushed, send } = opened();
  const [one, two] = [screenOf('one'), screenOf('two')];
  const sent = [send(one), send(one), send(one, 'WatchlistStockUpdate'), send(two)];
  await sleep(600);
  expect(pushed).toEqual([]);
  // One asks for all who wait.
  expect(market.asked).toBeLessThan(8);
  Object.assign(market, { isAway: false, price: 380 });
  await Promise.all(sent);
  expect(pushed.toSorted()).toEqual([
    ['one', 'WatchlistStockUpdate', [380]],
    ['one', 'stockUpdate', [380]],
    ['two', 'stockUpdate', [380]],
  ]);
  await send(one);
  expect(pushed).toHaveLength(4);
});

test('a mistake of ours is told to the operator, and nobody waits after the end', async () => {
  const { market, pushed, error, states, send } = opened();
  Object.assign(market, { isAway: false, failure: new Error('nonsense') });
  await send(screenOf('one'));
  expect(error.mock.calls).toHaveLength(1);
  market.isAway = true;
  const sent = send(screenOf('two'));
  states.close();
  await sent;
  expect(pushed).toEqual([]);
});
