// A trader's whole history of fills as closed trades: read once, kept in memory while it is in use, and extended with new fills.
import { ClosedTrades } from '../../../core/trade/diary/closed-trades.ts';
import type { HistoryAction } from '../../../core/trade/diary/closed-trades.ts';
import { numbersOf } from '../../db/number-list.ts';
import type { Database } from '../../db/open.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mine } from '../mine.ts';

export interface HistoryContext {
  readonly db: Database;
  readonly exchange: Exchange;
}

/** Fills read by one statement. */
const AT_ONCE = 100_000;
/** Trades kept for all accounts together; the least recently used account is dropped first. */
const MOST_KEPT = 500_000;

/** A query whose rows come as one list of numbers for each column, by its name here. */
interface ColumnQuery<Name extends string> {
  readonly names: readonly Name[];
  readonly text: string;
}

type Columns<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** Each column is an expression over `source`, and never null. Objects of a hundred thousand rows would take longer than all the work on them. */
function inColumns<Name extends string>(source: string, columns: Readonly<Record<Name, string>>): ColumnQuery<Name> {
  const names = Object.keys(columns) as Name[];
  const lists = names.map((name) => `array_agg(${columns[name]})::text as "${name}"`);
  return { names, text: `select ${lists.join(', ')} from (${source}) source` };
}

const FILLS = inColumns(
  'select * from fills where venue = $1 and account = $2 and trade_id > $3 and trade_id <= $4 order by trade_id limit $5',
  {
    tradeId: 'trade_id',
    orderId: 'order_id',
    instrument: 'instrument',
    isBuy: `(side = 'buy')::integer`,
    isIntraday: `(product = 'intraday')::integer`,
    price: 'price',
    quantity: 'quantity',
    charges: 'brokerage + flat_fee + statutory',
    at: 'at',
    openedAt: 'coalesce(opened_at, 0)',
    high: 'coalesce(high, 0)',
    low: 'coalesce(low, 0)',
    pathFrom: 'coalesce(path_from, 0)',
  },
);
// Only for fills that are read already: the ways of later ones come with them.
const PATHS = inColumns(
  'select * from fill_paths where venue = $1 and account = $2 and id > $3 and trade_id <= $4 order by id',
  { id: 'id', tradeId: 'trade_id', high: 'coalesce(high, 0)', low: 'coalesce(low, 0)' },
);

// Together with the last fill at that moment: a later fill may follow an action that is not in this result, so it waits for the next reading.
const ACTIONS = `select c.id, i.symbol, c.done_day as day, c.from_shares as "from", c.to_shares as "to", c.price_after as price,
    c.after_trade as "afterTrade", e.before, e.after, e.cash, last.fill as "lastFill"
  from (select coalesce(max(trade_id), 0) as fill from fills where venue = $1 and account = $2) last
  left join (entitlements e join corporate_actions c on c.venue = e.venue and c.id = e.action
    join instruments i on i.venue = c.venue and i.id = c.instrument) on e.venue = $1 and e.account = $2
  order by c.ended_at, c.effective_day, c.id`;

interface StoredAction extends Omit<HistoryAction, 'ratio'> {
  readonly id: number;
  readonly from: number | null;
  readonly to: number | null;
  /** The fills up to this trade were before it. */
  readonly afterTrade: number;
}

/** The row of an account without corporate actions, which carries `lastFill` alone. */
interface NoAction {
  readonly id: null;
}

interface Kept {
  readonly closed: ClosedTrades;
  /** Corporate actions that have been applied to it. */
  readonly acted: Set<number>;
  lastPath: number;
  /** The reading under way: readings of one account follow each other. */
  busy: Promise<void>;
}

export class TradeHistories {
  readonly #context: HistoryContext;
  /** The most recently used account is last. */
  readonly #kept = new Map<number, Kept>();
  #symbols = new Map<number, string>();

  constructor(context: HistoryContext) {
    this.#context = context;
  }

  /** All that is durable now. Do not keep the result: later calls add to it. */
  async of(mine: Mine): Promise<ClosedTrades> {
    const { account } = mine;
    const kept = this.#kept.get(account) ?? {
      closed: new ClosedTrades(),
      acted: new Set(),
      lastPath: 0,
      busy: Promise.resolve(),
    };
    this.#kept.delete(account);
    this.#kept.set(account, kept);
    const reading = kept.busy.then(() => this.#read(kept, mine));
    // A failed reading is reported to its own caller; the next one continues where it stopped.
    kept.busy = reading.catch(() => {});
    await reading;
    this.#forget();
    return kept.closed;
  }

  async #read(kept: Kept, { venue, account }: Mine): Promise<void> {
    const { db } = this.#context;
    // Actions are read before the fills, so that each can be put before the fills that followed it.
    const { rows } = await db.query<(StoredAction | NoAction) & { lastFill: number }>(ACTIONS, [venue, account]);
    const [{ lastFill }] = rows;
    const actions = rows.filter((row): row is typeof row & StoredAction => row.id !== null && !kept.acted.has(row.id));
    for (let count = AT_ONCE; count === AT_ONCE;) {
      const fills = await columnsOf(db, FILLS, [venue, account, kept.closed.lastTradeId, lastFill, AT_ONCE]);
      count = fills.tradeId.length;
      if (count > 0) await this.#add(kept, fills, actions);
    }
    actBefore(kept, actions, Infinity);
    const paths = await columnsOf(db, PATHS, [venue, account, kept.lastPath, kept.closed.lastTradeId]);
    for (let row = 0; row < paths.id.length; row++) {
      kept.closed.widen(paths.tradeId[row], paths.high[row] || null, paths.low[row] || null);
      kept.lastPath = paths.id[row];
    }
  }

  async #add(kept: Kept, fills: Columns<(typeof FILLS)['names'][number]>, actions: StoredAction[]): Promise<void> {
    const { closed } = kept;
    if (fills.instrument.some((instrument) => !this.#symbols.has(instrument))) await this.#readSymbols();
    for (let row = 0; row < fills.tradeId.length; row++) {
      actBefore(kept, actions, fills.tradeId[row]);
      closed.add({
        tradeId: fills.tradeId[row],
        orderId: fills.orderId[row],
        symbol: this.#symbols.get(fills.instrument[row])!,
        side: fills.isBuy[row] === 1 ? 'buy' : 'sell',
        product: fills.isIntraday[row] === 1 ? 'intraday' : 'delivery',
        price: fills.price[row],
        quantity: fills.quantity[row],
        charges: fills.charges[row],
        at: fills.at[row],
        openedAt: fills.openedAt[row],
        high: fills.high[row],
        low: fills.low[row],
        pathFrom: fills.pathFrom[row],
      });
    }
  }

  async #readSymbols(): Promise<void> {
    this.#symbols = await this.#context.exchange.read(
      (engine) => new Map([...engine.markets()].map(({ instrument }) => [instrument.id, instrument.symbol])),
    );
  }

  #forget(): void {
    let kept = 0;
    for (const { closed } of this.#kept.values()) kept += sizeOf(closed);
    for (const [account, { closed }] of this.#kept) {
      if (kept <= MOST_KEPT || this.#kept.size === 1) return;
      this.#kept.delete(account);
      kept -= sizeOf(closed);
    }
  }
}

/** An account without trades counts as one, since it takes memory as well. */
function sizeOf({ trades, moves, gains }: ClosedTrades): number {
  return trades.length + moves.length + gains.all.length + 1;
}

/** Applies, in order, those of `actions` that came before the trade, and removes them from the list. */
function actBefore({ closed, acted }: Kept, actions: StoredAction[], tradeId: number): void {
  while (actions.length > 0 && actions[0].afterTrade < tradeId) {
    const { id, from, to, symbol, day, before, after, cash, price } = actions.shift()!;
    acted.add(id);
    const ratio = from === null || to === null ? null : { from, to };
    closed.act({ symbol, day, ratio, before, after, cash, price });
  }
}

/** The lists are empty where there are no rows. */
async function columnsOf<Name extends string>(
  db: Database,
  { names, text }: ColumnQuery<Name>,
  values: readonly unknown[],
): Promise<Columns<Name>> {
  const { rows } = await db.query<Record<Name, string | null>>(text, values);
  const columns: Partial<Record<Name, readonly number[]>> = {};
  for (const name of names) columns[name] = numbersOf(rows[0][name] ?? '{}');
  return columns as Columns<Name>;
}
