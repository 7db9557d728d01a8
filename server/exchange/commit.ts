// Writes one batch of decisions as one SQL statement, and so in one transaction: all of it becomes durable, or none.
import type { Queryable } from '../db/open.ts';
import type { NoticeRow } from '../notices/notices.ts';
import type { Batch } from './journal.ts';
import { numbered } from './named-values.ts';
import { BIGINT, INTEGER, NumberArrays } from './number-array.ts';
import { ORDER_COLUMNS } from './order-rows.ts';
import { RowArray } from './row-array.ts';
import { ACCOUNT_COLUMNS, column, FILL_COLUMNS, KEY_COLUMNS, LOT_COLUMNS, NOTICE_COLUMNS } from './rows.ts';
import { TRADER_COLUMNS, TRANSFER_COLUMNS } from './rows.ts';
import type { BalanceRow, Column, KeyRow, LotRow } from './rows.ts';
import { isSettled, SETTLED_COLUMNS, SettledArrays, settledType } from './settled.ts';

export interface CommitInput {
  readonly epoch: number;
  readonly sequence: number;
  readonly batch: Batch;
  readonly keys: readonly KeyRow[];
  /** What people are told of the batch. */
  readonly notices: readonly NoticeRow[];
  readonly hash: Buffer;
}

/** SQL: what a batch does to the columns of a stored order. */
const ORDER_CHANGES = ORDER_COLUMNS.flatMap(({ name, change }) => {
  if (change === 'always') return `${name} = excluded.${name}`;
  if (change === 'first') return `${name} = coalesce(orders.${name}, excluded.${name})`;
  return change === 'last' ? `${name} = coalesce(excluded.${name}, orders.${name})` : [];
}).join(', ');

const namesOf = (columns: readonly Column<never>[]): string => columns.map(({ name }) => name).join(', ');

/** What each statement is given, by the names that its text uses. */
const USUAL_VALUES = [
  ...(['venue', 'epoch', 'sequence', 'at', 'lastTransfer', 'lastTrade', 'hash'] as const),
  ...SETTLED_COLUMNS,
  ...(['newOrders', 'changedOrders', 'fills', 'newLots', 'changedLots'] as const),
  ...(['goneAccounts', 'goneInstruments', 'goneIds', 'keys', 'notices'] as const),
];
/** What a batch of more than orders and their trades adds to that. */
const SELDOM_VALUES = [
  ...(['balanceIds', 'balances', 'transfers', 'newAccounts', 'traders', 'instruments', 'venues'] as const),
  ...(['changes', 'exits', 'actions', 'entitlements'] as const),
];
type UsualValues = Readonly<Record<(typeof USUAL_VALUES)[number], unknown>>;
type SeldomValues = Readonly<Record<(typeof SELDOM_VALUES)[number], unknown>>;

// The division by zero fails the commit of a process whose epoch is over. New rows are inserted and known ones updated: an upsert that
// has to find out which they are costs twice as much.
const usualSql = (
  hasBalances: boolean,
): string => `with fence as (select 1 / count(*) as ok from venues where id = :venue and epoch = :epoch),
  batch_row as (insert into batches (venue, sequence, at, last_transfer, last_trade, hash, epoch, has_balances, ${SETTLED_COLUMNS.join(', ')})
    select :venue, :sequence, :at, :lastTransfer, :lastTrade, :hash, :epoch, ${hasBalances},
      ${SETTLED_COLUMNS.map((name) => `:${name}::${settledType(name)}`).join(', ')}
    from fence where ok = 1),
  new_orders as (insert into orders select * from unnest(:newOrders::orders[])),
  changed_orders as (insert into orders select * from unnest(:changedOrders::orders[])
    on conflict (venue, id) do update set ${ORDER_CHANGES}),
  fill_rows as (insert into fills select * from unnest(:fills::fills[])),
  new_lots as (insert into lots select * from unnest(:newLots::lots[])),
  changed_lots as (insert into lots select * from unnest(:changedLots::lots[])
    on conflict (venue, account, instrument, id) do update set quantity = excluded.quantity, loan = excluded.loan),
  sold_lots as (delete from lots where ctid = any(array(
    select place from unnest(:goneAccounts::integer[], :goneInstruments::integer[], :goneIds::bigint[]) gone(account, instrument, id)
      cross join lateral (select ctid as place from lots where venue = :venue and account = gone.account
        and instrument = gone.instrument and id = gone.id limit 1) found))),
  key_rows as (insert into command_keys (${namesOf(KEY_COLUMNS)}, at) select ${namesOf(KEY_COLUMNS)}, :at from unnest(:keys::command_keys[])),
  notice_rows as (insert into notifications (${namesOf(NOTICE_COLUMNS)}) select ${namesOf(NOTICE_COLUMNS)}
    from unnest(:notices::notifications[]) with ordinality order by ordinality returning id)`;

/**
 * Parts that most batches do not need: each of them costs time even when it is empty. Balances are updated in a single pass through the
 * index, with the ids in order: looking each one up costs nearly twice as much.
 */
const SELDOM = `,
  changed_accounts as (update ledger_accounts set balance = (:balances::bigint[])[width_bucket(id, :balanceIds::integer[])]
    where venue = :venue and id = any(:balanceIds::integer[])),
  transfer_rows as (insert into transfers select * from unnest(:transfers::transfers[])),
  new_accounts as (insert into ledger_accounts select * from unnest(:newAccounts::ledger_accounts[])),
  trader_rows as (insert into traders select * from unnest(:traders::traders[])
    on conflict (venue, account) do update set is_blocked = excluded.is_blocked, bonus_reward = excluded.bonus_reward,
      bonus_left = excluded.bonus_left, bonus_expires_at = excluded.bonus_expires_at),
  instrument_rows as (insert into instruments (venue, id, symbol, name, sector, tick_size, price_band, previous_close, is_halted,
      shares_issued, last_price, day_open, day_high, day_low, day_volume, traded_at)
    select :venue, i.* from jsonb_to_recordset(:instruments) as i(id integer, symbol text, name text, sector text, "tickSize" integer,
      "priceBand" integer, "previousClose" bigint, "isHalted" boolean, "sharesIssued" bigint, last bigint, open bigint, high bigint,
      low bigint, volume bigint, "tradedAt" bigint)
    on conflict (venue, id) do update set shares_issued = excluded.shares_issued, tick_size = excluded.tick_size, price_band = excluded.price_band,
      previous_close = excluded.previous_close, is_halted = excluded.is_halted, last_price = excluded.last_price,
      day_open = excluded.day_open, day_high = excluded.day_high, day_low = excluded.day_low, day_volume = excluded.day_volume,
      traded_at = excluded.traded_at),
  venue_row as (update venues set limits = v.limits, fees = v.fees, is_open = v."isOpen", is_halted = v."isHalted", market_day = v.day,
      auction_day = v."auctionDay" from jsonb_to_recordset(:venues) as v(limits jsonb, fees jsonb, "isOpen" boolean, "isHalted" boolean, day integer,
      "auctionDay" integer) where id = :venue),
  change_rows as (insert into order_changes (venue, order_id, at, before, after)
    select :venue, c."orderId", c.at, c.before, c.after
    from jsonb_to_recordset(:changes) as c("orderId" bigint, at bigint, before jsonb, after jsonb)),
  exit_rows as (insert into exits_due (venue, entry_id, account, instrument, product, target, stop, quantity)
    select :venue, e."entryId", e.account, e."instrumentId", e.product, (e.exits->>'target')::bigint, (e.exits->>'stop')::bigint, e.quantity
    from jsonb_to_recordset(:exits) as e("entryId" bigint, account integer, "instrumentId" integer, product text, exits jsonb, quantity integer)
    where e.quantity > 0 on conflict (venue, entry_id) do update set quantity = excluded.quantity),
  placed_exits as (delete from exits_due using jsonb_to_recordset(:exits) as gone("entryId" bigint, quantity integer)
    where exits_due.venue = :venue and exits_due.entry_id = gone."entryId" and gone.quantity = 0),
  action_rows as (update corporate_actions c set state = case when a."isDone" then 'done' else 'failed' end, ended_at = :at,
      done_day = a.day, price_before = a."priceBefore", price_after = a."priceAfter", after_trade = a."lastTradeId"
    from jsonb_to_recordset(:actions) as a(id bigint, "isDone" boolean, day integer, "priceBefore" bigint, "priceAfter" bigint, "lastTradeId" bigint)
    where c.venue = :venue and c.id = a.id),
  entitlement_rows as (insert into entitlements (venue, action, account, before, after, cash)
    select :venue, e.action, e.account, e.before, e.after, e.cash
    from jsonb_to_recordset(:entitlements) as e(action bigint, account integer, before bigint, after bigint, cash bigint))`;

const ANSWER = `
  select ok, array(select id from notice_rows order by id) as notice_ids from fence`;

const USUAL = numbered(usualSql(false) + ANSWER, USUAL_VALUES);
const WHOLE = numbered(usualSql(true) + SELDOM + ANSWER, [...USUAL_VALUES, ...SELDOM_VALUES]);

/** The one row that the statement returns. */
export interface CommitAnswer {
  /** The proof that the writer's epoch still holds. */
  ok: number;
  /** The ids of the notices, in the same order. */
  notice_ids: number[];
}

/** `input` is what the values encode, for the simulation's database, which has tables but no SQL. */
export interface CommitQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly input: CommitInput;
}

/** Builds the statement for each batch. Knows the venue, and the tables' columns as the database has them. */
export class CommitStatement {
  readonly #venue: number;
  readonly #arrays: Arrays;
  readonly #settled = new SettledArrays();
  readonly #balances = new NumberArrays<BalanceRow, 'balanceIds' | 'balances'>({
    balanceIds: [INTEGER, ({ id }) => id],
    balances: [BIGINT, ({ balance }) => balance],
  });
  readonly #goneLots = new NumberArrays<LotRow, 'goneAccounts' | 'goneInstruments' | 'goneIds'>({
    goneAccounts: [INTEGER, ({ account }) => account],
    goneInstruments: [INTEGER, ({ instrumentId }) => instrumentId],
    goneIds: [BIGINT, ({ id }) => id],
  });

  private constructor(venue: number, arrays: Arrays) {
    this.#venue = venue;
    this.#arrays = arrays;
  }

  static async open(db: Queryable, venue: number): Promise<CommitStatement> {
    return new CommitStatement(venue, await openArrays(db, venue));
  }

  /** The statement that makes a batch durable. Its values share buffers, so they are valid only until the next call. */
  of(input: CommitInput): CommitQuery {
    const { batch } = input;
    const usual = this.#usual(input);
    const values = USUAL_VALUES.map((name) => usual[name]);
    // Both names begin alike, so that the fault tests can recognise a commit on the wire.
    if (batch.balances === null) return { name: 'commit-batch-usual', text: USUAL, values, input };
    const seldom = this.#seldom(batch, batch.balances);
    return {
      name: 'commit-batch',
      text: WHOLE,
      values: values.concat(SELDOM_VALUES.map((name) => seldom[name])),
      input,
    };
  }

  #usual({ epoch, sequence, batch, keys, notices, hash }: CommitInput): UsualValues {
    const arrays = this.#arrays;
    const { at, lastTransfer, lastTrade, transfers, orders, fills, lots } = batch;
    const held = lots.filter(({ quantity }) => quantity > 0);
    return {
      venue: this.#venue,
      epoch,
      sequence,
      at,
      lastTransfer,
      lastTrade,
      hash,
      ...this.#settled.encode(transfers.filter(isSettled)),
      newOrders: arrays.newOrders.encode(orders.filter(({ isNew }) => isNew)),
      changedOrders: arrays.changedOrders.encode(orders.filter(({ isNew }) => !isNew)),
      fills: arrays.fills.encode(fills),
      newLots: arrays.newLots.encode(held.filter(({ isNew }) => isNew)),
      changedLots: arrays.changedLots.encode(held.filter(({ isNew }) => !isNew)),
      // A lot that was bought and sold within the batch was never stored.
      ...this.#goneLots.encode(lots.filter(({ quantity, isNew }) => quantity === 0 && !isNew)),
      keys: arrays.keys.encode(keys),
      notices: arrays.notices.encode(notices),
    };
  }

  #seldom(batch: Batch, balances: readonly BalanceRow[]): SeldomValues {
    const { newAccounts, transfers, traders, instruments, venue, changes, exits, actions } = batch;
    const arrays = this.#arrays;
    return {
      ...this.#balances.encode(balances),
      transfers: arrays.transfers.encode(transfers.filter((transfer) => !isSettled(transfer))),
      newAccounts: arrays.newAccounts.encode(newAccounts),
      traders: arrays.traders.encode(traders),
      instruments: JSON.stringify(instruments.map(({ instrument, quote }) => ({ ...instrument, ...quote }))),
      venues: JSON.stringify(venue === null ? [] : [venue]),
      changes: JSON.stringify(changes),
      exits: JSON.stringify(exits),
      actions: JSON.stringify(actions.map(({ action, holders: _, ...applied }) => ({ id: action.id, ...applied }))),
      entitlements: JSON.stringify(
        actions.flatMap(({ action, holders }) => holders.map((one) => ({ action: action.id, ...one }))),
      ),
    };
  }
}

type Arrays = Awaited<ReturnType<typeof openArrays>>;

async function openArrays(db: Queryable, venue: number) {
  const own = column('venue', () => venue);
  const open = <Row>(table: string, columns: readonly Column<Row>[]) => RowArray.of(db, table, columns);
  return {
    newAccounts: await open('ledger_accounts', [own, ...ACCOUNT_COLUMNS]),
    traders: await open('traders', [own, ...TRADER_COLUMNS]),
    newOrders: await open('orders', [own, ...ORDER_COLUMNS]),
    changedOrders: await open('orders', [own, ...ORDER_COLUMNS]),
    fills: await open('fills', [own, ...FILL_COLUMNS]),
    transfers: await open('transfers', [own, ...TRANSFER_COLUMNS]),
    newLots: await open('lots', [own, ...LOT_COLUMNS]),
    changedLots: await open('lots', [own, ...LOT_COLUMNS]),
    keys: await open('command_keys', KEY_COLUMNS),
    notices: await open('notifications', NOTICE_COLUMNS),
  };
}
