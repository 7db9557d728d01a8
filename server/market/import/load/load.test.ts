// Loading into a real database: all or nothing, true books, a server that is in the way, people who already trade a stock.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import type { TestDatabase } from '../../../../tests/database.ts';
import { COMPANIES } from '../../../../core/market/history/companies.ts';
import { dayStartAt } from '../../../../core/market/day.ts';
import { dueActions } from '../../../exchange/corporate-actions.ts';
import { Exchange } from '../../../exchange/exchange.ts';
import { verifyBooks } from '../../../exchange/proof/verify.ts';
import { VenueTaken } from '../../../exchange/writer.ts';
import { createLog } from '../../../log.ts';
import { readDays, readMinutes } from '../../bars-store.ts';
import { combineFiles } from '../check/combine.ts';
import { toListings } from './listing.ts';
import type { Listing } from './listing.ts';
import { loadListings, LoadRefused, MOST_INSTRUMENTS } from './load.ts';
import { defaultReadOptions } from '../check/options.ts';
import { readImportFile } from '../check/read-file.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const VENUE = 1;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

function listingsOf(...texts: string[]): Listing[] {
  const options = defaultReadOptions(NOW);
  const files = texts.map((text, i) =>
    readImportFile(`f${i}.csv`, Buffer.from(`symbol,date,open,high,low,close,volume\n${text}`), options),
  );
  return toListings(combineFiles(files).series, new Map([['ACME', { name: 'Acme Ltd', sector: 'Metals' }]]));
}

const load = (listings: readonly Listing[], isReplacingHistory = false, now = NOW) =>
  loadListings(db, listings, { venue: VENUE, now, isReplacingHistory, onProgress: () => {} });

const openExchange = (now = NOW) =>
  Exchange.open({
    db,
    venue: VENUE,
    log: createLog({ logLevel: 'silent' }),
    now: () => now,
    onTrade: () => {},
    onLost: () => {},
  });

const all = { fromDay: 0, toDay: 100_000, limit: 100_000 };
const idOf = async (symbol: string): Promise<number> =>
  (await db.query<{ id: number }>('select id from instruments where symbol = $1', [symbol])).rows[0].id;
const closes = async (symbol: string): Promise<number[]> =>
  (await readDays(db, VENUE, await idOf(symbol), all)).map(({ close }) => close);

/** Everything that an import may write. */
const everything = async (): Promise<unknown> =>
  (
    await db.query(
      `select (select json_agg(i order by id) from instruments i) as i, (select count(*) from daily_bars) as d,
         (select count(*) from minute_pages) as m, (select json_agg(a order by id) from ledger_accounts a) as a,
         (select count(*) from transfers) as t, (select count(*) from batches) as b`,
    )
  ).rows[0];

describe('a new stock', () => {
  test('is listed with its last close, its history and its minutes', async () => {
    const result = await load(
      listingsOf(
        'ACME,2024-05-02,300,310,290,305.07,1000\nACME,2024-05-03,305,320,300,312.33,3000\n',
        'ACME,2024-05-06 09:15,312,313,311,312,10\nACME,2024-05-06 09:16,312,330,312,329.98,20\n',
      ),
    );
    // Two days, two minutes, and the day made of the minutes.
    expect(result).toEqual({ listed: 1, replaced: 0, bars: 5, notes: [] });
    const { rows } = await db.query('select * from instruments where symbol = $1', ['ACME']);
    // 329.98 on the tick of 0.05 that stocks of 250 to 1000 rupees have is 330.00.
    expect(rows[0]).toMatchObject({
      name: 'Acme Ltd',
      sector: 'Metals',
      tick_size: 5,
      price_band: 200_000,
      previous_close: 33_000,
      last_price: 33_000,
    });
    // Volumes 1000, 3000 and 30: 1343 a day, 300 days of it are issued.
    expect(rows[0]).toMatchObject({ shares_issued: 402_900, is_halted: false });
    expect(await closes('ACME')).toEqual([30_507, 31_233, 32_998]);
    const day = dayStartAt(Date.UTC(2024, 4, 6) / 86_400_000);
    const minutes = await readMinutes(db, VENUE, await idOf('ACME'), day, day + 86_400_000);
    expect(minutes.map(({ startAt, close, volume }) => [new Date(startAt).toISOString(), close, volume])).toEqual([
      ['2024-05-06T03:45:00.000Z', 31_200, 10],
      ['2024-05-06T03:46:00.000Z', 32_998, 20],
    ]);
  });

  test('has its shares in the ledger, and an exchange starts with it', async () => {
    const { rows } = await db.query(
      `select a.owner, a.balance from ledger_accounts a join instruments i on i.id = a.asset where i.symbol = 'ACME' order by owner`,
    );
    expect(rows).toEqual([
      { owner: 'crowd', balance: 402_900 },
      { owner: 'issue', balance: -402_900 },
    ]);
    expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
    const exchange = await openExchange();
    const quote = await exchange.read((engine) => ({ ...engine.market('ACME')!.quote }));
    await exchange.close();
    expect(quote).toMatchObject({ last: 33_000, volume: 0 });
  });
});

describe('a stock that nobody touched', () => {
  test('is replaced as a whole: bars, price, tick and name', async () => {
    await load(listingsOf('CALM,2024-05-02,300,310,290,305,1000\nCALM,2024-05-03,300,310,290,300,1000\n'));
    const result = await load(listingsOf('CALM,2025-01-02,10,11,9,10.53,1000\n'));
    expect(result).toMatchObject({ listed: 0, replaced: 1, bars: 1 });
    expect(await closes('CALM')).toEqual([1_053]);
    const { rows } = await db.query('select * from instruments where symbol = $1', ['CALM']);
    expect(rows[0]).toMatchObject({ previous_close: 1_053, last_price: 1_053, day_open: 1_053, tick_size: 1 });
  });

  test('begins anew after a split as well: its new bars are in shares of today, as its price is', async () => {
    await load(listingsOf('SPLIT,2024-05-02,300,310,290,300,1000\n'));
    await db.query(
      `insert into corporate_actions (venue, instrument, kind, from_shares, to_shares, effective_day, created_at)
       values ($1, $2, 'split', 1, 3, 20000, 0)`,
      [VENUE, await idOf('SPLIT')],
    );
    const exchange = await openExchange();
    const actions = await dueActions(db, VENUE, 20_778);
    await exchange.submit({ kind: 'start-day', day: 20_778, actions });
    await exchange.close();
    expect(await closes('SPLIT')).toEqual([10_000]);
    await load(listingsOf('SPLIT,2024-05-02,300,310,290,300,1000\n'));
    expect(await closes('SPLIT')).toEqual([30_000]);
    const { rows } = await db.query('select last_price from instruments where symbol = $1', ['SPLIT']);
    expect(rows).toEqual([{ last_price: 30_000 }]);
    expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
  });
});

describe('a stock that people have orders in', () => {
  const LIVE_DAY = Date.UTC(2026, 10, 21) / 86_400_000;

  beforeAll(async () => {
    await load(listingsOf('HELD,2024-05-02,100,110,90,100,1000\n'));
    const exchange = await openExchange();
    await exchange.submit({ kind: 'open-account', account: 7 });
    await exchange.submit({ kind: 'deposit', account: 7, amount: 100_000_00, paymentId: 1 });
    const order = {
      kind: 'place-order',
      account: 7,
      symbol: 'HELD',
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
    } as const;
    await exchange.submit({
      ...order,
      product: 'delivery',
      quantity: 1,
      limitPrice: 95_00,
      stopPrice: 0,
    });
    await exchange.close();
    await db.query(`insert into daily_bars select $1, $2, $3, 10000, 10100, 9900, 10050, 5`, [
      VENUE,
      await idOf('HELD'),
      LIVE_DAY,
    ]);
  });

  test('is left alone unless asked, with nothing else loaded either', async () => {
    const before = await everything();
    const listings = listingsOf('HELD,2025-05-02,200,210,190,200,1000\nNEWONE,2025-05-02,1,1,1,1,1\n');
    await expect(load(listings)).rejects.toThrow(
      'HELD is held or was traded by 1 person; --replace-history replaces only its bars before 2026-11-21',
    );
    expect(await everything()).toEqual(before);
  });

  test('gets another history when asked, and keeps its price, its order and its live days', async () => {
    const later = NOW + 60 * 86_400_000;
    const options = { ...defaultReadOptions(later), minAgeDays: 0 };
    const text =
      'symbol,date,open,high,low,close,volume\nHELD,2025-05-02,200,210,190,200,1\nHELD,2026-11-21,300,300,300,300,1\nHELD,2026-11-25,300,300,300,300,1\n';
    const listings = toListings(combineFiles([readImportFile('x.csv', Buffer.from(text), options)]).series, new Map());
    const result = await load(listings, true, later);
    expect(result).toMatchObject({ replaced: 1, notes: ['HELD: 2 bars of its live days left out'] });
    expect(await closes('HELD')).toEqual([20_000, 10_050]);
    const exchange = await openExchange();
    const state = await exchange.read((engine) => ({
      last: engine.market('HELD')!.quote.last,
      orders: engine.venue.orders.size,
    }));
    await exchange.close();
    expect(state).toEqual({ last: 10_000, orders: 1 });
  });
});

describe('files that must not be loaded', () => {
  test.each([
    [COMPANIES[0].symbol, "is one of the market's own companies; import it under another --symbol"],
    ['IST60', "is the name of the market's own index; import it under another --symbol"],
  ])('%s %s', async (symbol, reason) => {
    const before = await everything();
    await expect(load(listingsOf(`${symbol},2024-05-02,1,1,1,1,1\nGOOD,2024-05-02,1,1,1,1,1\n`))).rejects.toThrow(
      `${symbol} ${reason}`,
    );
    expect(await everything()).toEqual(before);
  });

  test('more stocks than the market can play', async () => {
    const rows = Array.from({ length: MOST_INSTRUMENTS + 1 }, (_, i) => `S${i},2024-05-02,1,1,1,1,1\n`);
    const error = await load(listingsOf(rows.join(''))).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LoadRefused);
    expect((error as LoadRefused).message).toMatch(
      /^there would be 1,00\d stocks; the market plays 1,000 stocks at most/,
    );
  });

  test('anything while a server runs the venue', async () => {
    const exchange = await openExchange();
    const before = await everything();
    await expect(load(listingsOf('LATER,2024-05-02,1,1,1,1,1\n'))).rejects.toThrow(VenueTaken);
    expect(await everything()).toEqual(before);
    await exchange.close();
  });

  test('half of it: a failure in the middle takes everything back', async () => {
    const before = await everything();
    const [good, bad] = listingsOf('FIRST,2024-05-02,1,1,1,1,1\n', 'SECOND,2024-05-02,1,1,1,1,1\n');
    // A price that fits no bar can only come from a fault of ours; the database refuses it after FIRST is written.
    const broken = { ...bad, days: [{ ...bad.days[0], day: 2 ** 40 }] };
    await expect(load([good, broken])).rejects.toThrow('out of range for type integer');
    expect(await everything()).toEqual(before);
    await load([good, bad]);
    expect(await closes('SECOND')).toEqual([100]);
  });
});
