// The diary of an ordinary and of a tireless trader: how long its calls take, the first time and again, with the rows in a real database.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TradingCalendar } from '../core/market/trading-calendar.ts';
import { DAY_MS, dayStartAt, dayText, marketDay } from '../core/market/day.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import type { Database } from '../server/db/open.ts';
import { Exchange } from '../server/exchange/exchange.ts';
import { FROM_INSIDE } from '../server/handler.ts';
import type { Caller } from '../server/handler.ts';
import { createLog } from '../server/log.ts';
import { diaryHandlers } from '../server/trade/diary/routes.ts';
import { listed } from '../tests/still-market.ts';
import { spreadOf } from './section.ts';
import type { Section } from './section.ts';

const VENUE = 1;
const STOCKS = 60;
const DAYS = 500;
const TRADERS = [
  { account: 1, fills: 400, name: 'ordinary: 400 fills' },
  { account: 2, fills: 100_000, name: 'tireless: 100,000 fills' },
] as const;
const ROUNDS = 9;

/** Alternating buys and sells of one share, each an order of its own, spread evenly over the days. */
async function fillHistory(db: Database, { account, fills }: (typeof TRADERS)[number], today: number): Promise<void> {
  const from = dayStartAt(today - DAYS + 1);
  const span = DAYS * DAY_MS - DAY_MS;
  const first = account * 1_000_000;
  await db.query(
    `insert into orders (venue, id, account, instrument, side, order_type, time_in_force, product, origin, quantity, limit_price, stop_price,
       commission_rate, flat_fee_terms, created_at, remaining, status, end_reason, ended_at, priority, queued_behind, held, held_at_first,
       filled_value, brokerage, flat_fee, margin, first_trade, last_trade)
     select $1, $2 + n, $3, 1 + (n / 2) % ${STOCKS}, case when n % 2 = 0 then 'buy' else 'sell' end, 'market', 'ioc', 'delivery', 'trader', 10, 0,
       case when n % 20 = 1 then 39000 else 0 end, 10000, 500, $4 + (n * $5 / $6), 0, 'filled', 'filled', $4 + (n * $5 / $6), 0, 0, 0, 0,
       400000, 4000, 500, 0, $2 + n, $2 + n
     from generate_series(0::bigint, $6 - 1) n`,
    [VENUE, first, account, from, span, fills],
  );
  await db.query(
    `insert into fills (venue, trade_id, side, order_id, account, instrument, price, quantity, brokerage, flat_fee, cost, opened_at, product,
       is_maker, at, high, low, path_from)
     select $1, $2 + n, case when n % 2 = 0 then 'buy' else 'sell' end, $2 + n, $3, 1 + (n / 2) % ${STOCKS},
       40000 + case when n % 2 = 0 then 0 else (n * 7) % 1000 - 450 end, 10, 4000, 500, 400000,
       case when n % 2 = 1 then $4 + ((n - 1) * $5 / $6) end, 'delivery', false, $4 + (n * $5 / $6),
       case when n % 2 = 1 then 41000 end, case when n % 2 = 1 then 39500 end, case when n % 2 = 1 then $4 + ((n - 1) * $5 / $6) end
     from generate_series(0::bigint, $6 - 1) n`,
    [VENUE, first, account, from, span, fills],
  );
  await db.query(
    `insert into ledger_accounts (venue, id, owner, asset, balance) values ($1, $2, $3::text, 0, 1000000000)`,
    [VENUE, 1000 + account, account],
  );
  await db.query(
    `insert into transfers (venue, id, at, debit, credit, amount, kind, reference) values ($1, $2, $3, 999, $4, 1000000000, 'deposit', 1)`,
    [VENUE, 1_000_000 + account, from, 1000 + account],
  );
}

async function fillMarket(db: Database, today: number): Promise<void> {
  await db.query(
    `insert into daily_bars (venue, instrument, day, open, high, low, close, volume)
     select $1, i, d, 40000, 41000, 39500, 40000 + (d * 31 + i * 17) % 700, 1000
     from generate_series(0, ${STOCKS}) i, generate_series($2::integer, $3::integer) d`,
    [VENUE, today - DAYS + 1, today - 1],
  );
  await db.query(
    `insert into ledger_accounts (venue, id, owner, asset, balance) values ($1, 999, 'provider', 0, -2000000000)`,
    [VENUE],
  );
  await db.query('analyze');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

async function measure(db: Database, exchange: Exchange, today: number): Promise<Section> {
  const rows: string[][] = [];
  const month = { from: `${dayText(today - 40).slice(0, 7)}-01`, to: dayText(today - 40) };
  for (const { account, fills, name } of TRADERS) {
    const user = {
      accountNo: account,
      id: String(account),
      name,
      email: '',
      role: 'user',
      loginId: '',
    } satisfies Caller;
    const asked = { ...FROM_INSIDE, user };
    const open = () =>
      diaryHandlers({ db, venue: VENUE, exchange, now: Date.now, calendar: new TradingCalendar('always') });
    const calls = [
      [
        'GET /diaryAnalytics, all time',
        (handlers: ReturnType<typeof open>) => handlers['GET /diaryAnalytics']({ ...asked, input: {} }),
      ],
      [
        'GET /diaryAnalytics, a month',
        (handlers: ReturnType<typeof open>) => handlers['GET /diaryAnalytics']({ ...asked, input: month }),
      ],
      [
        'GET /tradeDiary, a month',
        (handlers: ReturnType<typeof open>) => handlers['GET /tradeDiary']({ ...asked, input: month }),
      ],
      [
        'GET /contractNote',
        (handlers: ReturnType<typeof open>) => handlers['GET /contractNote']({ ...asked, input: { day: month.to } }),
      ],
    ] as const;
    const whole = await calls[0][1](open());
    const data = whole.data as { trades: number; grossPL: number };
    if (data.trades !== fills / 2) throw new Error(`${name}: ${data.trades} trades`);
    for (const [call, ask] of calls) {
      const [first, again]: number[][] = [[], []];
      let bytes = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const handlers = open();
        const answer = async () => void (bytes = JSON.stringify((await ask(handlers)).data).length);
        first.push(await timed(answer));
        again.push(await timed(answer));
      }
      const [a, b] = [spreadOf(first), spreadOf(again)];
      rows.push([
        name,
        call,
        `${ms(a.median)} (${ms(a.min)} to ${ms(a.max)})`,
        `${ms(b.median)} (${ms(b.min)} to ${ms(b.max)})`,
        `${Math.ceil(bytes / 1024)} KB`,
      ]);
    }
  }
  return {
    title: 'The diary of one trader',
    columns: ['trader', 'call', 'asked first', 'asked again', 'answer'],
    rows,
    notes: [
      `${STOCKS} stocks, ${DAYS} days of bars; every second fill closes a trade, a tenth of them with a stop; handler and JSON, without the network; median of ${ROUNDS}.`,
      'Asked first: nothing of the account is in memory, as after a start. Asked again: only what is new is read.',
    ],
  };
}

export async function bench(): Promise<Section[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-bench-diary-'));
  const db = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    await migrate(db);
    const log = createLog({ logLevel: 'error' });
    const onLost = () => {
      throw new Error('the venue was taken');
    };
    const exchange = await Exchange.open({ db, venue: VENUE, log, now: Date.now, onTrade: () => {}, onLost });
    try {
      for (let stock = 1; stock <= STOCKS; stock++)
        await exchange.submit({ kind: 'list-instrument', instrument: listed(`S${stock}`, 400_00) });
      const today = marketDay(Date.now());
      for (const trader of TRADERS) await fillHistory(db, trader, today);
      await fillMarket(db, today);
      return [await measure(db, exchange, today)];
    } finally {
      await exchange.close();
    }
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
