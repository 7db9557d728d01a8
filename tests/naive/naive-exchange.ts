// The naive twin of the engine: the same commands, decided by the simplest means. It says what happened as lines that a recorder of the engine writes too.
import type { Command, ModifyOrder, PlaceOrder } from '../../core/command.ts';
import type { CorporateAction } from '../../core/market/corporate-action.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import { DEFAULT_FEES, DEFAULT_LIMITS } from '../../core/trade/settings.ts';
import type { FeeSchedule, TradingLimits } from '../../core/trade/settings.ts';
import { auction } from './naive-auction.ts';
import { checkOrder, checkPlacement, checkTerms } from './naive-checks.ts';
import { act } from './naive-corporate.ts';
import { changeTerms, isMarketPossible } from './naive-terms.ts';
import { NaiveLedger } from './naive-ledger.ts';
import { isCrowd, NaiveMarket, reaches } from './naive-market.ts';
import type { AnyOrder, CrowdOrder } from './naive-market.ts';
import { commissionRate, ticksDown, ticksUp } from './naive-money.ts';
import { NaiveHolding, NaiveOrder } from './naive-order.ts';
import { NaiveRewards } from './naive-rewards.ts';
import { settleBuyer, settleSeller } from './naive-settlement.ts';

const MOST_CASH = 10_000_000_000_000n;

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
  /** Shares without their exit, by the buy that brought them. */
  readonly exitsDue = new Map<number, { entry: NaiveOrder; quantity: number }>();
  /** What happened since it was last emptied. */
  log: string[] = [];
  #turns = 0;
  #day = 0;
  #auctionDay = -1;
  /** The time of the step. */
  at = 0;
  readonly #holdings = new Map<string, NaiveHolding>();

  /** Decides a command; null when it is accepted. */
  apply(command: Command, sequence: number, at: number): Refusal | null {
    this.at = at;
    switch (command.kind) {
      case 'place-order':
        return this.#place(command, sequence);
      case 'cancel-order':
        return this.#cancel(command.account, command.orderId);
      case 'modify-order':
        return this.#modify(command);
      case 'open-account':
        if (!this.accounts.has(command.account)) this.accounts.set(command.account, { isBlocked: false });
        return null;
      case 'set-blocked':
        return this.#block(command.account, command.isBlocked);
      case 'close-account':
        return this.#close(command.account);
      case 'deposit':
        return this.#deposit(command.account, command.amount);
      case 'grant-reward':
        return this.accounts.has(command.account) ? this.rewards.grant(command) : { reason: 'unknown-account' };
      case 'expire-reward':
        if (!this.accounts.has(command.account)) return { reason: 'unknown-account' };
        return this.rewards.expire(command.account, at, this.free(command.account, 'RUPEES'));
      case 'place-exit':
        return this.#placeExit(command.entryId, sequence);
      case 'square-off':
        return this.#squareOff(command.account, command.symbol, command.cause, sequence);
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
        for (const market of this.markets.values()) this.#releaseQueue(market);
        return null;
      case 'start-day':
        return this.#startDay(command.day, command.actions ?? []);
    }
  }

  /** A simulated trader's order: trades up to `price`; with `rests`, what is left waits in the book. Null when it may not trade now. */
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
    if (this.#isHalted(market) || quantity <= 0 || price < low || price > high) return null;
    const order: CrowdOrder = { isCrowd: true, owner, side, limit: price, left: quantity, turn: 0, place: 'working' };
    if (this.isOpen) this.#walk(market, order, price);
    else if (!rests || this.#wouldTrade(market, order)) return null;
    if (order.left === 0 || !rests) order.place = 'ended';
    else this.#queueUp(market, order);
    this.#fireStops(market);
    return order;
  }

  /** While the market is closed quotes may be put up as long as nothing would trade. */
  #wouldTrade(market: NaiveMarket, order: CrowdOrder): boolean {
    const first = market.firstInLine(order.side === 'buy' ? 'sell' : 'buy');
    return first !== null && reaches(order.side, order.limit, first.limit);
  }

  crowdCancel(symbol: string, order: CrowdOrder): void {
    if (order.place === 'resting') this.#leaveBook(this.markets.get(symbol)!, order);
    order.place = 'ended';
  }

  isTrading(market: NaiveMarket): boolean {
    return this.isOpen && !this.#isHalted(market);
  }

  #isHalted(market: NaiveMarket): boolean {
    return this.isHalted || market.isHalted;
  }

  holding(account: number, symbol: string): NaiveHolding {
    const key = `${account}/${symbol}`;
    if (!this.#holdings.has(key)) this.#holdings.set(key, new NaiveHolding());
    return this.#holdings.get(key)!;
  }

  /** What open orders need of an account, added up from the orders. */
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

  /** Intraday shares whose loss has reached 80 % of the margin: account and symbol. */
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

  #deposit(account: number, amount: number): Refusal | null {
    if (!this.accounts.has(account)) return { reason: 'unknown-account' };
    const isSum = Number.isSafeInteger(amount) && amount > 0;
    if (!isSum || this.ledger.balance(account, 'RUPEES') + BigInt(amount) > MOST_CASH)
      return { reason: 'invalid-amount' };
    this.ledger.move('provider', account, 'RUPEES', BigInt(amount), 'deposit');
    return null;
  }

  #list(market: NaiveMarket, issued: number): void {
    this.markets.set(market.symbol, market);
    this.ledger.move('issue', 'crowd', market.symbol, BigInt(issued), 'issue');
  }

  #block(account: number, isBlocked: boolean): Refusal | null {
    const known = this.accounts.get(account);
    if (known === undefined) return { reason: 'unknown-account' };
    known.isBlocked = isBlocked;
    if (isBlocked) this.endAll((order) => order.owner === account, 'account-blocked');
    return null;
  }

  #halt(symbol: string, isHalted: boolean): Refusal | null {
    const market = this.markets.get(symbol);
    if (market === undefined) return { reason: 'unknown-instrument' };
    market.isHalted = isHalted;
    this.#releaseQueue(market);
    return null;
  }

  #cancel(account: number | null, id: number): Refusal | null {
    const order = this.open.find((each) => each.id === id && (account === null || each.owner === account));
    if (order === undefined) return { reason: 'unknown-order' };
    this.end(order, account === null ? 'canceled-by-admin' : 'canceled-by-trader');
    return null;
  }

  /** One a day, and none while orders trade as they come. */
  #auction(): null {
    if (this.isOpen || this.#auctionDay >= this.#day) return null;
    this.#auctionDay = this.#day;
    for (const market of this.markets.values()) if (!this.#isHalted(market)) auction(this, market);
    return null;
  }

  /** The order with a limit from now on, for the day at least. */
  retype(old: NaiveOrder, limitPrice: number): NaiveOrder {
    const timeInForce = old.terms.timeInForce === 'ioc' ? 'day' : old.terms.timeInForce;
    const terms = { ...old.terms, orderType: 'limit', timeInForce, limitPrice } as const;
    const order = new NaiveOrder(old.id, terms, old.origin, old.rate, old.flat);
    order.fills.push(...old.fills);
    this.open = this.open.map((each) => (each === old ? order : each));
    this.orders.set(order.id, order);
    this.log.push(`modified ${order.id}`);
    return order;
  }

  #startDay(day: number, actions: readonly CorporateAction[]): null {
    this.#day = day;
    if (this.isOpen) this.endAll((order) => order.terms.timeInForce === 'day', 'day-ended');
    for (const market of this.markets.values()) market.startDay();
    for (const action of actions) act(this, action);
    this.endAll(({ limit, terms, isExit }) => {
      const { low, high } = this.markets.get(terms.symbol)!.bandEdges();
      return limit > 0 && !isExit && (limit < low || limit > high);
    }, 'outside-band');
    return null;
  }

  #close(account: number): Refusal | null {
    if (!this.accounts.has(account)) return { reason: 'unknown-account' };
    const held = [...this.markets.keys()]
      .map((symbol) => ({ symbol, quantity: Number(this.ledger.balance(account, symbol)) }))
      .filter(({ quantity }) => quantity > 0);
    if (held.length > 0) return { reason: 'holds-shares', held };
    this.rewards.forget(account);
    this.#block(account, true);
    this.ledger.move(account, 'closed-accounts', 'RUPEES', this.ledger.balance(account, 'RUPEES'), 'account-closure');
    return null;
  }

  #squareOff(account: number, symbol: string, cause: string, sequence: number): Refusal | null {
    if (!this.accounts.has(account)) return { reason: 'unknown-account' };
    const market = this.markets.get(symbol);
    if (market === undefined) return { reason: 'unknown-instrument' };
    const quantity = Number(this.holding(account, symbol).intraday());
    const mayGo = (order: NaiveOrder) => order.terms.product === 'intraday' || (order.side === 'sell' && quantity > 0);
    this.endAll((order) => order.owner === account && order.terms.symbol === symbol && mayGo(order), 'squared-off');
    if (quantity === 0 || this.#isHalted(market)) return null;
    const sale = {
      side: 'sell',
      orderType: 'market',
      timeInForce: 'ioc',
      product: 'intraday',
      limitPrice: 0,
      stopPrice: 0,
    } as const;
    const origin = cause === 'loss' ? 'square-off-on-loss' : 'square-off-at-day-end';
    const rate = commissionRate(this.fees, quantity, this.at);
    this.#accept(
      new NaiveOrder(
        sequence,
        { kind: 'place-order', account, symbol, quantity, ...sale },
        origin,
        rate,
        this.fees.flatFee,
      ),
    );
    return null;
  }

  #place(terms: PlaceOrder, sequence: number): Refusal | null {
    const order = checkPlacement(this, terms, sequence, this.at);
    if (!(order instanceof NaiveOrder)) return order;
    this.#accept(order);
    return null;
  }

  #accept(order: NaiveOrder): void {
    const market = this.markets.get(order.terms.symbol)!;
    const { stopPrice } = order.terms;
    this.#setAside(market, order);
    this.orders.set(order.id, order);
    this.open.push(order);
    this.log.push(`accepted ${order.id}`);
    if (stopPrice > 0 && !order.isExit) order.place = 'waiting';
    else if (this.isOpen) this.#execute(market, order);
    else order.place = 'queued';
    this.#fireStops(market);
  }

  #setAside(market: NaiveMarket, order: NaiveOrder): void {
    if (order.side === 'sell' || !order.hasNoLimit) return;
    const { stopPrice, quantity } = order.terms;
    const worst = order.cashFor(quantity, market.protection('buy', stopPrice > 0 ? stopPrice : market.last));
    const free = this.free(order.owner, 'RUPEES');
    order.reserve = worst < free ? worst : free;
  }

  /** A new order takes the place of the old one, if it would be let in while the old one is away. */
  #modify({ account, orderId, quantity, limitPrice, stopPrice }: ModifyOrder): Refusal | null {
    const index = this.open.findIndex((each) => each.id === orderId && each.owner === account);
    if (index < 0) return { reason: 'unknown-order' };
    const old = this.open[index];
    const asked = { ...old.terms, quantity, limitPrice, stopPrice };
    const bad = checkTerms(asked, this.limits);
    if (bad !== null) return bad;
    const market = this.markets.get(asked.symbol)!;
    const limit = Number((old.side === 'buy' ? ticksDown : ticksUp)(BigInt(limitPrice), market.tick));
    if (limitPrice > 0 && limit === 0) return { reason: 'invalid-price' };
    if (old.hasFired && stopPrice !== old.terms.stopPrice) return { reason: 'invalid-stop-price' };
    const filled = old.terms.quantity - old.left;
    if (quantity <= filled) return { reason: 'already-filled', filled };
    const arePricesSame = limit === old.limit && stopPrice === old.terms.stopPrice;
    if (arePricesSame && quantity === old.terms.quantity) return null;
    const isOtherSize = quantity !== old.terms.quantity && filled === 0;
    const rate = isOtherSize ? commissionRate(this.fees, quantity, this.at) : old.rate;
    const flat = isOtherSize ? this.fees.flatFee : old.flat;
    const order = new NaiveOrder(old.id, { ...asked, limitPrice: limit }, old.origin, rate, flat);
    order.fills.push(...old.fills);
    order.hasFired = old.hasFired;
    this.open.splice(index, 1);
    const refusal = checkOrder(this, order, market, this.at);
    if (refusal === null) this.#setAside(market, order);
    this.open.splice(index, 0, refusal === null ? order : old);
    if (refusal !== null) return refusal;
    this.orders.set(order.id, order);
    this.log.push(`modified ${order.id}`);
    if (old.place === 'resting') this.#changeInBook(market, old, order, arePricesSame && quantity < old.terms.quantity);
    else order.place = old.place;
    return null;
  }

  #changeInBook(market: NaiveMarket, old: NaiveOrder, order: NaiveOrder, keepsTurn: boolean): void {
    this.#leaveBook(market, old);
    if (keepsTurn) {
      order.place = 'resting';
      order.turn = old.turn;
      market.resting.push(order);
      return;
    }
    if (this.isOpen) this.#execute(market, order);
    else order.place = 'queued';
    this.#fireStops(market);
  }

  #releaseQueue(market: NaiveMarket): void {
    if (!this.isTrading(market)) return;
    const queued = this.open.filter((order) => order.place === 'queued' && order.terms.symbol === market.symbol);
    for (const order of queued) if (order.place === 'queued') this.#execute(market, order);
    this.#fireStops(market);
  }

  /** All stops that the last price has reached, in sequence; again until it reaches none. */
  #fireStops(market: NaiveMarket): void {
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
        this.#leaveBook(market, order);
        this.#fire(order);
        this.#execute(market, order);
      }
    }
  }

  #execute(market: NaiveMarket, order: NaiveOrder): void {
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

  /** One sale with both prices, for what there still is of the shares. */
  #placeExit(entryId: number, sequence: number): Refusal | null {
    const due = this.exitsDue.get(entryId);
    if (due === undefined) return { reason: 'unknown-order' };
    const { account, symbol, product, exits } = due.entry.terms;
    if (this.#isHalted(this.markets.get(symbol)!)) return { reason: 'trading-halted', symbol };
    const free = Number(this.free(account, symbol));
    const quantity = this.accounts.get(account)!.isBlocked ? 0 : Math.min(due.quantity, free);
    this.exitsDue.delete(entryId);
    this.log.push(`exit due ${entryId} for 0`);
    if (quantity === 0) return null;
    const rate = commissionRate(this.fees, quantity, this.at);
    const terms = {
      kind: 'place-order',
      account,
      symbol,
      side: 'sell',
      orderType: 'bracket',
      timeInForce: product === 'intraday' ? 'day' : 'gtc',
      product,
      quantity,
      limitPrice: Number(ticksUp(BigInt(exits!.target), this.markets.get(symbol)!.tick)),
      stopPrice: exits!.stop,
    } as const;
    this.#accept(new NaiveOrder(sequence, terms, 'exit', rate, this.fees.flatFee));
    return null;
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

  #leaveBook(market: NaiveMarket, order: AnyOrder): void {
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
    const { brokerage, flatFee } = order.charges(value);
    return order.ownMoney(value) + brokerage + flatFee - order.paid <= order.needs;
  }

  /** Takes from the book up to `worst`. Answers why it stopped, for orders that then end. */
  #walk(market: NaiveMarket, taker: AnyOrder, worst: number): 'no-liquidity' | 'cash-exhausted' {
    while (taker.left > 0) {
      const maker = market.firstInLine(taker.side === 'buy' ? 'sell' : 'buy');
      if (maker === null || !reaches(taker.side, worst, maker.limit)) break;
      if (maker.owner === taker.owner) {
        this.#leaveBook(market, maker);
        if (isCrowd(maker)) maker.place = 'ended';
        else this.end(maker, 'self-trade');
        continue;
      }
      const wanted = Math.min(taker.left, maker.left);
      let quantity = wanted;
      if (!isCrowd(taker) && taker.side === 'buy' && taker.hasNoLimit) {
        while (quantity > 0 && taker.cashFor(quantity, maker.limit) > taker.needs) quantity--;
      }
      if (quantity > 0) this.trade(market, taker, maker, quantity);
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
      if (!isCrowd(buyer) && buyer.terms.exits !== undefined) this.#noteExit(buyer, quantity);
    }
    if (maker.left > 0) return;
    if (!isCrowd(maker)) return this.end(maker, 'filled');
    this.#leaveBook(market, maker);
    maker.place = 'ended';
  }

  #noteExit(entry: NaiveOrder, quantity: number): void {
    const due = { entry, quantity: (this.exitsDue.get(entry.id)?.quantity ?? 0) + quantity };
    this.exitsDue.set(entry.id, due);
    this.log.push(`exit due ${entry.id} for ${due.quantity}`);
  }

  endAll(isMeant: (order: NaiveOrder) => boolean, reason: string): void {
    for (const order of this.open.filter(isMeant)) this.end(order, reason);
  }

  end(order: NaiveOrder, reason: string): void {
    this.#leaveBook(this.markets.get(order.terms.symbol)!, order);
    order.place = 'ended';
    order.reason = reason;
    this.open = this.open.filter((each) => each !== order);
    this.log.push(`ended ${order.id} ${order.status} ${reason}`);
  }
}
