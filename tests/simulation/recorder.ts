// Records what an engine reports: the same lines as the naive twin, sums over all transfers and fills, and faults at the moment they happen.
import type { Command } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { Account, Transfer } from '../../core/ledger/ledger.ts';
import type { BookOrder } from '../../core/market/level.ts';
import type { ExitDue } from '../../core/trade/exits.ts';
import type { AppliedAction, Fill, Listener, Trade } from '../../core/trade/listener.ts';
import type { ChangeableTerms, Order } from '../../core/trade/order.ts';

/** The terms of an open order were changed. */
export interface ChangeOfOrder {
  readonly orderId: number;
  readonly before: ChangeableTerms;
  readonly after: ChangeableTerms;
}

/** The sums of all fills of one order. */
export interface FillSums {
  quantity: number;
  value: number;
  brokerage: number;
  flatFee: number;
  statutory: number;
}

/** Whether a command holds an auction: nothing but that, or first, where a halt that lasted over the opening ends and trading goes on. */
export type AuctionPart = 'none' | 'alone' | 'first';

export function auctionOf(command: Command, engine: Engine): AuctionPart {
  if (command.kind === 'hold-auction') return 'alone';
  if ((command.kind !== 'set-halted' && command.kind !== 'halt-market') || command.isHalted) return 'none';
  const isWaiting = [...engine.markets()].some(
    ({ instrument: { symbol } }) => engine.floor(symbol)!.queuedOrders().length > 0,
  );
  return isWaiting ? 'first' : 'none';
}

export class Recorder implements Listener {
  /** The reports of the current step: as lines to compare, and as objects. */
  log: string[] = [];
  transfers: Transfer[] = [];
  fills: Fill[] = [];
  endedNow: Order[] = [];
  actions: AppliedAction[] = [];
  changes: ChangeOfOrder[] = [];
  /** Faults found at the moment of an event. */
  faults: string[] = [];
  /** In an auction all of a stock trades at one price, whatever the limits of the orders. */
  auction: AuctionPart = 'none';
  /** True while a restored engine opens the accounts that are known already. */
  isRestoring = false;
  readonly accounts: Account[] = [];
  /** By account: everything that came in less everything that went out. */
  readonly sums: number[] = [];
  /** Rewards paid, less the parts taken back. */
  rewarded = 0;
  readonly filledOf = new Map<number, FillSums>();
  readonly #endOf = new Map<number, string>();
  readonly #fired = new Set<number>();
  readonly #turnOf = new WeakMap<BookOrder, number>();
  /** The prices of this step, by symbol: a stop fires for any of them, even if others that fire with it move the price away. */
  #tradedAt = new Map<string, number[]>();
  /** The prices from an auction, or from before a halt, that may still trigger stops when trading goes on. */
  #lastBefore: ReadonlyMap<string, number> = new Map();
  #turns = 0;
  #lastTransferId = 0;
  #lastTradeId = 0;

  /** Forgets the step, keeps the sums. `lasts`: the last price of each stock before the step. */
  nextStep(lasts: Iterable<readonly [symbol: string, last: number]>): void {
    this.log = [];
    this.transfers = [];
    this.fills = [];
    this.endedNow = [];
    this.actions = [];
    this.changes = [];
    this.#tradedAt.clear();
    this.#lastBefore = new Map(lasts);
  }

  opened(account: Account): void {
    if (this.isRestoring) return;
    if (account.id !== this.accounts.length)
      this.faults.push(`account ${account.id} opens as number ${this.accounts.length}`);
    this.accounts.push(account);
    this.sums.push(0);
  }

  transferred(transfer: Transfer): void {
    if (transfer.id !== this.#lastTransferId + 1)
      this.faults.push(`transfer ${transfer.id} follows ${this.#lastTransferId}`);
    this.#lastTransferId = transfer.id;
    this.sums[transfer.debit] -= transfer.amount;
    this.sums[transfer.credit] += transfer.amount;
    if (transfer.kind === 'reward') this.rewarded += transfer.amount;
    if (transfer.kind === 'reward-expiry') this.rewarded -= transfer.amount;
    this.transfers.push({ ...transfer });
  }

  accepted(order: Order): void {
    this.log.push(`accepted ${order.id}`);
  }

  rested(order: Order): void {
    this.noteTurn(order);
    this.log.push(`rested ${order.id} behind ${order.queuedBehind}`);
  }

  modified(order: Order, before: ChangeableTerms): void {
    this.log.push(`modified ${order.id}`);
    const { id: orderId, quantity, limitPrice, stopPrice } = order;
    this.changes.push({ orderId, before, after: { quantity, limitPrice, stopPrice } });
  }

  triggered(order: Order): void {
    if (this.#fired.has(order.id)) this.faults.push(`stop ${order.id} fires twice`);
    this.#fired.add(order.id);
    const { symbol } = order.market.instrument;
    const { last: now } = order.market.quote;
    const reached = [now, this.#lastBefore.get(symbol) ?? now, ...(this.#tradedAt.get(symbol) ?? [])];
    const isDue = reached.some((last) => (order.side === 'buy' ? last >= order.stopPrice : last <= order.stopPrice));
    if (!isDue) this.faults.push(`stop ${order.id} at ${order.stopPrice} fires, but nothing traded there`);
    this.log.push(`triggered ${order.id}`);
  }

  traded({ market, price, quantity, takerSide }: Trade): void {
    const best = market.book.best(takerSide === 'buy' ? 'sell' : 'buy');
    const isPassedOver = best !== 0 && (takerSide === 'buy' ? best < price : best > price);
    if (isPassedOver && this.auction === 'none') this.faults.push(`trade at ${price} passes over ${best}`);
    if (
      this.auction === 'alone' &&
      (this.#tradedAt.get(market.instrument.symbol) ?? [price]).some((other) => other !== price)
    )
      this.faults.push(`the auction of ${market.instrument.symbol} has more prices than one`);
    this.#tradedAt.set(market.instrument.symbol, [...(this.#tradedAt.get(market.instrument.symbol) ?? []), price]);
    this.log.push(`trade ${market.instrument.symbol} ${quantity} @ ${price} ${takerSide}`);
  }

  filled(fill: Fill): void {
    const { order, price, quantity, brokerage, flatFee, statutory, cost, isMaker, counterparty } = fill;
    this.fills.push({ ...fill });
    this.#checkFill(fill);
    const sums = this.filledOf.get(order.id) ?? { quantity: 0, value: 0, brokerage: 0, flatFee: 0, statutory: 0 };
    this.filledOf.set(order.id, sums);
    sums.quantity += quantity;
    sums.value += quantity * price;
    sums.brokerage += brokerage;
    sums.flatFee += flatFee;
    sums.statutory += statutory;
    if (sums.quantity !== order.filledQuantity)
      this.faults.push(`order ${order.id} filled ${order.filledQuantity}, its fills ${sums.quantity}`);
    const role = isMaker ? 'maker' : 'taker';
    const against = counterparty === null ? 'crowd' : counterparty.id;
    this.log.push(
      `fill ${order.id} ${quantity} @ ${price} charges ${brokerage} + ${flatFee} + ${statutory} cost ${cost} ${role} against ${against}`,
    );
  }

  ended(order: Order): void {
    if (this.#endOf.has(order.id))
      this.faults.push(`order ${order.id} ends again, it was ${this.#endOf.get(order.id)}`);
    this.#endOf.set(order.id, order.status);
    this.endedNow.push(order);
    this.log.push(`ended ${order.id} ${order.status} ${order.endReason}`);
  }

  exitDue({ entryId, quantity }: ExitDue): void {
    this.log.push(`exit due ${entryId} for ${quantity}`);
  }

  acted(applied: AppliedAction): void {
    const { action, isDone, holders, lostExits, lastTradeId, lotsMade } = applied;
    const { id } = action;
    this.actions.push(applied);
    if (lastTradeId !== this.#lastTradeId)
      this.faults.push(`action ${id} after trade ${lastTradeId}, not ${this.#lastTradeId}`);
    this.#lastTradeId += lotsMade;
    const lines = holders.map(
      ({ account, before, after, cash }) => `${id}: ${account} has ${after} of ${before} and ${cash}`,
    );
    const lost = lostExits.map(({ account, entryId }) => `${account} without exit of ${entryId}`);
    this.log.push(`acted ${id} ${isDone ? [...lines, ...lost].join(', ') : 'not'}`);
  }

  lotChanged(): void {}
  traderChanged(): void {}
  instrumentChanged(): void {}
  venueChanged(): void {}

  /** An order has come to rest after all that rested before. */
  noteTurn(order: BookOrder): void {
    this.#turns++;
    this.#turnOf.set(order, this.#turns);
  }

  /** Checks priority, price, self-trades, stops that wait, and fills after the end. */
  #checkFill({ order, price, quantity, isMaker, counterparty, tradeId }: Fill): void {
    const say = (fault: string) => this.faults.push(`fill of order ${order.id}: ${fault}`);
    if (this.#endOf.has(order.id)) say('it had ended');
    if (counterparty !== null && counterparty.trader === order.trader) say('both sides are one trader');
    const hasFired = this.#fired.has(order.id);
    if (order.stopPrice > 0 && !order.isExit && !hasFired) say('its stop has not fired');
    const { limitPrice, side } = order;
    if (limitPrice > 0 && !(order.isExit && hasFired) && (side === 'buy' ? price > limitPrice : price < limitPrice))
      say(`${price} is worse than its limit ${limitPrice}`);
    if (isMaker && price !== limitPrice && this.auction === 'none')
      say(`a maker trades at ${price}, not at its own ${limitPrice}`);
    if (quantity <= 0) say(`${quantity} shares`);
    const isSecondSide = counterparty !== null && side === 'sell';
    if (tradeId !== this.#lastTradeId + (isSecondSide ? 0 : 1)) say(`trade ${tradeId} follows ${this.#lastTradeId}`);
    this.#lastTradeId = tradeId;
    if (isMaker && this.auction === 'none') this.#checkTurn(order, price);
  }

  /** No earlier order still waits at the maker's price. */
  #checkTurn(maker: Order, price: number): void {
    const turn = this.#turnOf.get(maker) ?? 0;
    const level = maker.market.book.top(maker.side);
    if (level === null || level.price !== price) return;
    for (let order = level.first; order !== null; order = order.behind) {
      if ((this.#turnOf.get(order) ?? Infinity) < turn)
        this.faults.push(`order ${maker.id} trades before order ${order.id}, which came first`);
    }
  }
}
