// Answers of a simulated database to each statement of the server; business-statements.ts has payments and rewards, school-statements.ts lessons.
import { ORDER_COLUMNS } from '../../../server/exchange/order-rows.ts';
import { ACCOUNT_COLUMNS, FILL_COLUMNS, KEY_COLUMNS, LOT_COLUMNS } from '../../../server/exchange/rows.ts';
import { NOTICE_COLUMNS, TRADER_COLUMNS, TRANSFER_COLUMNS } from '../../../server/exchange/rows.ts';
import type { Column } from '../../../server/exchange/rows.ts';
import { BUSINESS } from './business-statements.ts';
import { clone } from './question.ts';
import type { Answer, Question, Statement, Statements, Surroundings } from './question.ts';
import { SCHOOL, schoolRowOf } from './school-statements.ts';
import { SqlState } from './tables.ts';
import type { OrderInTable, Tables } from './tables.ts';

const VENUE_LOCK = 'venue';

const BATCHES: Statements = [
  [/^with fence as/, commitBatch],
  [
    /pg_try_advisory_lock/,
    (world, { asker }) => {
      const { epoch } = world.tables;
      return [{ taken: world.lock(VENUE_LOCK, asker), epoch }];
    },
  ],
  [/^select pid, backend_start/, (_, { asker }) => [{ pid: asker.pid, since: asker.since }]],
  [/pg_advisory_unlock/, (_, { asker }) => (asker.locks.delete(VENUE_LOCK), [{}])],
  [/^set (local )?\w+/, () => []],
  [/from pg_class c join pg_attribute/, columnsOf],
  [
    /^update venues set epoch = epoch \+ 1/,
    ({ tables, now }, { text, asker, values: [, ms] }) => {
      // A standby may take it only when the lease has run out.
      if (text.includes('lease_until <') && (tables.leaseUntil ?? -Infinity) >= now) return [];
      tables.leaseUntil = now + (ms as number);
      tables.takenBy = asker.owner;
      return [{ epoch: ++tables.epoch }];
    },
  ],
  [
    /from batches where venue = \$1 order by sequence desc/,
    ({ tables }) => tables.batches.slice(-1).map((row) => ({ ...row, hash: Buffer.from(row.hash) })),
  ],
  [
    /^select 1 from batches where venue = \$1 and sequence = \$2 and epoch = \$3/,
    ({ tables }, { values: [, sequence, epoch] }) =>
      tables.batches.filter((row) => row.sequence === sequence && row.epoch === epoch).map(() => ({})),
  ],
  [/^select pg_terminate_backend\(pid\) from pg_stat_activity/, terminateSession],
  [
    /^select 1 from pg_stat_activity/,
    ({ sessions }, { values }) =>
      [...sessions]
        .filter(({ pid, since, isActive }) => pid === values[0] && since === values[1] && isActive)
        .map(() => ({})),
  ],
  [/^update venues set lease_until = clock/, renewLease],
  [
    /^update venues set lease_until = null/,
    ({ tables }, { text, values }) => {
      // Written by a standby that saw it stand still, or by its holder.
      const known = text.includes('lease_until::text =') ? String(tables.leaseUntil) : tables.epoch;
      if (known !== values[1]) return [];
      tables.leaseUntil = null;
      return [{}];
    },
  ],
  [
    /^select coalesce\(lease_until </,
    ({ tables: { leaseUntil }, now }) => [{ free: (leaseUntil ?? -Infinity) < now, until: String(leaseUntil) }],
  ],
  [
    /^select lease_until::text/,
    ({ tables }) => [{ until: tables.leaseUntil === null ? null : String(tables.leaseUntil) }],
  ],
  [
    /pg_terminate_backend\(pid, /,
    (world, { text }) => {
      if (Number(/epoch = (\d+)/.exec(text)?.[1]) !== world.tables.epoch) return [];
      for (const { pid, locks } of world.sessions) if (locks.has(VENUE_LOCK)) world.terminate(pid);
      return [];
    },
  ],
  [/^select account, key from command_keys/, pageOfKeys],
  [
    /^select fingerprint, outcome from command_keys/,
    ({ tables }, { values: [account, key] }) => {
      const kept = tables.keys.get(`${account as number}:${key as string}`);
      return kept === undefined
        ? []
        : [{ fingerprint: kept.fingerprint, outcome: JSON.parse(kept.outcome) as unknown }];
    },
  ],
  [/^select pg_relation_size\('command_keys'\)/, () => [{ pages: 1 }]],
  [/^delete from command_keys/, pruneKeys],
];

/** The types of columns, by PostgreSQL's numbers; all others are whole numbers. */
const TEXTS =
  /^(owner|side|order_type|time_in_force|product|origin|status|end_reason|statutory_terms|kind|key|fingerprint|message)$/;
const typeOf = (name: string): number =>
  TEXTS.test(name) ? 25 : name.startsWith('is_') ? 16 : name === 'outcome' ? 3802 : 20;

const COLUMNS: Readonly<Record<string, readonly Column<never>[]>> = {
  ledger_accounts: ACCOUNT_COLUMNS,
  traders: TRADER_COLUMNS,
  orders: ORDER_COLUMNS,
  fills: FILL_COLUMNS,
  transfers: TRANSFER_COLUMNS,
  lots: LOT_COLUMNS,
  command_keys: KEY_COLUMNS,
  notifications: NOTICE_COLUMNS,
};

/** The columns of a table as its catalogue lists them. */
function columnsOf(_: Surroundings, { values }: Question): object[] {
  const table = values[0] as string;
  const names = ['venue', ...COLUMNS[table].map(({ name }) => name)];
  return names.map((name) => ({ rowType: 1, name, type: typeOf(name) }));
}

const LOADS: Statements = [
  [
    /^select limits, fees, is_open/,
    ({ tables }) => [
      structuredClone(tables.venue) ?? {
        limits: null,
        fees: null,
        isOpen: true,
        isHalted: false,
        day: 0,
        auctionDay: -1,
      },
    ],
  ],
  [/^select id, owner, asset, balance from ledger_balances/, ({ tables }) => tables.accounts()],
  [
    /^select id from ledger_balances where venue = \$1 and behind <> 0/,
    ({ tables }) => tables.accounts().filter(({ behind }) => behind !== 0),
  ],
  [
    /from instruments where venue/,
    ({ tables }) =>
      clone(tables.instruments.values())
        .sort((a, b) => a.instrument.id - b.instrument.id)
        .map(({ instrument, quote }) => ({ ...instrument, ...quote })),
  ],
  [
    /^select account, is_blocked/,
    ({ tables }) =>
      clone(tables.traders.values())
        .sort((a, b) => a.account - b.account)
        .map(({ account, isBlocked, bonus }) => ({
          account,
          isBlocked,
          rewardId: bonus?.rewardId ?? null,
          left: bonus?.left ?? null,
          expiresAt: bonus?.expiresAt ?? null,
        })),
  ],
  [
    /from lots l left join/,
    ({ tables }) =>
      clone(tables.lots.values())
        .sort(
          (a, b) =>
            a.account - b.account ||
            a.instrumentId - b.instrumentId ||
            Number(a.product === 'delivery') - Number(b.product === 'delivery') ||
            a.id - b.id,
        )
        .map(({ instrumentId, isNew: _, ...lot }) => ({ ...lot, symbol: tables.symbolOf(instrumentId) })),
  ],
  [
    /string_agg\(quantity::text/,
    ({ tables }, { values }) => {
      const counted = tables.fills.filter(({ at }) => at > (values[1] as number));
      const positions = new Map<string, typeof counted>();
      for (const fill of counted) {
        const key = `${fill.account}/${fill.symbol}/${fill.side}`;
        positions.set(key, [...(positions.get(key) ?? []), fill]);
      }
      return [...positions.values()].map((fills) => {
        const [{ account, symbol, side }] = fills;
        const list = (of: (fill: (typeof fills)[number]) => number): string => fills.map(of).join(',');
        return { account, symbol, side, at: list(({ at }) => at), quantities: list(({ quantity }) => quantity) };
      });
    },
  ],
  [/^select max\(id\) as last, string_agg\(coalesce\(id/, openOrderLists],
  [
    /from exits_due e left join/,
    ({ tables }) =>
      clone(tables.exits.values())
        .sort((a, b) => a.entryId - b.entryId)
        .map(({ exits, instrumentId: _, ...due }) => ({ ...due, ...exits })),
  ],
  [
    /from orders o join .* o\.id = \$2 and o\.account = \$3/s,
    ({ tables }, { values: [, id, account] }) => {
      const order = tables.orders.get(id as number);
      return order === undefined || order.account !== account ? [] : [withNames(tables, order)];
    },
  ],
  [/from stock_halts/, () => []],
  [/from notice_wishes/, () => []],
];

const ALL = [...BATCHES, ...LOADS, ...BUSINESS, ...SCHOOL];
const known = new Map<string, Statement>();

/** @throws SqlState if the real one would refuse; Error for a statement that it does not know */
export function execute(world: Surroundings, question: Question): Answer {
  let statement = known.get(question.text);
  if (statement === undefined) {
    const text = question.text.trim();
    statement = ALL.find(([words]) => words.test(text))?.[1];
    if (statement === undefined) throw new Error(`The simulated database does not know: ${text}`);
    known.set(question.text, statement);
  }
  const rows = statement(world, question);
  return { rows, rowCount: rows.length, command: 'DONE' };
}

/** Rows that a transaction locks until its end, so that no other changes them meanwhile; null if it needs none. */
export function rowOf({ text, values }: Pick<Question, 'text' | 'values'>): string | null {
  const table = /^\s*update (payments|rewards)/.exec(text)?.[1];
  return table === undefined ? schoolRowOf(text, values) : `${table}/${values[0] as number}`;
}

function commitBatch({ tables }: Surroundings, { text, input, asker, epochSeen }: Question): object[] {
  if (input === undefined) throw new Error('a commit without its batch');
  // The fence divides by the number of venues with this epoch.
  if (isFenced(text) && input.epoch !== epochSeen) throw new SqlState('22012');
  return [{ ok: 1, notice_ids: tables.commit(input, asker.owner) }];
}

const fenced = new Map<string, boolean>();

function isFenced(text: string): boolean {
  const known = fenced.get(text) ?? /from venues where id = \$1 and epoch = \$2/.test(text);
  fenced.set(text, known);
  return known;
}

function terminateSession(world: Surroundings, { values: [pid, since] }: Question): object[] {
  const found = [...world.sessions].filter((session) => session.pid === pid && session.since === since);
  for (const session of found) world.terminate(session.pid);
  return found.map(() => ({}));
}

function renewLease({ tables, now }: Surroundings, { values: [, epoch, ms] }: Question): object[] {
  if (tables.epoch !== epoch) return [];
  tables.leaseUntil = now + (ms as number);
  return [{}];
}

/** A list for each column of all open orders, as one text. */
function openOrderLists({ tables }: Surroundings, { values: [, after] }: Question): object[] {
  const open = [...tables.orders.values()]
    .filter(({ id, end_reason }) => end_reason === null && id > (after as number))
    .sort((a, b) => a.id - b.id)
    .map((order) => ({ ...order, symbol: tables.symbolOf(order.instrument) }));
  if (open.length === 0) return [{ last: null }];
  const names = Object.keys(open[0]) as (keyof (typeof open)[number])[];
  const list = (name: (typeof names)[number]): string =>
    open.map((order) => JSON.stringify(order[name] ?? null)).join(',');
  return [{ ...Object.fromEntries(names.map((name) => [name, list(name)])), last: open.at(-1)!.id }];
}

function pageOfKeys({ tables }: Surroundings, { values }: Question): object[] {
  const [account, key] = values as [number, string];
  return [...tables.keys.values()]
    .filter((row) => row.account > account || (row.account === account && row.key > key))
    .sort((a, b) => a.account - b.account || (a.key < b.key ? -1 : 1))
    .map((row) => ({ account: row.account, key: row.key }));
}

function pruneKeys({ tables }: Surroundings, { values: [before] }: Question): object[] {
  const old = [...tables.keys.values()].filter(
    ({ at, key }) => at < (before as number) && !/^(payment|reward):/.test(key),
  );
  for (const { account, key } of old) {
    tables.keys.delete(`${account}:${key}`);
    tables.forgotten.add(`${account}:${key}`);
  }
  return old.map(({ account, key }) => ({ account, key }));
}

function withNames(tables: Tables, order: OrderInTable): object {
  const { symbol, name } = tables.instruments.get(order.instrument)!.instrument;
  const last = tables.fills.findLast(({ orderId }) => orderId === order.id);
  return { ...order, symbol, stock_name: name, last_fill_at: last?.at ?? null };
}
