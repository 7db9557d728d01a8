// Reads the state of a venue back from the database, at a start and after a failure alike.
import type { AccountId, Owner } from '../../core/ledger/ledger.ts';
import type { Instrument } from '../../core/market/instrument.ts';
import type { Quote } from '../../core/market/quote.ts';
import { HOUR_MS } from '../../core/market/day.ts';
import type { ExitDueRecord, InstrumentRecord, PositionRecord, Snapshot, VenueRecord } from '../../core/snapshot.ts';
import type { Bonus } from '../../core/trade/bonus.ts';
import type { Lot } from '../../core/trade/lots.ts';
import { LONGEST_TIMEFRAME_HOURS } from '../../core/trade/rolling-sum.ts';
import type { RollingEntry } from '../../core/trade/rolling-sum.ts';
import { DEFAULT_FEES, DEFAULT_LIMITS, DEFAULT_STATUTORY } from '../../core/trade/settings.ts';
import type { FeeSchedule, TradingLimits } from '../../core/trade/settings.ts';
import type { Database, Queryable } from '../db/open.ts';
import { loadOpenOrders } from './load-orders.ts';

export interface LastBatch {
  readonly sequence: number;
  readonly at: number;
  readonly lastTransfer: number;
  readonly lastTrade: number;
  readonly hash: Buffer;
  /** Of the takeover that wrote it; null for one of an older version. */
  readonly epoch: number | null;
}

const NO_BATCH: LastBatch = {
  sequence: 0,
  at: 0,
  lastTransfer: 0,
  lastTrade: 0,
  hash: Buffer.alloc(32),
  epoch: null,
};

/** The newest durable batch: sequence numbers, ids and the hash chain go on from it. */
export async function loadLastBatch(db: Queryable, venue: number): Promise<LastBatch> {
  const { rows } = await db.query<{
    sequence: number;
    at: number;
    last_transfer: number;
    last_trade: number;
    hash: Buffer;
    epoch: number | null;
  }>(
    'select sequence, at, last_transfer, last_trade, hash, epoch from batches where venue = $1 order by sequence desc limit 1',
    [venue],
  );
  if (rows.length === 0) return NO_BATCH;
  const { sequence, at, last_transfer: lastTransfer, last_trade: lastTrade, hash, epoch } = rows[0];
  return { sequence, at, lastTransfer, lastTrade, hash, epoch };
}

/** Does the reading over another connection. */
type Beside = <Result>(read: (over: Queryable) => Promise<Result>) => Promise<Result>;

/** A long history takes longer to read than a call may take. */
const READ_TIMEOUT_MS = 30_000;

export function besideOn(db: Pick<Database, 'transaction'>): Beside {
  return (read) => db.transaction(read, { statementTimeoutMs: READ_TIMEOUT_MS });
}

/** `now` is in milliseconds since 1970. With `beside`, the largest part is read over a second connection at the same time. */
export async function loadSnapshot(db: Queryable, venueId: number, now: number, beside?: Beside): Promise<Snapshot> {
  const readPositions = (over: Queryable): Promise<PositionRecord[]> =>
    loadPositions(over, venueId, now - LONGEST_TIMEFRAME_HOURS * HOUR_MS);
  const positions = beside?.(readPositions);
  // The failure is thrown where `positions` is awaited. If something else fails first, nobody awaits it, which must not end the process.
  positions?.catch(() => {});
  const venue = await loadVenue(db, venueId);
  const last = await loadLastBatch(db, venueId);
  const orders = await loadOpenOrders(db, venueId);
  return {
    venue,
    accounts: await loadAccounts(db, venueId),
    lastTransferId: last.lastTransfer,
    lastTradeId: last.lastTrade,
    // Only the order among those that still rest matters.
    lastPriority: orders.reduce((highest, order) => Math.max(highest, order.priority), 0),
    instruments: await loadInstruments(db, venueId),
    traders: await loadTraders(db, venueId),
    positions: await (positions ?? readPositions(db)),
    orders,
    exitsDue: await loadExitsDue(db, venueId),
  };
}

async function loadVenue(db: Queryable, venue: number): Promise<VenueRecord> {
  const { rows } = await db.query<{
    limits: TradingLimits | null;
    fees: FeeSchedule | null;
    isOpen: boolean;
    isHalted: boolean;
    day: number;
    auctionDay: number;
  }>(
    `select limits, fees, is_open as "isOpen", is_halted as "isHalted", market_day as day, auction_day as "auctionDay"
     from venues where id = $1`,
    [venue],
  );
  const { limits, fees, ...state } = rows[0];
  return { limits: limits ?? DEFAULT_LIMITS, fees: fees === null ? DEFAULT_FEES : completed(fees), ...state };
}

/** Fees that were set before there was a statutory table have the one of the beginning. */
function completed(fees: Partial<Pick<FeeSchedule, 'statutory'>> & Omit<FeeSchedule, 'statutory'>): FeeSchedule {
  return { statutory: DEFAULT_STATUTORY, ...fees };
}

async function loadAccounts(db: Queryable, venue: number): Promise<Snapshot['accounts']> {
  const { rows } = await db.query<{ id: number; owner: string; asset: number; balance: number }>(
    'select id, owner, asset, balance from ledger_balances where venue = $1 order by id',
    [venue],
  );
  return rows.map(({ id, owner, asset, balance }) => {
    const isPerson = /^\d/.test(owner);
    return {
      account: { id, owner: (isPerson ? Number(owner) : owner) as Owner, asset, isOverdraftAllowed: !isPerson },
      balance,
    };
  });
}

/** The accounts whose balance in `ledger_accounts` is not what their transfers make: those of the last batches are not in it yet. */
export async function loadBehind(db: Queryable, venue: number): Promise<AccountId[]> {
  const { rows } = await db.query<{ id: AccountId }>(
    'select id from ledger_balances where venue = $1 and behind <> 0',
    [venue],
  );
  return rows.map(({ id }) => id);
}

async function loadInstruments(db: Queryable, venue: number): Promise<InstrumentRecord[]> {
  const { rows } = await db.query<Instrument & Quote>(
    `select id, symbol, name, sector, tick_size as "tickSize", price_band as "priceBand", previous_close as "previousClose",
       is_halted as "isHalted", shares_issued as "sharesIssued", last_price as last, day_open as open, day_high as high,
       day_low as low, day_volume as volume, traded_at as "tradedAt"
     from instruments where venue = $1 order by id`,
    [venue],
  );
  return rows.map(({ last, open, high, low, volume, tradedAt, ...instrument }) => ({
    instrument,
    quote: { last, open, high, low, volume, tradedAt },
  }));
}

type StoredBonus = { [Part in keyof Bonus]: Bonus[Part] | null };

async function loadTraders(db: Queryable, venue: number): Promise<Snapshot['traders']> {
  const { rows } = await db.query<{ account: number; isBlocked: boolean } & StoredBonus>(
    `select account, is_blocked as "isBlocked", bonus_reward as "rewardId", bonus_left as "left", bonus_expires_at as "expiresAt"
     from traders where venue = $1 order by account`,
    [venue],
  );
  return rows.map(({ account, isBlocked, rewardId, left, expiresAt }) => {
    const isNone = rewardId === null || left === null || expiresAt === null;
    return { account, isBlocked, bonus: isNone ? null : { rewardId, left, expiresAt } };
  });
}

/** Positions with lots, and those with fills that may still count against limits: by the longest timeframe that can be set. */
async function loadPositions(db: Queryable, venue: number, since: number): Promise<PositionRecord[]> {
  const lots = await db.query<Lot & { account: number; symbol: string }>(
    `select l.account, coalesce(i.symbol, '') as symbol, l.id, l.quantity, l.price, l.product, l.loan, l.bought_at as "boughtAt", l.order_id as "orderId"
     from lots l left join instruments i on i.venue = l.venue and i.id = l.instrument
     where l.venue = $1 order by l.account, l.instrument, l.product = 'delivery', l.id`,
    [venue],
  );
  // One text per position instead of one row per fill: a month of a busy market has a million fills.
  const fills = await db.query<{ account: number; symbol: string; side: string; at: string; quantities: string }>(
    `select f.account, coalesce(i.symbol, '') as symbol, f.side, f.at, f.quantities
     from (select venue, account, instrument, side, string_agg(at::text, ',') as at, string_agg(quantity::text, ',') as quantities
       from fills where venue = $1 and at > $2 group by venue, account, instrument, side) f
     left join instruments i on i.venue = f.venue and i.id = f.instrument order by 1, 2, 3`,
    [venue, since],
  );
  const records = new Map<string, MutablePosition>();
  const recordFor = (account: number, symbol: string): MutablePosition => {
    const key = `${account}/${symbol}`;
    let record = records.get(key);
    if (record === undefined) records.set(key, (record = { account, symbol, lots: [], bought: [], sold: [] }));
    return record;
  };
  for (const { account, symbol, ...lot } of lots.rows) recordFor(account, symbol).lots.push(lot);
  for (const { account, symbol, side, at, quantities } of fills.rows)
    recordFor(account, symbol)[side === 'buy' ? 'bought' : 'sold'] = rollingEntries(at, quantities);
  return [...records.values()];
}

/** In order of time: the database mostly returns them in that order, but need not. */
function rollingEntries(at: string, quantities: string): RollingEntry[] {
  const [instants, counts] = [numbersOf(at), numbersOf(quantities)];
  const entries = instants.map((instant, n) => ({ at: instant, quantity: counts[n] }));
  const isInOrder = instants.every((instant, n) => n === 0 || instants[n - 1] <= instant);
  return isInOrder ? entries : entries.sort((a, b) => a.at - b.at);
}

function numbersOf(list: string): number[] {
  return JSON.parse(`[${list}]`) as number[];
}

type MutablePosition = { account: number; symbol: string; lots: Lot[]; bought: RollingEntry[]; sold: RollingEntry[] };

async function loadExitsDue(db: Queryable, venue: number): Promise<ExitDueRecord[]> {
  const { rows } = await db.query<Omit<ExitDueRecord, 'exits'> & { target: number; stop: number }>(
    `select e.entry_id as "entryId", e.account, coalesce(i.symbol, '') as symbol, e.product, e.target, e.stop, e.quantity
     from exits_due e left join instruments i on i.venue = e.venue and i.id = e.instrument where e.venue = $1 order by e.entry_id`,
    [venue],
  );
  return rows.map(({ target, stop, ...due }) => ({ ...due, exits: { target, stop } }));
}
