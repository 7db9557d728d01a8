// The hours in which a day ends and begins, interrupted at each of their statements: by a failure, a lost answer, or the death of the process.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { INDEX_ID } from '../../core/market/index-symbol.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import type { Database } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createLog } from '../log.ts';
import { readDays, saveMinutes } from './bars-store.ts';
import { MarketLoop } from './loop.ts';

const ZENITH = 1;
/** Of the beat in which a day begins: minutes, the day's bars, its actions, the command, pages, the last close, and one for whatever else. */
const STATEMENTS = 7;
const TICK_MS = 250;
/** Hours are looked at once a second. */
const BEAT_MS = 1_100;
const INDEX = { open: 9_000_00, high: 9_100_00, low: 8_900_00, close: 9_050_00, volume: 0 };
const log = createLog({ logLevel: 'fatal' });

type Way = 'fails' | 'loses its answer' | 'is the last that its process does';

let server: Trading;
let asha: Awaited<ReturnType<Trading['trader']>>;

beforeAll(async () => {
  // Only the heartbeat is beaten by hand.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await startTrading({ ZENITH: 100_00 });
  asha = await server.trader(100_000_00);
});

afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

/** The database and the exchange as a loop sees them, whose statement number `at` goes wrong, counted from `arm` on. */
class BrokenSite {
  readonly #at: number;
  readonly #way: Way;
  #count = 0;
  #isArmed = false;
  #isDead = false;

  constructor(at: number, way: Way) {
    this.#at = at;
    this.#way = way;
  }

  arm(): void {
    this.#isArmed = true;
  }

  get count(): number {
    return this.#count;
  }

  get db(): Database {
    const { database } = server;
    const query: Database['query'] = (...asked) => this.#do(() => database.query(...asked));
    return { ...database, query };
  }

  get exchange(): Exchange {
    const submit: Exchange['submit'] = (...asked) => this.#do(() => server.exchange.submit(...asked));
    return new Proxy(server.exchange, {
      get(exchange, name) {
        if (name === 'submit') return submit;
        const part: unknown = Reflect.get(exchange, name, exchange);
        return typeof part === 'function' ? (part as () => unknown).bind(exchange) : part;
      },
    });
  }

  async #do<Result>(work: () => Promise<Result>): Promise<Result> {
    const isNow = this.#isArmed && ++this.#count === this.#at;
    if (this.#isDead || (isNow && this.#way === 'fails')) throw new Error('broken off before');
    const result = await work();
    this.#isDead = isNow && this.#way === 'is the last that its process does';
    if (isNow) throw new Error('broken off after');
    return result;
  }
}

function loopOn({ db, exchange }: Pick<BrokenSite, 'db' | 'exchange'>, calendar: TradingCalendar): MarketLoop {
  const crowd = { step: () => void begun++, acted: () => {} };
  const rest = {
    board: server.board,
    notices: server.notices,
    venue: VENUE,
    log,
    onBeat: () => () => {},
    onPhase: () => {},
  };
  return new MarketLoop({ exchange, db, calendar, crowd, ...rest });
}

/** Beats that have begun. */
let begun = 0;

/** The clock goes on, and so does the loop: a beat is over when another one begins. */
async function beats(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    server.clock.at += BEAT_MS;
    for (const until = begun + 2; begun < until; await sleep(1)) vi.advanceTimersByTime(TICK_MS);
  }
}

async function buy(at: number, price: number): Promise<void> {
  server.clock.at = at;
  server.quote('ZENITH', 'sell', price, 3);
  const order = { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 3 };
  expect((await server.call('POST /orders', order, { token: asha.token })).body.data.status).toBe('COMPLETED');
}

/** Two trades in the last minutes before `end`; then the loop passes it, and fails. Returns how many statements it had made. */
async function pass(end: number, calendar: TradingCalendar, at: number, way: Way): Promise<number> {
  const site = new BrokenSite(at, way);
  await buy(end - 3 * MINUTE_MS, 100_00);
  await saveMinutes(server.database, VENUE, [{ instrument: INDEX_ID, minute: end / MINUTE_MS - 2, ...INDEX }]);
  const loop = loopOn(site, calendar);
  await loop.start();
  await buy(end - MINUTE_MS, 101_00);
  server.board.indexPreviousClose = 0;
  server.clock.at = end - 500;
  site.arm();
  await beats(2);
  await loop.stop();
  if (way !== 'is the last that its process does') return site.count;
  // What it had in memory is gone.
  server.board.takeClosed(true);
  const next = loopOn({ db: server.database, exchange: server.exchange }, calendar);
  await next.start();
  await next.stop();
  return site.count;
}

const rowsOf = async (sql: string, day: number) => (await server.database.query(sql, [VENUE, day])).rows;

/** Everything of the day that is over. */
async function dayOf(day: number) {
  const bars = 'open, high, low, close, volume';
  return {
    day: await server.exchange.read(({ venue }) => venue.day),
    previousClose: await server.exchange.read((engine) => engine.market('ZENITH')!.instrument.previousClose),
    indexPreviousClose: server.board.indexPreviousClose,
    days: await rowsOf(`select instrument, ${bars} from daily_bars where venue = $1 and day = $2 order by 1`, day),
    pages: await rowsOf(
      `select instrument, minutes, volume from minute_pages where venue = $1 and day = $2 order by 1`,
      day,
    ),
    left: await rowsOf(
      `select instrument, minute from minute_bars where venue = $1 and minute < ($2 + 1) * 1440 - 330`,
      day,
    ),
  };
}

let day = marketDay(Date.now());
const WAYS: readonly Way[] = ['fails', 'loses its answer', 'is the last that its process does'];
const CASES = WAYS.flatMap((way) => Array.from({ length: STATEMENTS }, (_, n) => [n + 1, way] as const));

test.each(CASES)('midnight, when statement %i %s', async (at, way) => {
  await server.exchange.submit({ kind: 'start-day', day });
  const count = await pass(dayStartAt(day + 1), new TradingCalendar('always'), at, way);
  expect(count).toBeGreaterThanOrEqual(at);
  const bar = { open: 100_00, high: 101_00, low: 100_00, close: 101_00, volume: 6 };
  expect(await dayOf(day)).toEqual({
    day: day + 1,
    previousClose: 101_00,
    indexPreviousClose: INDEX.close,
    days: [
      { instrument: INDEX_ID, ...INDEX },
      { instrument: ZENITH, ...bar },
    ],
    pages: [
      { instrument: INDEX_ID, minutes: [1438], volume: [0] },
      { instrument: ZENITH, minutes: [1437, 1439], volume: [3, 3] },
    ],
    left: [],
  });
  day++;
});

test.each([1, 2, 3].flatMap((at) => WAYS.map((way) => [at, way] as const)))(
  'the close of trading, when statement %i %s: the day has its bars that evening',
  async (at, way) => {
    const nse = new TradingCalendar('nse');
    while (nse.phaseAt(dayStartAt(day) + 12 * HOUR_MS) !== 'open') day++;
    await server.exchange.submit({ kind: 'start-day', day });
    await server.exchange.submit({ kind: 'open-market' });
    await pass(dayStartAt(day) + 15.5 * HOUR_MS, nse, at, way);
    const span = { fromDay: day, toDay: day, limit: 1 };
    expect(await readDays(server.database, VENUE, ZENITH, span)).toMatchObject([{ close: 101_00, volume: 6 }]);
    expect(await readDays(server.database, VENUE, INDEX_ID, span)).toMatchObject([{ close: INDEX.close }]);
    day++;
  },
);
