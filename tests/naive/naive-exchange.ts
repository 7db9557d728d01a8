// The naive twin of the engine: the same commands, decided by the simplest means. It logs lines that a recorder of the engine writes too.
import type { Command, PlaceOrder } from '../../core/command.ts';
import type { CorporateAction } from '../../core/market/corporate-action.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import { DEFAULT_FEES, DEFAULT_LIMITS } from '../../core/trade/settings.ts';
import type { FeeSchedule, TradingLimits } from '../../core/trade/settings.ts';
import { auction } from './naive-auction.ts';
import { checkPlacement } from './naive-checks.ts';
import { block, close, deposit } from './naive-accounts.ts';
import { modify } from './naive-changes.ts';
import { act } from './naive-corporate.ts';
import { noteExit, placeExit, squareOff, trimExits } from './naive-exits.ts';
import { changeTerms, isMarketPossible } from './naive-terms.ts';
import { NaiveLedger } from './naive-ledger.ts';
import { isCrowd, NaiveMarket, reaches } from './naive-market.ts';
import type { AnyOrder, CrowdOrder } from './naive-market.ts';
import { NaiveHolding, NaiveOrder } from './naive-order.ts';
import { NaiveRewards } from './naive-rewards.ts';
import { settleBuyer, settleSeller } from './naive-settlement.ts';

export class NaiveExchange {
  readonly ledger = new NaiveLedger();
  readonly rewards = new NaiveRewards(this.ledger);
  readonly accounts = new Map<number, { isBlocked: boolean }>();
  readonly markets = new Map<string, NaiveMarket>();
  readonly orders = new Map<number, NaiveOrder>();
  /** Open orders in the order they were accepted. */
  open: NaiveOrder[] = [];
  limits: TradingLimits = DEFAULT_LIMITS;
  fees: FeeSchedule = DEFAULT_FEES;
  isOpen = true;
  isHalted = false;
  /** Shares that still need their exit, by the buy that brought them. */
  readonly exitsDue = new Map<number, { entry: NaiveOrder; quantity: number }>();
  /** What happened since it was last emptied. */
  log: string[] = [];
  #turns = 0;
  #day = 0;
  #auctionDay = -1;
  /** The time of the step. */
  at = 0;
  readonly #holdings = new Map<string, NaiveHolding>();

  /** Decides a command; null if it is accepted. */
  apply(command: Command, sequence: number, at: number): Refusal | null {
    this.at = at;
    switch (command.kind) {
      case 'place-order':
        return this.#place(command, sequence);
      case 'cancel-order':
        return this.#cancel(command.account, command.orderId);
      case 'modify-order':
        return modify(this, command);
      case 'open-account':
        if (!this.accounts.has(command.account)) this.accounts.set(command.account, { isBlocked: false });
        return null;
      case 'set-blocked':
        return block(this, command.account, command.isBlocked);
      case 'close-account':
        return close(this, command.account);
      case 'deposit':
        return deposit(this, command.account, command.amount);
      case 'grant-reward':
        return this.accounts.has(command.account) ? this.rewards.grant(command) : { reason: 'unknown-account' };
      case 'expire-reward':
        if (!this.accounts.has(command.account)) return { reason: 'unknown-account' };
        return this.rewards.expire(command.account, at, this.free(command.account, 'RUPEES'));
      case 'place-exit':
        return placeExit(this, command.entryId, sequence);
      case 'square-off':
        return squareOff(this, command, sequence);
      case 'list-instrument':
        if (this.markets.has(command.instrument.symbol)) return null;
        if (!isMarketPossible(command.instrument)) return { reason: 'invalid-terms' };
        this.#list(new NaiveMarket(command.instrument), command.instrument.sharesIssued);
        return null;
      case 'set-terms':
        return changeTerms(this, command);
      case 'set-halted':
        return this.#halt(command.symbol, command.isHalted);
      case 'set-limits':
        this.limits = command.limits;
        return null;
      case 'set-fees':
        this.fees = command.fees;
        return null;
      case 'open-market':
        this.isOpen = true;
        for (const market of this.markets.values()) this.#releaseQueue(market);
        return null;
      case 'close-market':
        if (this.isOpen) this.endAll(({ terms }) => terms.timeInForce !== 'gtc', 'day-ended');
        this.isOpen = false;
        return null;
      case 'hold-auction':
        return this.#auction();
      case 'halt-market':
        this.isHalted = command.isHalted;
        for (const market of this.markets.values()) this.#releaseQueue(market, true);
        return null;
      case 'start-day':
        return this.#startDay(command.day, command.actions ?? [], command.beganAt ?? Infinity);
    }
  }

  /** A simulated trader's order: trades up to `price`; with `rests`, the remainder waits in the book. Null if it may not trade now. */
  crowd(
    symbol: string,
    owner: number,
    side: 'buy' | 'sell',
    price: number,
    quantity: number,
    rests: boolean,
  ): CrowdOrder | null {
    const market = this.markets.get(symbol)!;
    const { low, high } = market.bandEdges();
    if (this.isStopped(market) || quantity <= 0 || price < low || price > Math.min(high, 1_000_000_000)) return null;
    const order: CrowdOrder = { isCrowd: true, owner, side, limit: price, left: quantity, turn: 0, place: 'working' };
    if (this.isOpen) this.#walk(market, order, price);
    else if (!rests || this.#wouldTrade(market, order)) return null;
    if (order.left === 0 || !rests) order.place = 'ended';
    else this.#queueUp(market, order);
    this.fireStops(market);
    return order;
  }

  /** While the market is closed, quotes may be placed as long as nothing would trade. */
  #wouldTrade(market: NaiveMarket, order: CrowdOrder): boolean {
    const first = market.firstInLine(order.side === 'buy' ? 'sell' : 'buy');
    return first !== null && reaches(order.side, order.limit, first.limit);
  }

  crowdCancel(symbol: string, order: CrowdOrder): void {
    if (order.place === 'resting') this.leaveBook(this.markets.get(symbol)!, order);
    order.place = 'ended';
  }

  isTrading(market: NaiveMarket): boolean {
    return this.isOpen && !this.isStopped(market);
  }

  /** Whether this market is halted, or all are. */
  isStopped(market: NaiveMarket): boolean {
    return this.isHalted || market.isHalted;
  }

  holding(account: number, symbol: string): NaiveHolding {
    const key = `${account}/${symbol}`;
    if (!this.#holdings.has(key)) this.#holdings.set(key, new NaiveHolding());
    return this.#holdings.get(key)!;
  }

  /** What open orders hold of an account, added up from the orders. */
  held(account: number, asset: string): bigint {
    let sum = 0n;
    for (const order of this.open) {
      const takes = order.side === 'buy' ? 'RUPEES' : order.terms.symbol;
      if (order.owner === account && takes === asset) sum += order.needs;
    }
    return sum;
  }

  free(account: number, asset: string): bigint {
    return this.ledger.balance(account, asset) - this.held(account, asset);
  }

  /** Account and symbol of intraday shares whose loss has reached 80 % of the margin. */
  onLoss(): string[] {
    const found: string[] = [];
    for (const [key, holding] of this.#holdings) {
      const lots = holding.lots.filter((lot) => lot.product === 'intraday' && lot.quantity > 0n);
      const last = BigInt(this.markets.get(key.split('/')[1])!.last);
      const margin = lots.reduce((sum, lot) => sum + lot.price * lot.quantity - lot.loan, 0n);
      const loss = lots.reduce((sum, lot) => sum + (lot.price - last) * lot.quantity, 0n);
      if (margin > 0n && loss * 10n >= margin * 8n) found.push(key);
    }
    return found;
  }

  #list(market: NaiveMarket, issued: number): void {
    this.markets.set(market.symbol, market);
    this.ledger.move('issue', 'crowd', market.symbol, BigInt(issued), 'issue');
  }

  #halt(symbol: string, isHalted: boolean): Refusal | null {
    const market = this.markets.get(symbol);
    if (market === undefined) return { reason: 'unknown-instrument' };
    market.isHalted = isHalted;
    this.#releaseQueue(market, true);
    return null;
  }

  #cancel(account: number | null, id: number): Refusal | null {
    const order = this.open.find((each) => each.id === id && (account === null || each.owner === account));
    if (order === undefined) return { reason: 'unknown-order' };
    this.end(order, account === null ? 'canceled-by-admin' : 'canceled-by-trader');
    return null;
  }

  /** One auction a day, and none in continuous trading. */
  #auction(): null {
    if (this.isOpen || this.#auctionDay >= this.#day) return null;
    this.#auctionDay = this.#day;
    for (const market of this.markets.values()) if (!this.isStopped(market)) auction(this, market);
    return null;
  }

  /** The order with a limit from now on, good for the day at least. */
  retype(old: NaiveOrder, limitPrice: number): NaiveOrder {
    const timeInForce = old.terms.timeInForce === 'ioc' ? 'day' : old.terms.timeInForce;
    const terms = { ...old.terms, orderType: 'limit', timeInForce, limitPrice } as const;
    const order = new NaiveOrder(old.id, terms, old.origin, old.rates);
    order.fills.push(...old.fills);
    order.at = old.at;
    this.open = this.open.map((each) => (each === old ? order : each));
    this.orders.set(order.id, order);
    this.log.push(`modified ${order.id}`);
    return order;
  }

  #startDay(day: number, actions: readonly CorporateAction[], from: number): null {
    if (day < this.#day) return null;
    this.#day = day;
    if (this.isOpen) this.endAll(({ terms, at }) => terms.timeInForce !== 'gtc' && at < from, 'day-ended');
    for (const market of this.markets.values()) market.startDay();
    for (const action of actions) act(this, action);
    this.endAll(({ limit, terms, isExit }) => {
      const { low, high } = this.markets.get(terms.symbol)!.bandEdges();
      return limit > 0 && !isExit && (limit < low || limit > high);
    }, 'outside-band');
    return null;
  }

  #place(terms: PlaceOrder, sequence: number): Refusal | null {
    const order = checkPlacement(this, terms, sequence, this.at);
    if (!(order instanceof NaiveOrder)) return order;
    this.accept(order);
    return null;
  }

  accept(order: NaiveOrder): void {
    const market = this.markets.get(order.terms.symbol)!;
    const { stopPrice } = order.terms;
    this.setAside(market, order);
    order.at = this.at;
    this.orders.set(order.id, order);
    this.open.push(order);
    this.log.push(`accepted ${order.id}`);
    if (stopPrice > 0 && !order.isExit) order.place = 'waiting';
    else if (this.isOpen) this.execute(market, order);
    else order.place = 'queued';
    this.fireStops(market);
  }

  setAside(market: NaiveMarket, order: NaiveOrder): void {
    if (order.side === 'sell' || !order.hasNoLimit) return;
    const { stopPrice, quantity } = order.terms;
    const worst = order.cashFor(quantity, market.protection('buy', stopPrice > 0 ? stopPrice : market.last));
    const free = this.free(order.owner, 'RUPEES');
    order.reserve = worst < free ? worst : free;
  }

  #releaseQueue(market: NaiveMarket, isAfterHalt = false): void {
    if (!this.isTrading(market)) return;
    // A halt over the auction: it comes now.
    if (isAfterHalt) auction(this, market);
    const queued = this.open.filter((order) => order.place === 'queued' && order.terms.symbol === market.symbol);
    for (const order of queued) if (order.place === 'queued') this.execute(market, order);
    this.fireStops(market);
  }

  /** All stops that the last price has reached, in sequence; again until it reaches none. */
  fireStops(market: NaiveMarket): void {
    if (!this.isTrading(market)) return;
    for (;;) {
      const isReached = (order: NaiveOrder) => reaches(order.side, market.last, order.terms.stopPrice);
      const waits = ({ place, isExit }: NaiveOrder) => place === 'waiting' || (place === 'resting' && isExit);
      const waiting = this.open.filter((order) => waits(order) && order.terms.symbol === market.symbol);
      const fired = waiting.filter(isReached).sort((a, b) => a.id - b.id);
      if (fired.length === 0) return;
      for (const order of fired) if (!order.isExit) order.place = 'working';
      for (const order of fired) {
        if (order.reason !== null) continue;
        this.leaveBook(market, order);
        this.#fire(order);
        this.execute(market, order);
      }
    }
  }

  execute(market: NaiveMarket, order: NaiveOrder): void {
    order.place = 'working';
    if (order.isExit && !order.hasFired && market.last <= order.terms.stopPrice) this.#fire(order);
    const worst = order.hasNoLimit ? market.protection(order.side, market.last) : order.limit;
    const { timeInForce } = order.terms;
    if (timeInForce === 'fok' && !this.#canFillWhole(market, order, worst)) return this.end(order, 'not-whole');
    const why = this.#walk(market, order, worst);
    if (order.left === 0) this.end(order, 'filled');
    else if (order.hasNoLimit) this.end(order, why);
    else if (timeInForce === 'ioc' || timeInForce === 'fok') this.end(order, 'not-immediate');
    else this.rest(market, order);
  }

  #fire(order: NaiveOrder): void {
    order.hasFired = true;
    this.log.push(`triggered ${order.id}`);
  }

  rest(market: NaiveMarket, order: NaiveOrder): void {
    this.#queueUp(market, order);
    const before = market.inLine(order.side).filter((each) => each.limit === order.limit && each.turn < order.turn);
    this.log.push(`rested ${order.id} behind ${before.reduce((sum, each) => sum + each.left, 0)}`);
  }

  #queueUp(market: NaiveMarket, order: AnyOrder): void {
    this.#turns++;
    order.turn = this.#turns;
    order.place = 'resting';
    market.resting.push(order);
  }

  leaveBook(market: NaiveMarket, order: AnyOrder): void {
    market.resting = market.resting.filter((each) => each !== order);
  }

  #canFillWhole(market: NaiveMarket, order: NaiveOrder, worst: number): boolean {
    let missing = order.left;
    let value = order.value;
    for (const maker of market.inLine(order.side === 'buy' ? 'sell' : 'buy')) {
      if (maker.owner === order.owner || !reaches(order.side, worst, maker.limit)) continue;
      const part = Math.min(missing, maker.left);
      missing -= part;
      value += BigInt(part) * BigInt(maker.limit);
    }
    if (missing > 0) return false;
    if (order.side === 'sell' || !order.hasNoLimit) return true;
    const { brokerage, flatFee, statutory } = order.charges(value);
    return order.ownMoney(value) + brokerage + flatFee + statutory - order.paid <= order.needs;
  }

  /** Takes from the book up to `worst`. Returns why it stopped, for orders that then end. */
  #walk(market: NaiveMarket, taker: AnyOrder, worst: number): 'no-liquidity' | 'cash-exhausted' {
    while (taker.left > 0) {
      const maker = market.firstInLine(taker.side === 'buy' ? 'sell' : 'buy');
      if (maker === null || !reaches(taker.side, worst, maker.limit)) break;
      if (maker.owner === taker.owner) {
        this.leaveBook(market, maker);
        if (isCrowd(maker)) maker.place = 'ended';
        else this.end(maker, 'self-trade');
        continue;
      }
      const wanted = Math.min(taker.left, maker.left);
      let quantity = wanted;
      if (!isCrowd(taker) && taker.side === 'buy' && taker.hasNoLimit) {
        while (quantity > 0 && taker.cashFor(quantity, maker.limit) > taker.needs) quantity--;
      }
      if (quantity > 0) {
        this.trade(market, taker, maker, quantity);
        trimExits(this, (taker.side === 'sell' ? taker : maker).owner, market.symbol);
      }
      if (quantity < wanted) return 'cash-exhausted';
    }
    return 'no-liquidity';
  }

  trade(market: NaiveMarket, taker: AnyOrder, maker: AnyOrder, quantity: number, price = maker.limit): void {
    market.traded(price, quantity);
    this.log.push(`trade ${market.symbol} ${quantity} @ ${price} ${taker.side}`);
    if (isCrowd(taker)) taker.left -= quantity;
    if (isCrowd(maker)) maker.left -= quantity;
    if (!isCrowd(taker) || !isCrowd(maker)) {
      const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
      const people = [buyer, seller].map(({ owner }) => owner).filter((owner) => owner > 0);
      const had = people.map((owner) => this.ledger.balance(owner, 'RUPEES'));
      settleBuyer(this, market, buyer, seller, BigInt(price), BigInt(quantity), buyer === maker);
      settleSeller(this, market, seller, buyer, BigInt(price), BigInt(quantity), seller === maker);
      for (const [index, owner] of people.entries())
        this.rewards.spent(owner, had[index] - this.ledger.balance(owner, 'RUPEES'));
      if (!isCrowd(buyer) && buyer.terms.exits !== undefined) noteExit(this, buyer, quantity);
    }
    if (maker.left > 0) return;
    if (!isCrowd(maker)) return this.end(maker, 'filled');
    this.leaveBook(market, maker);
    maker.place = 'ended';
  }

  endAll(isMeant: (order: NaiveOrder) => boolean, reason: string): void {
    for (const order of this.open.filter(isMeant)) this.end(order, reason);
  }

  end(order: NaiveOrder, reason: string): void {
    this.leaveBook(this.markets.get(order.terms.symbol)!, order);
    order.place = 'ended';
    order.reason = reason;
    this.open = this.open.filter((each) => each !== order);
    this.log.push(`ended ${order.id} ${order.status} ${reason}`);
  }
}
