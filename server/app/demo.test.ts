// A demo from its first start to a restart: what its people have done, that the books prove it, and where no demo is made.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import type { TestDatabase } from '../../tests/database.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../demo/people.ts';
import { readDemoState } from '../demo/marker.ts';
import { startApp } from '../app.ts';
import type { App } from './site.ts';
import { readSettings } from '../config.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { keepSecrets } from '../secrets.ts';

const DAY_MS = 24 * 3_600_000;
/** An operator of a demo may want an administrator of their own in it. */
const OPERATOR = { email: 'operator@example.com', password: 'of-the-operator' };
/** The limit is for people to come, and less than those of the demo have added at once. */
const SETTINGS = { ADMIN_EMAIL: OPERATOR.email, ADMIN_PASSWORD: OPERATOR.password, TOPUP_MAX: '50000' };
const TRADERS = [DEMO_PEOPLE.swing, DEMO_PEOPLE.intraday, DEMO_PEOPLE.investor];

let dataDir: string;
let database: TestDatabase;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'istock-demo-'));
  database = await openTestDatabase();
});

afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

function configFor(url: string, folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Config {
  const settings = readSettings({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...env }, args);
  return { ...settings, secrets: keepSecrets(path.join(folder, 'secrets.json')), holidays: [] };
}

function start(config: Config): Promise<App> {
  const onLost = () => {
    throw new Error('the venue was taken');
  };
  return startApp({ config, log: createLog(config), report: () => {}, onLost });
}

interface Noted {
  readonly _id: string;
  readonly quantity: number;
  readonly entry: number;
  readonly pnl: number;
  readonly net: number;
  readonly notes: string;
  readonly tags: readonly string[];
}

/** A trade that its person has written about, and the order that closed it. */
interface Told extends Noted {
  readonly sale: { readonly _id: string; readonly orderType: string; readonly reason: string };
}

interface Diary {
  readonly trades: readonly { readonly date: string; readonly details: readonly Noted[] }[];
  readonly dayNotes: readonly { readonly id: string; readonly notes: string }[];
}

/** Everything that was done, up to a fill and a transfer: what comes after them is the life of a running market. */
async function past({ lastTrade, lastTransfer }: { lastTrade: number; lastTransfer: number }): Promise<unknown> {
  const { rows } = await database.query(
    `select (select count(*) from users) as users, (select count(*) from lessons) as lessons,
       (select count(*) from enrolments) as enrolments, (select count(*) from payments) as payments,
       (select md5(string_agg(f::text, '|' order by trade_id)) from fills f where trade_id <= $1) as fills,
       (select md5(string_agg(t::text, '|' order by id)) from all_transfers t where id <= $2) as transfers,
       (select md5(string_agg(d::text, '|' order by account, entry)) from diary_notes d) as notes`,
    [lastTrade, lastTransfer],
  );
  return rows[0];
}

describe('a demo', { timeout: 240_000 }, () => {
  let app: App;
  let token = '';

  const get = async (name: string): Promise<ReturnType<typeof JSON.parse>> => {
    const reply = await fetch(`${app.url}${name}`, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status, name).toBe(200);
    return reply.json();
  };

  const logIn = async (email: string, call = '/login', password = DEMO_PASSWORD): Promise<void> => {
    const body = JSON.stringify({ email, password });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const reply = await fetch(`${app.url}${call}`, { method: 'POST', headers, body });
    expect(reply.status, email).toBe(200);
    token = ((await reply.json()) as { data: { token: string } }).data.token;
  };

  beforeAll(async () => {
    app = await start(configFor(database.url, dataDir, ['--demo'], SETTINGS));
  }, 240_000);

  afterAll(() => app.close());

  test('tells the logins of everybody in it, and all of them work', async () => {
    const told = app.demo!.map(({ email, password }) => [email, password]);
    expect(told).toEqual(Object.values(DEMO_PEOPLE).map(({ email }) => [email, DEMO_PASSWORD]));
    // The log-in page tells them too.
    expect((await get('/config')).data.demoLogins).toEqual(app.demo);
    for (const { email, role } of app.demo!) await logIn(email, role === 'admin' ? '/adminLogin' : '/login');
    // The administrator of the settings comes besides.
    await logIn(OPERATOR.email, '/adminLogin', OPERATOR.password);
  });

  test('has books that prove themselves', async () => {
    await logIn(DEMO_PEOPLE.admin.email, '/adminLogin');
    const { data } = await get('/ledger/verify');
    expect(data.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(data.ok).toBe(true);
  });

  test.each(TRADERS)('$name has traded for more than two months, and has something open now', async ({ email }) => {
    await logIn(email);
    // The ways of trades are finished behind the start.
    const analysis = await vi.waitUntil(
      async () => {
        const { data } = await get('/diaryAnalytics');
        return data.ways.known === data.trades && data;
      },
      { timeout: 30_000, interval: 200 },
    );
    const { data: diary } = await get('/tradeDiary');
    const { data: bought } = await get('/transactions?limit=100');
    const { data: pending } = await get('/getOrders?status=PENDING');
    const { data: portfolio } = await get('/portfolio');
    const dates = diary.trades.map(({ date }: { date: string }) => Date.parse(date));
    expect(Math.max(...dates) - Math.min(...dates)).toBeGreaterThan(61 * DAY_MS);
    expect(diary.totalTrades).toBeGreaterThan(5);
    expect(bought.totalTransactions).toBeGreaterThan(diary.totalTrades);
    expect(analysis.trades).toBe(diary.totalTrades);
    expect(pending.totalOrders).toBeGreaterThan(0);
    expect(portfolio.portfolio.length).toBeGreaterThan(0);
    const trades = diary.trades.flatMap(({ details }: { details: object[] }) => details);
    expect(
      trades.some(
        ({ notes, mood, tags }: { notes: string; mood: string | null; tags: string[] }) =>
          notes !== '' && mood !== null && tags.length > 0,
      ),
    ).toBe(true);
    // Somewhere between the worst and the best moment each trade was closed, so the way of all of them is known.
    for (const { mae, mfe, pnl } of trades as { mae: number; mfe: number; pnl: number }[]) {
      expect(mae).toBeLessThanOrEqual(Math.min(0, pnl));
      expect(mfe).toBeGreaterThanOrEqual(Math.max(0, pnl));
    }
    expect((await get('/getWatchlist')).data.stocks.length).toBeGreaterThan(3);
    expect((await get('/priceAlerts')).data.length).toBeGreaterThan(0);
    expect((await get('/notifications')).data.length).toBeGreaterThan(5);
  });

  /** What a tag in a diary says of the trade beside it. */
  const MEANINGS: Readonly<Record<string, (trade: Told) => boolean>> = {
    target: ({ sale, pnl }) => sale.orderType === 'BRACKET' && pnl > 0,
    trailing: ({ sale, pnl }) => sale.orderType === 'BRACKET' && pnl > 0,
    stop: ({ sale, pnl }) => sale.orderType === 'BRACKET' && pnl <= 0,
    'time-stop': ({ sale }) => sale.orderType === 'MARKET',
    'square-off': ({ sale }) => sale.reason.includes('intraday position'),
    scalp: ({ sale }) => !sale.reason.includes('intraday position'),
    charges: ({ pnl, net }) => pnl > 0 && net <= 0,
    oversize: ({ entry, quantity }) => entry * quantity > 12_000,
  };

  test('nobody in it writes in a diary what did not happen', async () => {
    const tags = new Set<string>();
    for (const { email } of [DEMO_PEOPLE.swing, DEMO_PEOPLE.intraday]) {
      await logIn(email);
      const pages = (await get('/getOrders?limit=100')).data.totalPages as number;
      const orders = new Map<string, Told['sale']>();
      for (let page = 1; page <= pages; page++)
        for (const order of (await get(`/getOrders?limit=100&page=${page}`)).data.orders) orders.set(order._id, order);
      const { trades, dayNotes } = (await get('/tradeDiary')).data as Diary;
      const told = trades.flatMap(({ details }) => details).filter(({ notes }) => notes !== '');
      for (const trade of told.map((each) => ({ ...each, sale: orders.get(each._id.split('-', 1)[0])! })))
        for (const tag of trade.tags) {
          tags.add(tag);
          expect(MEANINGS[tag]?.(trade) ?? true, `${trade._id}, ${tag}: ${trade.notes}`).toBe(true);
        }
      for (const { id, notes } of dayNotes.filter((day) => day.notes.startsWith('Too many trades')))
        expect(trades.find(({ date }) => date === id)!.details.length, notes).toBeGreaterThan(3);
    }
    expect([...tags]).toEqual(expect.arrayContaining(['target', 'stop', 'time-stop', 'charges']));
  });

  test('the fills of its people are on the candles', async () => {
    const { rows } = await database.query<{ fills: number; missing: number; off: number }>(
      `select count(*) as fills, count(*) filter (where high is null) as missing,
         count(*) filter (where price < low or price > high) as off
       from (
         select f.price, coalesce(b.high, p.high[place]) as high, coalesce(b.low, p.low[place]) as low
         from fills f
           left join minute_bars b on b.venue = f.venue and b.instrument = f.instrument and b.minute = f.at / 60000
           left join minute_pages p on p.venue = f.venue and p.instrument = f.instrument and p.day = market_day(f.at)
           left join lateral array_position(p.minutes, ((f.at / 60000 + 330) % 1440)::smallint) as place on true) placed`,
    );
    expect(rows[0].fills).toBeGreaterThan(400);
    expect(rows[0]).toMatchObject({ missing: 0, off: 0 });
  });

  test('has lessons behind and before it, with learners, and one that was called off and paid back', async () => {
    const { rows } = await database.query<{ status: string; lessons: number; learners: number; visits: number }>(
      `select status, count(*) as lessons, sum((select count(*) from enrolments e where e.lesson = l.id))::integer as learners,
         sum((select count(*) from visits v where v.lesson = l.id))::integer as visits
       from lessons l group by status order by status`,
    );
    expect(rows).toEqual([
      { status: 'CANCELED', lessons: 1, learners: 2, visits: 0 },
      { status: 'COMPLETED', lessons: 5, learners: 10, visits: 15 },
      { status: 'SCHEDULED', lessons: 4, learners: 7, visits: 0 },
    ]);
    const refunds = await database.query('select 1 from refunds where refunded_at is not null');
    expect(refunds.rowCount).toBe(2);
  });

  test('has a log whose entries follow each other in time', async () => {
    await logIn(OPERATOR.email, '/adminLogin', OPERATOR.password);
    const { entries } = (await get('/auditLog?limit=100')).data as { entries: { at: string }[] };
    const times = entries.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('is the same after a restart, which needs no --demo and says what it is', async () => {
    const { rows } = await database.query<{ lastTrade: number; lastTransfer: number }>(
      `select (select max(trade_id) from fills) as "lastTrade", (select max(last_transfer) from batches) as "lastTransfer"`,
    );
    const before = await past(rows[0]);
    await app.close();
    app = await start(configFor(database.url, dataDir, [], SETTINGS));
    // It may be any later day.
    expect(Object.values(DEMO_PEOPLE).filter(({ character }) => /\btoday\b/.test(character))).toEqual([]);
    expect(app.demo!.map(({ email }) => email)).toContain(DEMO_PEOPLE.swing.email);
    expect(await past(rows[0])).toEqual(before);
  });

  test('does not tell a login whose password the settings give', async () => {
    await app.close();
    const settings = { ADMIN_EMAIL: 'Admin@Istock.local', ADMIN_PASSWORD: OPERATOR.password };
    app = await start(configFor(database.url, dataDir, [], settings));
    expect(app.demo!.map(({ role }) => role)).toEqual(['user', 'user', 'user', 'instructor', 'instructor']);
  });
});

describe('no demo', { timeout: 60_000 }, () => {
  let folder: string;
  let fresh: TestDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'istock-no-demo-'));
    fresh = await openTestDatabase();
  });

  afterAll(async () => {
    await fresh.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ TRUSTED_PROXIES: '1' }, 'TRUSTED_PROXIES is 1'],
    [{ PUBLIC_URL: 'https://istock.example.org' }, 'PUBLIC_URL is https://istock.example.org'],
  ])('is opened if other machines could reach it: %j', async (place, told) => {
    const config = configFor(fresh.url, folder, ['--demo'], { ...place, SMTP_URL: 'smtp://localhost:1' });
    await expect(start(config)).rejects.toThrow(
      `A demo opens on this machine only, because everybody knows its passwords, and ${told}`,
    );
    expect(readDemoState(folder)).toBe('none');
  });

  test('is mixed into the data of real people', async () => {
    await fresh.query(
      `insert into users (id, email, name, password_hash, role, referral_code, created_at)
       values (gen_random_uuid(), 'asha@example.com', 'Asha', 'none', 'user', 'ABCD2345', 0)`,
    );
    await expect(start(configFor(fresh.url, folder, ['--demo']))).rejects.toThrow(/is in use and is no demo/);
    expect(readDemoState(folder)).toBe('none');
    const { rows } = await fresh.query<{ users: number; fills: number }>(
      'select (select count(*) from users) as users, (select count(*) from fills) as fills',
    );
    expect(rows[0]).toEqual({ users: 1, fills: 0 });
  });

  test.each([
    ['with', '{"state":"making"}'],
    ['without', '{"state":"making"}'],
    // As a power cut leaves it.
    ['without', ''],
  ])('is opened that was never finished, %s --demo, marked %j', async (how, mark) => {
    await writeFile(path.join(folder, 'demo.json'), mark);
    const config = configFor(fresh.url, folder, how === 'with' ? ['--demo'] : []);
    await expect(start(config)).rejects.toThrow(/was never finished/);
  });
});
