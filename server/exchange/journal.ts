// Collects what the engine decides until the next commit, and hands it over as the rows to be written.
import type { Engine } from '../../core/engine.ts';
import type { Account, AccountId, Transfer } from '../../core/ledger/ledger.ts';
import type { Market } from '../../core/market/market.ts';
import type { PathExtremes } from '../../core/market/price-path.ts';
import { exitDueRecord, recordOf, traderRecord, venueRecord } from '../../core/snapshot.ts';
import type { ExitDueRecord, InstrumentRecord, TraderRecord, VenueRecord } from '../../core/snapshot.ts';
import type { ExitDue } from '../../core/trade/exits.ts';
import type { AppliedAction, Fill, Listener, Trade } from '../../core/trade/listener.ts';
import type { ChangeableTerms, Order } from '../../core/trade/order.ts';
import type { Lot } from '../../core/trade/lots.ts';
import type { Position } from '../../core/trade/position.ts';
import type { Trader } from '../../core/trade/trader.ts';
import { BalancesBehind } from './balances-behind.ts';
import type { OrderRow } from './order-rows.ts';
import { cashFlow, fillRecord } from './rows.ts';
import type { AccountRow, BalanceRow, CashFlow, ChangeRow, FillRecord } from './rows.ts';
import type { LotRow, TransferRow } from './rows.ts';
import { isSettled } from './settled.ts';

/** A batch of decisions as plain data: nothing in it changes any more, whatever the engine decides next. */
export interface Batch {
  readonly at: number;
  /** The accounts between which transfers moved something. */
  readonly accounts: readonly Account[];
  readonly newAccounts: readonly AccountRow[];
  /** The balances of accounts after this batch, if it stores them; null for a batch with nothing but orders and their trades. */
  readonly balances: readonly BalanceRow[] | null;
  readonly transfers: readonly TransferRow[];
  readonly orders: readonly OrderRow[];
  /** Traders' changes to open orders, in order. */
  readonly changes: readonly ChangeRow[];
  readonly fills: readonly FillRecord[];
  /** A lot with quantity 0 has been sold. */
  readonly lots: readonly LotRow[];
  /** Shares whose exit is still to be placed; quantity 0 when it has been. */
  readonly exits: readonly (ExitDueRecord & { readonly instrumentId: number })[];
  readonly traders: readonly TraderRecord[];
  readonly cashFlows: readonly CashFlow[];
  /** Corporate actions that were carried out or turned out to be impossible, with what each holder got. */
  readonly actions: readonly AppliedAction[];
  readonly instruments: readonly InstrumentRecord[];
  readonly venue: VenueRecord | null;
  readonly lastTransfer: number;
  readonly lastTrade: number;
}

/** How far a price has moved since an instant, including the trade that is being decided. */
export type PathSince = (symbol: string, at: number) => PathExtremes | null;

export class Journal implements Listener {
  #accounts = new Set<AccountId>();
  #newAccounts = new Set<AccountId>();
  readonly #behind = new BalancesBehind();
  #transfers: TransferRow[] = [];
  #orders = new Set<Order>();
  #newOrders = new Set<Order>();
  #changes: ChangeRow[] = [];
  #fills: FillRecord[] = [];
  /** By lot id, each in its current state. */
  #lots = new Map<number, LotRow>();
  #exits = new Set<ExitDue>();
  #traders = new Set<Trader>();
  #instruments = new Set<Market<Order>>();
  #actions: AppliedAction[] = [];
  #isVenueChanged = false;
  /** The last trade of the batches already handed over: lots made by later trades are new. */
  #lastTrade = 0;
  #at = 0;
  readonly #onTrade: (trade: Trade) => void;
  readonly #pathSince: PathSince;
  readonly #onActed: (applied: AppliedAction) => void;

  /**
   * `onTrade` hears every execution, including those among simulated traders, at the moment of decision and before `pathSince` is asked about it.
   * `onActed` hears of corporate actions in the same way.
   */
  constructor(
    onTrade: (trade: Trade) => void,
    pathSince: PathSince = () => null,
    onActed: (applied: AppliedAction) => void = () => {},
  ) {
    this.#onTrade = onTrade;
    this.#onActed = onActed;
    this.#pathSince = pathSince;
  }

  /** The time to record on the transfers of coming decisions. */
  set at(at: number) {
    this.#at = at;
  }

  get isEmpty(): boolean {
    return this.#transfers.length === 0 && this.#orders.size === 0 && this.#lots.size === 0 && this.#isPlain;
  }

  /** Whether the batch so far holds nothing but orders and their trades. */
  get #isPlain(): boolean {
    const sets = [this.#newAccounts, this.#exits, this.#traders, this.#instruments];
    const lists = [this.#changes, this.#actions];
    const areRarePartsEmpty = sets.every(({ size }) => size === 0) && lists.every(({ length }) => length === 0);
    return areRarePartsEmpty && !this.#isVenueChanged && this.#transfers.every(isSettled);
  }

  opened(account: Account): void {
    this.#accounts.add(account.id);
    this.#newAccounts.add(account.id);
  }

  transferred({ id, debit, credit, amount, kind, reference }: Transfer): void {
    this.#transfers.push({ id, at: this.#at, debit, credit, amount, kind, reference });
    this.#accounts.add(debit).add(credit);
    this.#behind.moved(debit, credit);
  }

  accepted(order: Order): void {
    this.#orders.add(order);
    this.#newOrders.add(order);
  }

  rested(order: Order): void {
    this.#orders.add(order);
  }

  modified(order: Order, before: ChangeableTerms): void {
    this.#orders.add(order);
    const { id: orderId, quantity, limitPrice, stopPrice } = order;
    this.#changes.push({ orderId, at: this.#at, before, after: { quantity, limitPrice, stopPrice } });
  }

  triggered(order: Order): void {
    this.#orders.add(order);
  }

  filled(fill: Fill): void {
    const { openedAt } = fill;
    const path = openedAt === null ? null : this.#pathSince(fill.order.market.instrument.symbol, openedAt);
    this.#fills.push(fillRecord(fill, path));
    this.#orders.add(fill.order);
  }

  ended(order: Order): void {
    this.#orders.add(order);
  }

  exitDue(due: ExitDue): void {
    this.#exits.add(due);
  }

  acted(applied: AppliedAction): void {
    this.#actions.push(applied);
    this.#onActed(applied);
  }

  lotChanged(position: Position, lot: Readonly<Lot>): void {
    this.#lots.set(lot.id, this.#lotRow(lot, position));
  }

  traderChanged(trader: Trader): void {
    this.#traders.add(trader);
  }

  instrumentChanged(market: Market<Order>): void {
    this.#instruments.add(market);
  }

  venueChanged(): void {
    this.#isVenueChanged = true;
  }

  traded(trade: Trade): void {
    this.#onTrade(trade);
  }

  /** Hands over everything since the last call in its current state, and empties the journal. `at` is in milliseconds since 1970. */
  take(engine: Engine, at: number): Batch {
    const { venue } = engine;
    const { ledger } = venue;
    const known = ledger.accounts();
    const batch: Batch = {
      at,
      accounts: [...this.#accounts].map((id) => known[id]),
      newAccounts: [...this.#newAccounts].map((id) => ({ ...known[id], balance: ledger.balance(id) })),
      balances: this.#behind.take(ledger, !this.#isPlain),
      transfers: this.#transfers,
      orders: this.#orderRows(),
      changes: this.#changes,
      fills: this.#fills,
      lots: [...this.#lots.values()],
      exits: [...this.#exits].map((due) => ({ ...exitDueRecord(due), instrumentId: due.market.instrument.id })),
      traders: [...this.#traders].map((trader) => traderRecord(trader)),
      cashFlows: this.#transfers.flatMap((transfer) => cashFlow(transfer, known) ?? []),
      actions: this.#actions,
      instruments: [...this.#instruments].map(({ instrument, quote }) => ({
        instrument: { ...instrument },
        quote: { ...quote },
      })),
      venue: this.#isVenueChanged ? venueRecord(venue) : null,
      lastTransfer: ledger.lastTransferId,
      lastTrade: venue.lastTradeId,
    };
    this.#empty(batch.lastTrade);
    // From here on the rows say all there is to know of ended orders, so their objects can be reused.
    engine.reuseOrders();
    return batch;
  }

  /** Drops what was collected: stored data ends with `lastTrade`, and the stored balances of the accounts in `behind` are out of date. */
  discard(lastTrade: number, behind: readonly AccountId[]): void {
    this.#behind.begin(behind);
    this.#empty(lastTrade);
  }

  #empty(lastTrade: number): void {
    this.#lastTrade = lastTrade;
    this.#accounts = new Set();
    this.#newAccounts = new Set();
    this.#transfers = [];
    this.#orders = new Set();
    this.#newOrders = new Set();
    this.#changes = [];
    this.#fills = [];
    this.#lots = new Map();
    this.#exits = new Set();
    this.#traders = new Set();
    this.#instruments = new Set();
    this.#actions = [];
    this.#isVenueChanged = false;
  }

  #orderRows(): OrderRow[] {
    const span = new Map<number, { first: number; last: number }>();
    for (const { orderId, tradeId } of this.#fills) {
      const known = span.get(orderId);
      if (known === undefined) span.set(orderId, { first: tradeId, last: tradeId });
      else known.last = tradeId;
    }
    return [...this.#orders].map((order) => {
      const trades = span.get(order.id);
      const instrumentId = order.market.instrument.id;
      const isNew = this.#newOrders.has(order);
      const [firstTrade, lastTrade] = [trades?.first ?? null, trades?.last ?? null];
      return { ...recordOf(order), isNew, instrumentId, firstTrade, lastTrade };
    });
  }

  /** A lot is numbered by the trade that made it. */
  #lotRow(lot: Readonly<Lot>, position: Position): LotRow {
    const isNew = lot.id > this.#lastTrade;
    return { ...lot, isNew, account: position.traderId, instrumentId: position.market.instrument.id };
  }
}
