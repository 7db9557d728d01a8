// Tells one story to a fresh engine, line by line; the language is described in scenarios.test.ts.
import type { Command } from '../../core/command.ts';
import { Engine } from '../../core/engine.ts';
import type { Outcome } from '../../core/engine.ts';
import type { Side } from '../../core/market/instrument.ts';
import type { Fill } from '../../core/trade/listener.ts';
import type { Order } from '../../core/trade/order.ts';
import { DEFAULT_FEES } from '../../core/trade/settings.ts';
import type { FeeSchedule, TradingLimits } from '../../core/trade/settings.ts';
import { brokenInvariants } from '../simulation/invariants.ts';
import { auctionOf, Recorder } from '../simulation/recorder.ts';
import { grouped, paise, partsPerMillion, readOrder, rupees } from './words.ts';

const NO_FEES: FeeSchedule = { ...DEFAULT_FEES, commissionRate: 0, flatFee: 0 };
const NO_LIMITS: TradingLimits = { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 };
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const SCENE_DAYS = 30;

export interface Found {
  readonly is: string;
  readonly shouldBe: string;
}

const AS_TOLD: Found = { is: '', shouldBe: '' };

export class Scenario {
  /** Lines that compared something. */
  checked = 0;
  readonly #recorder = new Recorder();
  readonly #engine = new Engine(this.#recorder);
  readonly #fills: Fill[] = [];
  readonly #accounts = new Map<string, number>();
  readonly #orders = new Map<string, Order>();
  #fees = DEFAULT_FEES;
  #limits = NO_LIMITS;
  #sequence = 0;
  // The scene is set a month before the story, so that the initial shares do not count against the limits.
  #at = 0;
  #isSceneSet = false;

  brokenInvariants(): string[] {
    return [...this.#recorder.faults, ...brokenInvariants(this.#engine, this.#recorder)];
  }

  tell(doing: string, expected: string | undefined): Found {
    const [verb, ...words] = doing.split(' ');
    if (expected !== undefined) {
      this.checked++;
      return this.#compare(this.#do(verb, words), expected);
    }
    const found = this.#look(verb, words);
    if (found === null) {
      this.#set(verb, words);
      return AS_TOLD;
    }
    this.checked++;
    return found;
  }

  #compare(is: string, expected: string): Found {
    const isMoney = is === 'rejected insufficient-balance' || is === 'rejected insufficient-margin';
    return { is, shouldBe: isMoney && expected === 'rejected insufficient-funds' ? is : expected };
  }

  /** Lines with an outcome. */
  #do(verb: string, words: string[]): string {
    const [name, what] = words;
    this.#endScene();
    switch (verb) {
      case 'buy':
      case 'sell':
        return this.#place(verb, words);
      case 'cancel':
        return this.#told(
          this.#command({
            kind: 'cancel-order',
            account: name === 'admin' ? null : this.#account(name),
            orderId: this.#order(what).id,
          }),
        );
      case 'change':
        return this.#change(words);
      case 'exit':
        return this.#exit(name, words.at(-1)!);
      case 'square-off':
        return this.#squareOff(words);
      case 'terms': {
        const [symbol, , tick, , band] = words;
        const terms = { tickSize: paise(tick), priceBand: partsPerMillion(band) };
        return this.#told(this.#command({ kind: 'set-terms', symbol, ...terms }));
      }
      case 'order':
        return this.#standing(this.#order(name));
      default:
        throw new Error(`nothing comes of "${verb}"`);
    }
  }

  /** `square-off asha TCS`, or with `older 90m` only what was bought longer ago. */
  #squareOff([name, symbol, , age]: string[]): string {
    const boughtBefore = age === undefined ? Infinity : this.#at - millisecondsOf(age);
    const account = this.#account(name);
    return this.#told(this.#command({ kind: 'square-off', account, symbol, cause: 'day-end', boughtBefore }));
  }

  /** `exit first as out`: places the exit of the shares that the bracketed buy has brought. */
  #exit(entry: string, title: string): string {
    const outcome = this.#command({ kind: 'place-exit', entryId: this.#order(entry).id });
    if (outcome.isAccepted && outcome.order !== null) this.#orders.set(title, outcome.order);
    return this.#told(outcome);
  }

  /** `change asha first 5 limit 99.00 stop 101.00`: whatever is left out stays. */
  #change([name, what, quantity, ...prices]: string[]): string {
    const order = this.#order(what);
    const said = (word: string, now: number) => (prices.includes(word) ? paise(prices[prices.indexOf(word) + 1]) : now);
    return this.#told(
      this.#command({
        kind: 'modify-order',
        account: this.#account(name),
        orderId: order.id,
        quantity: Number(quantity),
        limitPrice: said('limit', order.limitPrice),
        stopPrice: said('stop', order.stopPrice),
      }),
    );
  }

  /** Lines that check; null for those that do something. */
  #look(verb: string, words: string[]): Found | null {
    const [name, what] = words;
    const against = (sum: number, said: string): Found => ({ is: rupees(sum), shouldBe: said });
    switch (verb) {
      case 'cash':
        return this.#isSceneSet ? against(this.#engine.venue.ledger.balance(this.#trader(name).cash), what) : null;
      case 'held':
        return against(this.#engine.venue.ledger.held(this.#trader(name).cash), what);
      case 'shares':
        return this.#isSceneSet ? { is: String(this.#position(name, what)?.quantity ?? 0), shouldBe: words[2] } : null;
      case 'last':
        return against(this.#market(name).quote.last, what);
      case 'book':
        return { is: this.#depth(name, what), shouldBe: words.slice(2).join(' ') };
      case 'lots':
        return { is: grouped(this.#position(name, what)?.lots ?? []) || 'none', shouldBe: words.slice(2).join(' ') };
      case 'pnl':
        return against(this.#realised(name), what);
      case 'charges':
        return against(this.#charges(name), what);
      case 'net':
        return against(this.#realised(name) - this.#charges(name), what);
      case 'loan':
        return against(this.#loans(name), what);
      case 'house':
        return against(this.#engine.venue.ledger.balance(this.#engine.venue.ledger.open('house', 0)), name);
      default:
        return null;
    }
  }

  #set(verb: string, words: string[]): void {
    const [name, what] = words;
    switch (verb) {
      case 'stock':
        return this.#list(words);
      case 'fees':
        return this.#setFees(words);
      case 'limits':
        this.#limits = {
          maxBuyLimit: Number(words[1]),
          maxSellLimit: Number(words[3]),
          timeframeInHours: Number(words[5]),
        };
        if (this.#isSceneSet) this.#command({ kind: 'set-limits', limits: this.#limits });
        return;
      case 'cash':
        this.#command({ kind: 'deposit', account: this.#account(name), amount: paise(what), paymentId: 1 });
        return;
      case 'shares':
        return this.#give(name, what, Number(words[2]), words[4]);
      case 'crowd':
        return this.#crowd(name as Side, what, Number(words[2]), paise(words[4]));
      case 'move':
        return this.#move(name, paise(what));
      case 'halt':
      case 'resume':
        return this.#expectDone({ kind: 'set-halted', symbol: name, isHalted: verb === 'halt' });
      case 'block':
      case 'unblock':
        return this.#expectDone({ kind: 'set-blocked', account: this.#account(name), isBlocked: verb === 'block' });
      case 'halt-all':
      case 'resume-all':
        return this.#expectDone({ kind: 'halt-market', isHalted: verb === 'halt-all' });
      case 'close':
        return this.#expectDone({ kind: 'close-market' });
      case 'auction':
        return this.#expectDone({ kind: 'hold-auction' });
      case 'open':
        return this.#expectDone({ kind: 'open-market' });
      case 'new-day':
        return this.#newDay(words);
      case 'wait':
        this.#at += millisecondsOf(name);
        return;
      default:
        throw new Error(`"${verb}" means nothing here`);
    }
  }

  /** `new-day split TCS 1 into 5`, `new-day bonus TCS 2 into 3`, `new-day dividend TCS 4.00`: the day begins with it. */
  #newDay([kind, symbol, first, , to]: string[]): void {
    const day = this.#engine.venue.day + 1;
    const whose = { id: day, symbol };
    if (kind === undefined) return this.#expectDone({ kind: 'start-day', day });
    if (kind !== 'split' && kind !== 'bonus' && kind !== 'dividend') throw new Error(`no day begins with "${kind}"`);
    const action =
      kind === 'dividend'
        ? ({ ...whose, kind, perShare: paise(first) } as const)
        : ({ ...whose, kind, from: Number(first), to: Number(to) } as const);
    this.#expectDone({ kind: 'start-day', day, actions: [action] });
    if (this.#recorder.actions.some(({ isDone }) => !isDone)) throw new Error(`${kind} of ${symbol} cannot be`);
  }

  #command(command: Command): Outcome {
    this.#sequence++;
    this.#recorder.nextStep([]);
    this.#recorder.auction = auctionOf(command, this.#engine);
    const outcome = this.#engine.apply(command, { sequence: this.#sequence, at: this.#at });
    this.#recorder.auction = 'none';
    this.#fills.push(...this.#recorder.fills);
    return outcome;
  }

  #expectDone(command: Command): void {
    this.#endScene();
    const outcome = this.#command(command);
    if (!outcome.isAccepted) throw new Error(`refused: ${outcome.refusal.reason}`);
  }

  #endScene(): void {
    if (this.#isSceneSet) return;
    this.#isSceneSet = true;
    this.#fills.length = 0;
    this.#at += SCENE_DAYS * 24 * UNIT_MS.h;
    this.#command({ kind: 'set-fees', fees: this.#fees });
    this.#command({ kind: 'set-limits', limits: this.#limits });
  }

  #list([symbol, , tick, , last, , band]: string[]): void {
    const priceBand = band === undefined ? 200_000 : partsPerMillion(band);
    const terms = {
      symbol,
      name: symbol,
      sector: 'Stories',
      tickSize: paise(tick),
      priceBand,
      previousClose: paise(last),
    };
    this.#command({ kind: 'list-instrument', instrument: { ...terms, sharesIssued: 1_000_000_000 } });
    this.#command({ kind: 'set-fees', fees: NO_FEES });
    this.#command({ kind: 'set-limits', limits: NO_LIMITS });
  }

  #setFees([commission, flat, , discount, , from, , to]: string[]): void {
    const rows =
      discount === undefined
        ? []
        : [{ minQuantity: Number(from), maxQuantity: Number(to), discount: partsPerMillion(discount) }];
    this.#fees = {
      ...DEFAULT_FEES,
      commissionRate: partsPerMillion(commission),
      flatFee: paise(flat),
      volumeDiscounts: rows,
    };
    if (this.#isSceneSet) this.#command({ kind: 'set-fees', fees: this.#fees });
  }

  /** Shares are bought from the crowd, without charges, with cash that is paid in for them. */
  #give(name: string, symbol: string, quantity: number, price: string | undefined): void {
    const { quote } = this.#market(symbol);
    const { last } = quote;
    const cost = price === undefined ? last : paise(price);
    this.#command({ kind: 'deposit', account: this.#account(name), amount: cost * quantity, paymentId: 1 });
    this.#crowd('sell', symbol, quantity, cost);
    const terms = {
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'fok',
      product: 'delivery',
      limitPrice: cost,
      stopPrice: 0,
    } as const;
    const outcome = this.#command({ kind: 'place-order', account: this.#account(name), symbol, quantity, ...terms });
    if (!outcome.isAccepted || outcome.order?.status !== 'filled')
      throw new Error(`${name} could not be given ${quantity} ${symbol} at ${rupees(cost)}`);
    if (quote.last !== last) this.#move(symbol, last);
  }

  #crowd(side: Side, symbol: string, quantity: number, price: number): void {
    this.#recorder.nextStep([]);
    const rests = this.#engine.desk(symbol, this.#at).place(-1, side, price, quantity);
    if (rests !== null) this.#recorder.noteTurn(rests);
    this.#fills.push(...this.#recorder.fills);
  }

  #move(symbol: string, price: number): void {
    const desk = this.#engine.desk(symbol, this.#at);
    this.#recorder.nextStep([]);
    const rests = desk.place(-2, 'sell', price, 1);
    if (rests === null || desk.take(-3, 'buy', 1, price) !== 1 || rests.level !== null)
      throw new Error(`${symbol} cannot move to ${rupees(price)}`);
    this.#fills.push(...this.#recorder.fills);
  }

  #place(side: Side, words: string[]): string {
    const { name, title, asked } = readOrder(side, words);
    const outcome = this.#command({ kind: 'place-order', account: this.#account(name), ...asked });
    if (outcome.isAccepted && title !== undefined) this.#orders.set(title, outcome.order!);
    return this.#told(outcome);
  }

  #told(outcome: Outcome): string {
    if (!outcome.isAccepted) return `rejected ${outcome.refusal.reason}`;
    return outcome.order === null ? 'done' : this.#standing(outcome.order);
  }

  #standing(order: Order): string {
    const fills = this.#fills.filter((fill) => fill.order === order);
    const filled = grouped(fills);
    const some = filled.replace(' @', ` of ${order.quantity} @`);
    if (order.status === 'filled') return `filled ${filled}`;
    if (!order.isOpen) return `${fills.length > 0 ? `filled ${some}, ` : ''}${order.status} ${order.endReason}`;
    if (fills.length > 0) return `filled ${some}`;
    if (order.status === 'stop-pending') return 'waits';
    return order.level === null ? 'queued' : 'new';
  }

  #depth(symbol: string, side: string): string {
    if (side !== 'bid' && side !== 'ask') throw new Error(`"${side}" is no side of a book`);
    const levels = this.#market(symbol).book.depth(side === 'bid' ? 'buy' : 'sell', 99);
    return levels.map(({ price, quantity }) => `${rupees(price)} x ${quantity}`).join(', ') || 'none';
  }

  #realised(name: string): number {
    const sales = this.#fills.filter(({ order }) => order.side === 'sell' && order.trader === this.#trader(name));
    return sales.reduce((sum, { price, quantity, cost }) => sum + price * quantity - cost, 0);
  }

  #charges(name: string): number {
    const own = this.#fills.filter(({ order }) => order.trader === this.#trader(name));
    return own.reduce((sum, { brokerage, flatFee }) => sum + brokerage + flatFee, 0);
  }

  #loans(name: string): number {
    let sum = 0;
    for (const { lots } of this.#trader(name).positions.values()) for (const { loan } of lots) sum += loan;
    return sum;
  }

  #account(name: string): number {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account = this.#accounts.size + 1;
    this.#accounts.set(name, account);
    this.#command({ kind: 'open-account', account });
    return account;
  }

  #trader(name: string) {
    return this.#engine.venue.traders.get(this.#account(name))!;
  }

  #position(name: string, symbol: string) {
    return this.#trader(name).positions.get(this.#market(symbol).instrument.id);
  }

  #market(symbol: string) {
    const market = this.#engine.market(symbol);
    if (market === undefined) throw new Error(`no stock ${symbol}`);
    return market;
  }

  #order(title: string): Order {
    const order = this.#orders.get(title);
    if (order === undefined) throw new Error(`no order is called ${title}`);
    return order;
  }
}

/** `90m`, `2h`, `30s`. */
function millisecondsOf(time: string): number {
  return Number(time.slice(0, -1)) * UNIT_MS[time.slice(-1)];
}
