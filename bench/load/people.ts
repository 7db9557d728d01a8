// Makes thousands of people for a site: writes them directly into its tables, and credits money through the exchange, as a payment would.
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createTokens } from '../../server/auth/tokens.ts';
import type { Tokens } from '../../server/auth/tokens.ts';
import type { Database, Queryable } from '../../server/db/open.ts';
import { Exchange } from '../../server/exchange/exchange.ts';
import { createLog } from '../../server/log.ts';
import { makeMarket } from '../../server/market/first-history.ts';
import { keepSecrets } from '../../server/secrets.ts';
import { listed } from '../../tests/still-market.ts';

const VENUE = 1;
const YEAR_MS = 365 * 86_400_000;
const WALLET_PAISE = 100_000_000_00;
/** More than any part trades, so that orders are measured and not refusals. */
const LIMITS = { maxBuyLimit: 1_000_000_000, maxSellLimit: 1_000_000_000, timeframeInHours: 24 };
/** Commands that share a commit. */
const AT_ONCE = 2_000;
const FILLING = { statementTimeoutMs: 120_000 };

export class Person {
  readonly userId: string;
  readonly account: number;
  readonly #loginId: string;
  readonly #tokens: Tokens;

  constructor(row: PersonRow, tokens: Tokens) {
    this.userId = row.userId;
    this.account = row.account;
    this.#loginId = row.loginId;
    this.#tokens = tokens;
  }

  /** An access token, valid for a quarter of an hour. */
  token(): Promise<string> {
    return this.#tokens.sign(this.userId, this.#loginId);
  }
}

interface PersonRow {
  readonly userId: string;
  readonly loginId: string;
  readonly account: number;
}

export interface Settling {
  readonly db: Database;
  readonly dataDir: string;
  readonly count: number;
  readonly moreStocks: number;
}

/** Fills an empty site before its first start. */
export async function settle({ db, dataDir, count, moreStocks }: Settling): Promise<Person[]> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { jwt } = keepSecrets(path.join(dataDir, 'secrets.json'));
  const rows = await db.transaction((slowly) => insertPeople(slowly, count), FILLING);
  await db.query('update venues set limits = $1', [JSON.stringify(LIMITS)]);
  const log = createLog({ logLevel: 'error' });
  const onLost = (): void => {
    throw new Error('the venue was taken');
  };
  const exchange = await Exchange.open({ db, venue: VENUE, log, now: Date.now, onTrade: () => {}, onLost });
  try {
    await makeMarket({
      db,
      venue: VENUE,
      exchange,
      seed: 1,
      calendar: new TradingCalendar('always'),
      now: Date.now(),
      report: () => {},
    });
    await listMore(exchange, moreStocks);
    await payIn(exchange, rows);
  } finally {
    await exchange.close();
  }
  const tokens = createTokens(jwt, Date.now);
  return rows.map((row) => new Person(row, tokens));
}

async function insertPeople(db: Queryable, count: number): Promise<PersonRow[]> {
  const now = Date.now();
  const ids = Array.from({ length: count }, () => randomUUID());
  const { rows } = await db.query<{ userId: string; account: number }>(
    `insert into users (id, email, name, password_hash, role, referral_code, created_at)
     select id, 'person' || n || '@example.com', 'Person ' || n, 'none', 'user', 'P' || n, $2
     from unnest($1::uuid[]) with ordinality as each(id, n)
     returning id as "userId", account_no as account`,
    [ids, now],
  );
  const logins = rows.map((row) => ({ ...row, loginId: randomUUID() }));
  await db.query(
    `insert into logins (id, user_id, created_at, expires_at, token_hash, rotated_at)
     select login, person, $3, $4, decode(md5(login::text), 'hex'), $3 from unnest($1::uuid[], $2::uuid[]) as each(login, person)`,
    [logins.map(({ loginId }) => loginId), logins.map(({ userId }) => userId), now, now + YEAR_MS],
  );
  return logins;
}

async function listMore(exchange: Exchange, count: number): Promise<void> {
  const listings = Array.from({ length: count }, (_, n) =>
    exchange.submit({ kind: 'list-instrument', instrument: listed(`MORE${n + 1}`, 100_00 + n * 500) }),
  );
  await Promise.all(listings);
}

async function payIn(exchange: Exchange, rows: readonly PersonRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    await Promise.all(
      some.flatMap(({ account }) => [
        exchange.submit({ kind: 'open-account', account }),
        exchange.submit({ kind: 'deposit', account, amount: WALLET_PAISE, paymentId: account }),
      ]),
    );
  }
}
