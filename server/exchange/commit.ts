// Writes one batch of decisions as one SQL statement, and so in one transaction: all of it becomes durable, or none.
import { createHash } from 'node:crypto';
import type { NoticeRow } from '../notices/notices.ts';
import type { Batch } from './journal.ts';
import { FILL_COLUMNS, LOT_COLUMNS, NOTICE_COLUMNS, ORDER_COLUMNS, TRANSFER_COLUMNS } from './rows.ts';
import type { Column, TransferRow } from './rows.ts';

/** The outcome of a command that came with a key, kept beside its effect. */
export interface KeyRow {
  readonly account: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly outcome: unknown;
}

export interface CommitInput {
  readonly venue: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly batch: Batch;
  readonly keys: readonly KeyRow[];
  /** What people are told of the batch. */
  readonly notices: readonly NoticeRow[];
  readonly hash: Buffer;
}

/** The hash chain over all transfers: each batch's hash covers the one before and every transfer in it. */
export function chainHash(previous: Buffer, transfers: readonly TransferRow[]): Buffer {
  const hash = createHash('sha256').update(previous);
  for (const { id, at, debit, credit, amount, kind, reference } of transfers) {
    hash.update(`${id},${at},${debit},${credit},${amount},${kind},${reference}\n`);
  }
  return hash.digest();
}

// $1 venue, $2 epoch; the arrays of each table follow. A division by zero stops a process whose epoch is over.
const FIXED = [
  `fence as (select 1 / count(*) as ok from venues where id = $1 and epoch = $2)`,
  `batch_row as (insert into batches (venue, sequence, at, last_transfer, last_trade, hash)
    select $1, $3, $4, $5, $6, $7 from fence where ok = 1)`,
  `account_rows as (insert into ledger_accounts (venue, id, owner, asset, balance)
    select $1, * from unnest($8::integer[], $9::text[], $10::integer[], $11::bigint[])
    on conflict (venue, id) do update set balance = excluded.balance)`,
  `sold_lots as (delete from lots using jsonb_to_recordset($12) as gone(account integer, "instrumentId" integer, id bigint)
    where lots.venue = $1 and lots.account = gone.account and lots.instrument = gone."instrumentId" and lots.id = gone.id)`,
  `trader_rows as (insert into traders (venue, account, is_blocked, bonus_reward, bonus_left, bonus_expires_at)
    select $1, * from unnest($13::integer[], $14::boolean[], $18::bigint[], $19::bigint[], $20::bigint[])
    on conflict (venue, account) do update set is_blocked = excluded.is_blocked, bonus_reward = excluded.bonus_reward,
      bonus_left = excluded.bonus_left, bonus_expires_at = excluded.bonus_expires_at)`,
  `key_rows as (insert into command_keys (account, key, fingerprint, outcome, at)
    select k.account, k.key, k.fingerprint, k.outcome, $4
    from jsonb_to_recordset($15) as k(account integer, key text, fingerprint text, outcome jsonb))`,
  `instrument_rows as (insert into instruments (venue, id, symbol, name, sector, tick_size, price_band, previous_close, is_halted,
      shares_issued, last_price, day_open, day_high, day_low, day_volume, traded_at)
    select $1, i.* from jsonb_to_recordset($16) as i(id integer, symbol text, name text, sector text, "tickSize" integer,
      "priceBand" integer, "previousClose" bigint, "isHalted" boolean, "sharesIssued" bigint, last bigint, open bigint, high bigint,
      low bigint, volume bigint, "tradedAt" bigint)
    on conflict (venue, id) do update set shares_issued = excluded.shares_issued, tick_size = excluded.tick_size, price_band = excluded.price_band,
      previous_close = excluded.previous_close, is_halted = excluded.is_halted, last_price = excluded.last_price,
      day_open = excluded.day_open, day_high = excluded.day_high, day_low = excluded.day_low, day_volume = excluded.day_volume,
      traded_at = excluded.traded_at)`,
  `venue_row as (update venues set limits = v.limits, fees = v.fees, is_open = v."isOpen", is_halted = v."isHalted", market_day = v.day
    from jsonb_to_recordset($17) as v(limits jsonb, fees jsonb, "isOpen" boolean, "isHalted" boolean, day integer) where id = $1)`,
  `change_rows as (insert into order_changes (venue, order_id, at, before, after)
    select $1, c."orderId", c.at, c.before, c.after
    from jsonb_to_recordset($21) as c("orderId" bigint, at bigint, before jsonb, after jsonb))`,
  `exit_rows as (insert into exits_due (venue, entry_id, account, instrument, product, target, stop, quantity)
    select $1, e."entryId", e.account, e."instrumentId", e.product, (e.exits->>'target')::bigint, (e.exits->>'stop')::bigint, e.quantity
    from jsonb_to_recordset($22) as e("entryId" bigint, account integer, "instrumentId" integer, product text, exits jsonb, quantity integer)
    where e.quantity > 0 on conflict (venue, entry_id) do update set quantity = excluded.quantity)`,
  `placed_exits as (delete from exits_due using jsonb_to_recordset($22) as gone("entryId" bigint, quantity integer)
    where exits_due.venue = $1 and exits_due.entry_id = gone."entryId" and gone.quantity = 0)`,
  `action_rows as (update corporate_actions c set state = case when a."isDone" then 'done' else 'failed' end, ended_at = $4,
      done_day = a.day, price_before = a."priceBefore", price_after = a."priceAfter", after_trade = a."lastTradeId"
    from jsonb_to_recordset($23) as a(id bigint, "isDone" boolean, day integer, "priceBefore" bigint, "priceAfter" bigint, "lastTradeId" bigint)
    where c.venue = $1 and c.id = a.id)`,
  `entitlement_rows as (insert into entitlements (venue, action, account, before, after, cash)
    select $1, e.action, e.account, e.before, e.after, e.cash
    from jsonb_to_recordset($24) as e(action bigint, account integer, before bigint, after bigint, cash bigint))`,
];
const FIXED_PARAMETERS = 24;

function insertRows(table: string, columns: readonly Column<never>[], from: number, conflict: string): string {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${from + index}::${type}[]`).join(', ');
  return `${table}_rows as (insert into ${table} (venue, ${names}) select $1, * from unnest(${arrays}) ${conflict})`;
}

/** What its trader may change of an order, and with it the terms of its charges. */
const CHANGEABLE = ['quantity', 'limit_price', 'stop_price', 'commission_rate', 'flat_fee_terms'];

const CHANGING = ORDER_COLUMNS.slice(ORDER_COLUMNS.findIndex(({ name }) => name === 'remaining'))
  .map(({ name }) => name)
  .concat(CHANGEABLE)
  .filter((name) => name !== 'first_trade' && name !== 'last_trade')
  .map((name) => `${name} = excluded.${name}`);
const ORDER_CONFLICT = `on conflict (venue, id) do update set ${CHANGING.join(', ')},
  first_trade = coalesce(orders.first_trade, excluded.first_trade), last_trade = coalesce(excluded.last_trade, orders.last_trade)`;

const LOT_CONFLICT =
  'on conflict (venue, account, instrument, id) do update set quantity = excluded.quantity, loan = excluded.loan';

const FIRST_ORDER = FIXED_PARAMETERS + 1;
const FIRST_FILL = FIRST_ORDER + ORDER_COLUMNS.length;
const FIRST_TRANSFER = FIRST_FILL + FILL_COLUMNS.length;
const FIRST_LOT = FIRST_TRANSFER + TRANSFER_COLUMNS.length;
const FIRST_NOTICE = FIRST_LOT + LOT_COLUMNS.length;

// Numbered in the order of the arrays, so that the sorted numbers belong to the notices one by one.
const NOTICE_ROWS = `notice_rows as (insert into notifications (${NOTICE_COLUMNS.map(({ name }) => name).join(', ')})
  select ${NOTICE_COLUMNS.map(({ name }) => name).join(', ')}
  from unnest(${NOTICE_COLUMNS.map(({ type }, index) => `$${FIRST_NOTICE + index}::${type}[]`).join(', ')}) with ordinality
    as told(${NOTICE_COLUMNS.map(({ name }) => name).join(', ')}, place) order by place returning id)`;

const SQL = `with ${[
  ...FIXED,
  insertRows('orders', ORDER_COLUMNS, FIRST_ORDER, ORDER_CONFLICT),
  insertRows('fills', FILL_COLUMNS, FIRST_FILL, ''),
  insertRows('transfers', TRANSFER_COLUMNS, FIRST_TRANSFER, ''),
  insertRows('lots', LOT_COLUMNS, FIRST_LOT, LOT_CONFLICT),
  NOTICE_ROWS,
].join(',\n')} select ok, array(select id from notice_rows order by id) as notice_ids from fence`;

/** A PostgreSQL array literal of plain words and numbers. */
function arrayOf<Row>(rows: readonly Row[], of: (row: Row) => number | string | boolean | null): string {
  let text = '{';
  for (let i = 0; i < rows.length; i++) {
    if (i > 0) text += ',';
    text += of(rows[i]) ?? 'NULL';
  }
  return `${text}}`;
}

/** What the statement answers in its one row. */
export interface CommitAnswer {
  /** The proof that the writer's epoch still holds. */
  ok: number;
  /** The numbers of the notices, in their order. */
  notice_ids: number[];
}

/** The statement that makes a batch durable. */
export function commitStatement(input: CommitInput): { name: string; text: string; values: unknown[] } {
  const { venue, epoch, sequence, batch, keys, notices, hash } = input;
  const { accounts, traders, orders, fills, transfers } = batch;
  const heldLots = batch.lots.filter(({ quantity }) => quantity > 0);
  const instruments = batch.instruments.map(({ instrument, quote }) => ({ ...instrument, ...quote }));
  const values = [
    venue,
    epoch,
    sequence,
    batch.at,
    batch.lastTransfer,
    batch.lastTrade,
    hash,
    arrayOf(accounts, (row) => row.id),
    arrayOf(accounts, (row) => row.owner),
    arrayOf(accounts, (row) => row.asset),
    arrayOf(accounts, (row) => row.balance),
    JSON.stringify(batch.lots.filter(({ quantity }) => quantity === 0)),
    arrayOf(traders, (row) => row.account),
    arrayOf(traders, (row) => row.isBlocked),
    JSON.stringify(keys),
    JSON.stringify(instruments),
    JSON.stringify(batch.venue === null ? [] : [batch.venue]),
    arrayOf(traders, (row) => row.bonus?.rewardId ?? null),
    arrayOf(traders, (row) => row.bonus?.left ?? null),
    arrayOf(traders, (row) => row.bonus?.expiresAt ?? null),
    JSON.stringify(batch.changes),
    JSON.stringify(batch.exits),
    JSON.stringify(batch.actions.map(({ action, holders: _, ...applied }) => ({ id: action.id, ...applied }))),
    JSON.stringify(
      batch.actions.flatMap(({ action, holders }) => holders.map((one) => ({ action: action.id, ...one }))),
    ),
    ...ORDER_COLUMNS.map(({ of }) => arrayOf(orders, of)),
    ...FILL_COLUMNS.map(({ of }) => arrayOf(fills, of)),
    ...TRANSFER_COLUMNS.map(({ of }) => arrayOf(transfers, of)),
    ...LOT_COLUMNS.map(({ of }) => arrayOf(heldLots, of)),
    ...NOTICE_COLUMNS.map(({ of }) => arrayOf(notices, of)),
  ];
  return { name: 'commit-batch', text: SQL, values };
}
