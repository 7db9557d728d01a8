// Chooses what the people and simulated traders of a world do next, looking at the market as they would.
import type { Command, PlaceOrder } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { Order } from '../../core/trade/order.ts';
import type { FeeSchedule } from '../../core/trade/settings.ts';
import type { Action } from './action.ts';
import { drawAffair } from './affairs.ts';
import { drawChange } from './changes.ts';
import { CrowdActs } from './crowd-acts.ts';
import type { CrowdDoing } from './crowd-acts.ts';
import { drawGift } from './gifts.ts';
import { HOSTILE } from './hostile.ts';
import { drawLaw, withLaw } from './laws.ts';
import { drawMoment } from './punctual.ts';
import type { Moment } from './punctual.ts';
import type { Random } from './random.ts';
import { drawLossSquareOff, drawSquareOff } from './square-offs.ts';
import { Wishes } from './wishes.ts';
import { drawFees, drawLimits, NO_LIMITS } from './world.ts';
import type { Doing, World } from './world.ts';

const HOUR_MS = 3_600_000;

type Doable = { kind: 'command'; command: Command } | CrowdDoing | { kind: 'restart' };

export class People {
  readonly #world: World;
  readonly #random: Random;
  readonly #luck: Random;
  /** How often a person is given a reward, or loses one. */
  readonly #shareOfRewards: number;
  /** How often all trading is halted. */
  readonly #shareOfStops: number;
  readonly #whims: Random;
  /** How often a person changes an open order. */
  readonly #shareOfChanges: number;
  readonly #wishes: Wishes;
  readonly #partings: Random;
  /** How often a person leaves. */
  readonly #shareOfPartings: number;
  readonly #affairs: Random;
  /** How often the stocks desk does something. */
  readonly #shareOfAffairs: number;
  readonly #sessions: Random;
  /** How often trading ends for the day and begins anew with an auction. */
  readonly #shareOfSessions: number;
  /** Null if the clocks of several processes decide the moments. */
  readonly #punctual: Random | null;
  /** How often a person acts at the very moment at which something begins or ends. */
  readonly #shareOfMoments: number;
  readonly #laws: Random;
  /** How often the statutory charges change. */
  readonly #shareOfLaws: number;
  readonly #crowd: CrowdActs;
  readonly #waiting: Doable[] = [];
  #sequence = 0;
  #at = 0;
  #day = 0;

  /**
   * `luck` alone decides about rewards and market-wide halts, and `whims` about changes of orders: a world without
   * them is the same as before they were introduced. Likewise `partings` decides who leaves, `affairs` what the stocks
   * desk does, `sessions` when days end and begin, `laws` about statutory charges, and `punctual` about exact
   * moments.
   */
  constructor(
    world: World,
    random: Random,
    {
      luck,
      whims,
      partings,
      affairs,
      sessions,
      laws,
      punctual,
    }: Record<'luck' | 'whims' | 'partings' | 'affairs' | 'sessions' | 'laws', Random> & { punctual?: Random },
  ) {
    this.#world = world;
    this.#random = random;
    this.#luck = luck;
    this.#shareOfRewards = luck.pick([0, 0.02, 0.1]);
    this.#shareOfStops = luck.pick([0, 0, 0.003, 0.01]);
    this.#whims = whims;
    this.#shareOfChanges = whims.pick([0, 0.03, 0.15]);
    this.#wishes = new Wishes(world, random, whims, whims.pick([0, 0.1, 0.6]));
    this.#crowd = new CrowdActs(world, random, this.#wishes);
    this.#partings = partings;
    this.#shareOfPartings = partings.pick([0, 0, 0.003, 0.02]);
    this.#affairs = affairs;
    this.#shareOfAffairs = affairs.pick([0, 0, 0.005, 0.03]);
    this.#sessions = sessions;
    this.#shareOfSessions = sessions.pick([0, 0, 0.005, 0.02]);
    this.#laws = laws;
    this.#shareOfLaws = laws.pick([0, 0, 0.005, 0.03]);
    this.#punctual = punctual ?? null;
    this.#shareOfMoments = punctual?.pick([0, 0, 0.02, 0.1]) ?? 0;
    for (const instrument of world.instruments) this.#wait({ kind: 'list-instrument', instrument });
    this.#wait({ kind: 'set-fees', fees: laws.chance(0.4) ? withLaw(world.fees, laws) : world.fees });
    this.#wait({ kind: 'set-limits', limits: world.limits });
    for (let account = 1; account <= world.users; account++) {
      this.#wait({ kind: 'open-account', account });
      this.#wait(this.#deposit(account));
    }
    for (const { symbol, previousClose, tickSize } of world.instruments) {
      for (let i = 1; i <= 3; i++) {
        const quantity = world.maxQuantity * 3;
        const ask = { kind: 'place', agent: -i, side: 'sell', price: previousClose + i * tickSize, quantity } as const;
        this.#waiting.push({ kind: 'crowd', symbol, act: ask });
        if (previousClose > i * tickSize)
          this.#waiting.push({
            kind: 'crowd',
            symbol,
            act: { ...ask, side: 'buy', price: previousClose - i * tickSize },
          });
      }
    }
  }

  next(engine: Engine): Action {
    const moment = this.#moment(engine);
    const doable: Doable =
      moment === null ? (this.#waiting.shift() ?? this.#choose(engine)) : { kind: 'command', command: moment.command };
    this.#sequence++;
    if (moment !== null) this.#at = moment.at;
    else if (this.#random.chance(0.003)) this.#at += this.#random.whole(1, 30) * HOUR_MS;
    else this.#at += this.#random.whole(0, this.#world.pauseMs);
    const sequence = this.#sequence;
    if (doable.kind === 'crowd') this.#crowd.did(doable, sequence);
    return { sequence, at: this.#at, ...doable };
  }

  #moment(engine: Engine): Moment | null {
    const punctual = this.#punctual;
    if (punctual === null || this.#waiting.length > 0 || !punctual.chance(this.#shareOfMoments)) return null;
    const order = (): PlaceOrder => this.#wishes.order(engine, punctual.whole(1, this.#world.users));
    return drawMoment(engine, punctual, { from: this.#at, order });
  }

  #wait(command: Command): void {
    this.#waiting.push({ kind: 'command', command });
  }

  #choose(engine: Engine): Doable {
    if (this.#luck.chance(this.#shareOfRewards)) return { kind: 'command', command: this.#gift(engine) };
    if (this.#luck.chance(this.#shareOfStops)) return { kind: 'command', command: this.#haltAll(engine) };
    if (this.#partings.chance(this.#shareOfPartings)) return { kind: 'command', command: this.#leave(engine) };
    if (this.#affairs.chance(this.#shareOfAffairs))
      return { kind: 'command', command: drawAffair(engine, this.#affairs, ++this.#day) };
    if (this.#sessions.chance(this.#shareOfSessions)) return { kind: 'command', command: this.#session(engine) };
    if (this.#laws.chance(this.#shareOfLaws))
      return { kind: 'command', command: drawLaw(engine, this.#laws, this.#at) };
    const exit = this.#exit(engine);
    if (exit !== null) return { kind: 'command', command: exit };
    if (this.#whims.chance(this.#shareOfChanges)) return { kind: 'command', command: this.#change(engine) };
    const doing = this.#random.weighted(this.#world.weights);
    if (doing === 'restart') return { kind: 'restart' };
    if (doing === 'shock') return this.#shock(engine);
    if (doing === 'crowdPlace' || doing === 'crowdTake' || doing === 'crowdCancel')
      return this.#crowd.draw(engine, doing);
    return { kind: 'command', command: this.#command(engine, doing) };
  }

  #command(engine: Engine, doing: Doing): Command {
    const random = this.#random;
    const account = random.whole(1, this.#world.users);
    const { symbol } = random.pick(this.#world.instruments);
    switch (doing) {
      case 'hostileOrder':
        return this.#wishes.hostile(engine, account);
      case 'cancelOwn':
        return this.#cancel(engine, (order) => order.trader.id);
      case 'cancelAnothers':
        return this.#cancel(engine, (order) => (order.trader.id % this.#world.users) + 1);
      case 'cancelAsAdmin':
        return this.#cancel(engine, () => null);
      case 'deposit':
        return this.#deposit(account);
      case 'hostileDeposit':
        return {
          kind: 'deposit',
          account: random.pick([account, 0, -1, 9999]),
          amount: random.pick([...HOSTILE, 1e13]),
          paymentId: 1,
        };
      case 'block':
        return this.#block(engine, account);
      case 'halt':
        return this.#halt(engine, symbol);
      case 'limits':
        return {
          kind: 'set-limits',
          limits: random.chance(0.5) ? NO_LIMITS : drawLimits(random, this.#world.maxQuantity),
        };
      case 'fees':
        return { kind: 'set-fees', fees: this.#otherFees(engine) };
      case 'squareOff':
        return drawSquareOff(engine, random, { account, symbol });
      case 'squareOffLosers':
        return drawLossSquareOff(engine, random) ?? this.#wishes.order(engine, account);
      case 'openOrClose':
        return { kind: engine.venue.isOpen && random.chance(0.4) ? 'close-market' : 'open-market' };
      case 'startDay':
        this.#day++;
        // In half of the worlds the market notices it late: orders of the last hour belong to the new day.
        return { kind: 'start-day', day: this.#day, ...(this.#shareOfMoments > 0 && { beganAt: this.#at - HOUR_MS }) };
      default:
        return this.#wishes.order(engine, account);
    }
  }

  #shock(engine: Engine): Doable {
    const [first, ...later] = this.#crowd.shock(engine);
    this.#waiting.push(...later);
    return first;
  }

  /** The statutory charges stay. */
  #otherFees({ venue }: Engine): FeeSchedule {
    return { ...drawFees(this.#random, this.#world.maxQuantity), statutory: venue.fees.statutory };
  }

  /** A person is blocked, tries a few things, and is unblocked again, because otherwise nobody would trade soon. */
  #block(engine: Engine, account: number): Command {
    if (this.#random.chance(0.1)) this.#waiting.push({ kind: 'restart' });
    for (let i = this.#random.whole(0, 3); i > 0; i--) this.#wait(this.#wishes.order(engine, account));
    this.#waitForExits(engine);
    this.#wait({ kind: 'set-blocked', account, isBlocked: false });
    return { kind: 'set-blocked', account: this.#random.chance(0.95) ? account : 9999, isBlocked: true };
  }

  /** A halt, with a few orders in it, and its end. */
  #halt(engine: Engine, symbol: string): Command {
    for (let i = this.#random.whole(0, 6); i > 0; i--)
      this.#wait(this.#wishes.order(engine, this.#random.whole(1, this.#world.users)));
    this.#waitForExits(engine);
    this.#wait({ kind: 'set-halted', symbol, isHalted: false });
    return { kind: 'set-halted', symbol: this.#random.chance(0.95) ? symbol : 'NOWHERE', isHalted: true };
  }

  /** Everything is halted; a few people and the crowd try to trade, and a person may leave, sometimes after a restart; then trading goes on. */
  #haltAll(engine: Engine): Command {
    if (this.#luck.chance(0.3)) this.#waiting.push({ kind: 'restart' });
    for (let i = this.#luck.whole(0, 5); i > 0; i--)
      this.#wait(this.#wishes.order(engine, this.#random.whole(1, this.#world.users)));
    this.#waiting.push(this.#crowd.draw(engine, 'crowdTake'), this.#crowd.draw(engine, 'crowdPlace'));
    this.#wait(this.#cancel(engine, (order) => order.trader.id));
    this.#waitForExits(engine);
    this.#wait({ kind: 'halt-market', isHalted: false });
    return { kind: 'halt-market', isHalted: true };
  }

  /** A night and an opening: orders come while trading is closed, before the auction and after it; sometimes a part is missing. */
  #session(engine: Engine): Command {
    const sessions = this.#sessions;
    const orders = (most: number) => {
      for (let i = sessions.whole(0, most); i > 0; i--)
        this.#wait(this.#wishes.order(engine, this.#random.whole(1, this.#world.users)));
    };
    orders(10);
    if (sessions.chance(0.9)) this.#wait({ kind: 'start-day', day: ++this.#day });
    for (let i = sessions.whole(0, 3); i > 0; i--) this.#waiting.push(this.#crowd.draw(engine, 'crowdPlace'));
    orders(5);
    if (sessions.chance(0.3)) this.#wait(this.#change(engine));
    if (sessions.chance(0.2)) this.#waiting.push({ kind: 'restart' });
    const halted = this.#haltedInAuction();
    const halt = (isHalted: boolean) => halted !== null && this.#wait({ kind: 'set-halted', symbol: halted, isHalted });
    halt(true);
    if (sessions.chance(0.9)) this.#wait({ kind: 'hold-auction' });
    if (this.#day % 2 === 1) halt(false);
    if (sessions.chance(0.2)) this.#waiting.push({ kind: 'restart' });
    orders(2);
    if (sessions.chance(0.2)) this.#wait({ kind: 'hold-auction' });
    this.#wait({ kind: 'open-market' });
    halt(false); // every other day the halt has lasted over the opening
    if (sessions.chance(0.1)) this.#wait({ kind: 'hold-auction' });
    return { kind: 'close-market' };
  }

  /** A stock that is halted while the others have their auction. */
  #haltedInAuction(): string | null {
    const punctual = this.#punctual;
    if (punctual === null || this.#shareOfMoments === 0 || !punctual.chance(0.4)) return null;
    return punctual.pick(this.#world.instruments).symbol;
  }

  /**
   * Mostly a person without shares, otherwise anybody; sometimes twice, or after a restart. A newcomer gets the same
   * number, like a person who comes back, because otherwise nobody would trade soon.
   */
  #leave(engine: Engine): Command {
    const partings = this.#partings;
    const flat = engine.venue.traders.values().filter((trader) => trader.holdings().length === 0);
    const isAnybody = flat.length === 0 || partings.chance(0.1);
    const account = isAnybody ? partings.pick([partings.whole(1, this.#world.users), 9999]) : partings.pick(flat).id;
    if (partings.chance(0.2)) this.#wait({ kind: 'close-account', account });
    if (partings.chance(0.2)) this.#waiting.push({ kind: 'restart' });
    if (account !== 9999) this.#wait(this.#wishes.order(engine, account));
    this.#wait({ kind: 'set-blocked', account, isBlocked: false });
    if (account !== 9999) this.#wait(this.#deposit(account));
    return { kind: 'close-account', account };
  }

  #deposit(account: number): Command {
    const { previousClose } = this.#random.pick(this.#world.instruments);
    const oneOrder = previousClose * this.#world.maxQuantity;
    const most = Math.min(oneOrder * this.#world.ordersWorthOfCash, 1e11);
    return {
      kind: 'deposit',
      account,
      amount: this.#random.whole(Math.ceil(most / 2), Math.ceil(most * 1.2)),
      paymentId: 1,
    };
  }

  #gift(engine: Engine): Command {
    return drawGift(engine, this.#luck, { world: this.#world, at: this.#at, rewardId: this.#sequence });
  }

  #change(engine: Engine): Command {
    return drawChange(engine, this.#whims, { world: this.#world, sequence: this.#sequence });
  }

  #cancel(engine: Engine, by: (order: Order) => number | null): Command {
    const open = [...engine.venue.orders.values()];
    if (open.length === 0 || this.#random.chance(0.1)) {
      return {
        kind: 'cancel-order',
        account: this.#random.whole(1, this.#world.users),
        orderId: this.#random.chance(0.8) ? this.#random.whole(1, this.#sequence) : this.#random.pick(HOSTILE),
      };
    }
    const order = this.#random.pick(open);
    return { kind: 'cancel-order', account: by(order), orderId: order.id };
  }

  /** The exchange tries to place them in any case. */
  #waitForExits({ venue }: Engine): void {
    for (const entryId of venue.exitsDue.keys()) this.#wait({ kind: 'place-exit', entryId });
  }

  /** The exchange places exits soon after the buy; sometimes a person requests one that does not exist. */
  #exit({ venue }: Engine): Command | null {
    const due = [...venue.exitsDue.keys()];
    if (due.length > 0 && this.#whims.chance(0.5)) return { kind: 'place-exit', entryId: this.#whims.pick(due) };
    return this.#whims.chance(0.002)
      ? { kind: 'place-exit', entryId: this.#whims.pick([0, -1, 1, this.#sequence]) }
      : null;
  }
}
