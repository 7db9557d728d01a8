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

// Whole columns as text: making objects of a hundred thousand rows would take longer than all the work on them.
const FILL_COLUMNS = [
  'trade_id',
  'order_id',
  'instrument',
  `(side = 'buy')::integer`,
  `(product = 'intraday')::integer`,
  'price',
  'quantity',
  'brokerage + flat_fee + statutory',
  'at',
  'coalesce(opened_at, 0)',
  'coalesce(high, 0)',
  'coalesce(low, 0)',
  'coalesce(path_from, 0)',
];
const PATH_COLUMNS = ['id', 'trade_id', 'coalesce(high, 0)', 'coalesce(low, 0)'];

const inColumns = (columns: readonly string[], source: string): string =>
  `select ${columns.map((column, index) => `array_agg(${column})::text as "${index}"`).join(', ')} from (${source}) source`;

const FILLS = inColumns(
  FILL_COLUMNS,
  'select * from fills where venue = $1 and account = $2 and trade_id > $3 and trade_id <= $4 order by trade_id limit $5',
);
// Only for fills that are read already: the ways of later ones come with them.
const PATHS = inColumns(
  PATH_COLUMNS,
  'select * from fill_paths where venue = $1 and account = $2 and id > $3 and trade_id <= $4 order by id',
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
      const columns = await columnsOf(db, FILLS, [venue, account, kept.closed.lastTradeId, lastFill, AT_ONCE]);
      count = columns[0].length;
      if (count > 0) await this.#add(kept, columns, actions);
    }
    actBefore(kept, actions, Infinity);
    const [ids, trades, highs, lows] = await columnsOf(db, PATHS, [
      venue,
      account,
      kept.lastPath,
      kept.closed.lastTradeId,
    ]);
    for (let row = 0; row < ids.length; row++) {
      kept.closed.widen(trades[row], highs[row] || null, lows[row] || null);
      kept.lastPath = ids[row];
    }
  }

  async #add(kept: Kept, columns: readonly number[][], actions: StoredAction[]): Promise<void> {
    const { closed } = kept;
    const [
      tradeIds,
      orderIds,
      instruments,
      buys,
      intraday,
      prices,
      quantities,
      charges,
      times,
      opened,
      highs,
      lows,
      froms,
    ] = columns;
    if (instruments.some((instrument) => !this.#symbols.has(instrument))) await this.#readSymbols();
    for (let row = 0; row < tradeIds.length; row++) {
      actBefore(kept, actions, tradeIds[row]);
      closed.add({
        tradeId: tradeIds[row],
        orderId: orderIds[row],
        symbol: this.#symbols.get(instruments[row])!,
        side: buys[row] === 1 ? 'buy' : 'sell',
        product: intraday[row] === 1 ? 'intraday' : 'delivery',
        price: prices[row],
        quantity: quantities[row],
        charges: charges[row],
        at: times[row],
        openedAt: opened[row],
        high: highs[row],
        low: lows[row],
        pathFrom: froms[row],
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

async function columnsOf(db: Database, text: string, values: readonly unknown[]): Promise<number[][]> {
  const { rows, fields } = await db.query<Record<string, string | null>>(text, values);
  return fields.map(({ name }) => {
    const column = rows[0][name];
    return column === null ? [] : numbersOf(column);
  });
}
