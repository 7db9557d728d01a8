// How the screens of very many traders are told of a day of the market that begins, and one of a trader who holds very many stocks.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PortfolioData } from '../../contract/trade/portfolio.ts';
import { DAY_MS, marketDay } from '../../core/market/day.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import { orderOf, stillMarket } from '../../tests/still-market.ts';
import type { Still } from '../../tests/still-market.ts';
import { TraderPublisher } from './publish.ts';
import type { TraderPush } from './pushes.ts';

/** How often totals are sent. */
const ROUND_MS = 1_000;
const MANY = 250;
const accounts = Array.from({ length: MANY }, (_, index) => index + 1);
/** More stocks than are sent with every change. */
const others = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`OTHER${index}`, 100_00]));

let still: Still;
let isAway = false;
let mistake: Error | null = null;
/** The people whose pushes fail. */
let unreachable: number | null = null;
let logged: object[] = [];
let connected: number[] = [];
let sent: TraderPush[] = [];
let publisher: TraderPublisher;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  still = stillMarket({ ABC: 250_00, ...others }, Object.fromEntries(accounts.map((account) => [account, 10_000_00])));
  still.apply({ kind: 'start-day', day: marketDay(still.at) });
  [connected, sent, logged] = [[], [], []];
  publisher = new TraderPublisher(
    {
      read: async (look) => {
        if (isAway) throw new ExchangeUnavailable('away');
        if (mistake !== null) throw mistake;
        return look(still.engine);
      },
    },
    {
      send: (push) => {
        if (push.account === unreachable) throw new Error('it is gone');
        sent.push(push);
      },
      isListening: () => true,
      nameOf: () => 'Asha',
      connectedAccounts: () => connected,
    },
    { error: (about: object) => void logged.push(about) },
  );
  publisher.start();
});

afterEach(() => {
  publisher.stop();
  vi.useRealTimers();
});

function buy(account: number): void {
  still.quote('ABC', 'sell', 250_00, 10);
  still.apply(orderOf({ account, symbol: 'ABC', side: 'buy', quantity: 10 }));
}

function nextDay(): void {
  still.at += DAY_MS;
  still.apply({ kind: 'start-day', day: marketDay(still.at) });
}

/** One second, and everything sent in it. */
async function second(): Promise<TraderPush[]> {
  vi.advanceTimersByTime(ROUND_MS);
  for (let turn = 0; turn < 2 * MANY; turn++) await nextTurn();
  return sent.splice(0);
}

/** Until all requests have been sent. */
async function settled(): Promise<TraderPush[]> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  return sent.splice(0);
}

const portfolios = (pushes: readonly TraderPush[]): TraderPush[] =>
  pushes.filter(({ event }) => event === 'portfolioUpdate');

test('a new day pushes holdings again, once, to everybody who holds shares: today’s profit counts from another close', async () => {
  connected = [1, 2];
  buy(1);
  still.mark('ABC', 260_00);
  const before = await second();
  expect(portfolios(before)).toEqual([]);
  expect(before[0]).toMatchObject({ event: 'portfolioSummaryUpdate', payload: { todaysProfit: 100 } });
  nextDay();
  const after = await second();
  const [push, ...others] = portfolios(after);
  expect([push.account, others]).toEqual([1, []]);
  expect((push.payload as PortfolioData).portfolio).toMatchObject([{ overallProfit: 100, todaysProfit: 0 }]);
  expect(after.filter(({ event }) => event === 'portfolioSummaryUpdate')).toMatchObject([
    { account: 1, payload: { overallProfit: 100, todaysProfit: 0 } },
  ]);
  expect(await second()).toEqual([]);
});

test('of very many some wait for the next seconds, and nobody is forgotten or told twice', async () => {
  connected = accounts;
  for (const account of accounts) buy(account);
  await second();
  nextDay();
  const told: number[] = [];
  for (const expected of [100, 100, 50, 0]) {
    const pushes = portfolios(await second());
    expect(pushes).toHaveLength(expected);
    told.push(...pushes.map(({ account }) => account));
  }
  expect(told).toEqual(accounts);
});

test('a day that begins while the exchange recovers is told afterwards', async () => {
  connected = [1];
  buy(1);
  await second();
  isAway = true;
  nextDay();
  expect(await second()).toEqual([]);
  isAway = false;
  expect(portfolios(await second())).toMatchObject([{ account: 1 }]);
});

/** The exchange's report of a commit that changed something of theirs. */
function commit(...changed: number[]): Promise<TraderPush[]> {
  const nothing = {
    sequence: 1,
    commitMs: 1,
    fills: [],
    cashFlows: [],
    actions: [],
    notices: [],
    areStocksChanged: false,
  };
  publisher.committed({ ...nothing, at: still.at, orders: [], accounts: new Set(changed) });
  return settled();
}

test('a push that fails for one person holds up no others, neither then nor later', async () => {
  connected = [1, 2];
  unreachable = 1;
  const told = (pushes: readonly TraderPush[]) => new Set(pushes.map(({ account }) => account));
  expect(told(await commit(1, 2))).toEqual(new Set([2]));
  expect(told(await second())).toEqual(new Set([2]));
  await publisher.tell(1);
  unreachable = null;
  expect(told(await commit(1, 2))).toEqual(new Set([1, 2]));
  expect(logged.length).toBeGreaterThan(0);
});

describe('holdings', () => {
  const sharesOf = ([push]: readonly TraderPush[], symbol: string): number | undefined =>
    (push.payload as PortfolioData).portfolio.find((item) => item.symbol === symbol)?.quantity;

  beforeEach(() => {
    connected = [1, 2];
    still.apply({ kind: 'deposit', account: 1, amount: 100_000_00, paymentId: 1 });
    buy(1);
    buy(2);
    for (const symbol of Object.keys(others)) {
      still.quote(symbol, 'sell', 100_00, 1);
      still.apply(orderOf({ account: 1, symbol, side: 'buy', quantity: 1 }));
    }
  });

  test('of few stocks come with every commit, those of many once a second, and the last of them is the newest', async () => {
    for (let change = 0; change < 3; change++)
      expect(portfolios(await commit(2)).map(({ account }) => account)).toEqual([2]);
    const first = portfolios(await commit(1));
    expect(sharesOf(first, 'ABC')).toBe(10);
    for (let change = 0; change < 3; change++) {
      buy(1);
      const pushes = await commit(1);
      // The sums are small.
      expect(pushes.map(({ event }) => event)).toEqual(['portfolioSummaryUpdate']);
    }
    const round = portfolios(await second());
    expect(round.map(({ account }) => account)).toEqual([1]);
    expect(sharesOf(round, 'ABC')).toBe(40);
    buy(1);
    expect(portfolios(await commit(1))).toEqual([]);
    expect(sharesOf(portfolios(await second()), 'ABC')).toBe(50);
    expect(portfolios(await second())).toEqual([]);
    // A second without a change has gone by.
    expect(portfolios(await commit(1))).toHaveLength(1);
  });

  test('that wait while the exchange recovers come afterwards', async () => {
    await commit(1);
    buy(1);
    await commit(1);
    isAway = true;
    expect(await second()).toEqual([]);
    isAway = false;
    expect(sharesOf(portfolios(await second()), 'ABC')).toBe(20);
  });
});

test('a mistake of ours is logged, and the next time all is shown', async () => {
  mistake = new Error('nobody thought of this');
  await publisher.tell(1);
  connected = [1];
  expect(await second()).toEqual([]);
  expect(logged).toEqual([{ err: mistake }, { err: mistake }]);
  mistake = null;
  await publisher.tell(1);
  expect(sent.map(({ event }) => event)).toContain('portfolioUpdate');
});
