// One exchange on a real database for one test file: two people with cash, one stock, and the events of each batch.
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import type { PlaceOrder } from '../../core/command.ts';
import { takeSnapshot } from '../../core/snapshot.ts';
import type { Queryable } from '../../server/db/open.ts';
import { Exchange } from '../../server/exchange/exchange.ts';
import type { CommittedBatch, DecidedBatch } from '../../server/exchange/batches.ts';
import { loadSnapshot } from '../../server/exchange/load.ts';
import type { BookProof } from '../../server/exchange/proof/verify.ts';
import type { NoticeRow } from '../../server/notices/notices.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';

export const VENUE = 1;
export const [ASHA, RAVI] = [1, 2];
const log = pino({ level: 'silent' });

export let db: TestDatabase;
export let exchange: Exchange;
export const batches: CommittedBatch[] = [];

/** Every character that has a meaning in a PostgreSQL array. */
export const AWKWARD = `"quoted", {braced}, back\\slash, 'apostrophe', ₹1,234.50 NULL`;

/** The course of batches: each is sent to the database, and later its listeners are told. */
export const course: ('sent' | 'told')[] = [];
let whenSent: (() => void) | null = null;

/** Calls `act` once, as soon as the next batch is on its way to the database. */
export function onceSent(act: () => void): void {
  whenSent = () => {
    whenSent = null;
    act();
  };
}

/** One notice for each order of a batch. */
const noticesOf = ({ orders, at }: DecidedBatch): NoticeRow[] => {
  course.push('sent');
  whenSent?.();
  return orders.map(({ id, account }) => ({
    account,
    kind: 'fill',
    message: `${id} ${AWKWARD}`,
    at,
    isListed: true,
    isMailDue: false,
  }));
};

export const openExchange = async (now: () => number = Date.now): Promise<Exchange> => {
  const opened = await Exchange.open({
    db,
    venue: VENUE,
    log,
    now,
    onTrade: () => {},
    noticesOf,
    onLost: () => {},
  });
  opened.subscribe((batch) => {
    course.push('told');
    batches.push(batch);
  });
  return opened;
};

/** Stops the exchange and starts it again, by another clock if one is given. */
export async function reopen(now?: () => number): Promise<void> {
  await exchange.close();
  exchange = await openExchange(now);
}

beforeAll(async () => {
  db = await openTestDatabase();
  exchange = await openExchange();
  const terms = {
    name: 'Tata',
    sector: 'IT',
    tickSize: 5,
    priceBand: 200_000,
    previousClose: 3500_00,
    sharesIssued: 1_000_000,
  };
  await exchange.submit({ kind: 'list-instrument', instrument: { symbol: 'TCS', ...terms } });
  for (const account of [ASHA, RAVI]) {
    await exchange.submit({ kind: 'open-account', account });
    await exchange.submit(
      { kind: 'deposit', account, amount: 10_00_000_00, paymentId: account },
      { account, key: `payment:${account}` },
    );
  }
});

afterAll(async () => {
  await exchange.close();
  await db.close();
});

export const order = (account: number, side: 'buy' | 'sell', quantity: number, limitPrice = 3500_00): PlaceOrder => ({
  kind: 'place-order',
  account,
  symbol: 'TCS',
  side,
  orderType: 'limit',
  timeInForce: 'gtc',
  product: 'delivery',
  quantity,
  limitPrice,
  stopPrice: 0,
});

export const cashOf = (account: number): Promise<number> =>
  exchange.read(({ venue }) => venue.ledger.available(venue.traders.get(account)!.cash));

export const offer = (quantity: number): void =>
  exchange.turn((engine, at) => void engine.desk('TCS', at).place(-1, 'sell', 3500_00, quantity));

export const expectMemoryEqualsDatabase = async (): Promise<void> => {
  const memory = await exchange.read(takeSnapshot);
  const stored = await loadSnapshot(db, VENUE, Date.now());
  // Quotes belong to the market and are rebuilt from bars; priorities only order the resting orders.
  const comparable = (snapshot: typeof stored) =>
    JSON.parse(JSON.stringify({ ...snapshot, instruments: 0, lastPriority: 0 }));
  expect(comparable(stored)).toEqual(comparable(memory));
};

/** Stores a reward that a person has earned and that is due. Returns its number. */
export async function earnReward(account: number, amount: number, expiresAt: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into rewards (venue, account, kind, source, amount, earned_at, expires_at)
     values ($1, $2, 'signup', $3, $4, 0, $5) returning id`,
    [VENUE, account, `signup:${account}`, amount, expiresAt],
  );
  return rows[0].id;
}

/** The result of a proof after `sql` has changed the books; the change is rolled back. */
export async function foundAfter(
  sql: string,
  prove: (state: Queryable) => Promise<BookProof | null>,
): Promise<BookProof | null> {
  try {
    await db.transaction(async (state) => {
      for (const statement of sql.split(';')) await state.query(statement);
      throw Object.assign(new Error('roll back'), { found: await prove(state) });
    });
  } catch (error) {
    if (error instanceof Error && 'found' in error) return error.found as BookProof | null;
    throw error;
  }
  return null;
}
