// Keeps traders' screens up to date: at once with what a commit changed for them, and once a second with their totals while prices move.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../core/engine.ts';
import type { PortfolioSummary } from '../../contract/trade/portfolio.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Log } from '../log.ts';
import { portfolioPush, pushesOf, summaryPush } from './pushes.ts';
import type { TraderPush } from './pushes.ts';

/** The part of the socket layer that trading uses. */
export interface TraderPushes {
  send(push: TraderPush): void;
  isListening(account: number): boolean;
  nameOf(account: number): string;
  connectedAccounts(): Iterable<number>;
}

const SUMMARY_MS = 1_000;
/** This many totals are computed and sent before orders get their turn. */
const TOTALS_AT_ONCE = 100;
/** After a new day has begun, this many traders a second are sent their holdings again: their screens then fetch more, and should not all do so at once. */
const NEW_DAYS_AT_ONCE = 100;
/**
 * A trader of more stocks than this is sent the holdings at most once a second. Five hundred stocks are a third of a megabyte: sent with
 * each of many orders that are canceled at once, they would be more than a phone can read in time, and it would be cut off.
 */
const MANY_STOCKS = 50;
/** How often to check whether a recovering exchange is back. */
const AGAIN_MS = 250;

/** What a connected trader was last sent. */
interface Told {
  readonly totals: string;
  /** The market day from which today's profit is counted. */
  readonly day: number;
}

interface Due {
  readonly summary: TraderPush<'portfolioSummaryUpdate'>;
  /** Null unless a new day has begun, or the holdings of many stocks have not been sent with what changed them. */
  readonly portfolio: TraderPush<'portfolioUpdate'> | null;
  readonly told: Told;
}

export class TraderPublisher {
  readonly #exchange: Pick<Exchange, 'read'>;
  readonly #pushes: TraderPushes;
  readonly #log: Pick<Log, 'error'>;
  #told = new Map<number, Told>();
  #newDaysLeft = 0;
  /** Holders of many stocks who have been sent them in this second, and those whose holdings have changed again since. */
  readonly #hadHoldings = new Set<number>();
  readonly #late = new Set<number>();
  #timer: NodeJS.Timeout | null = null;
  #isTelling = false;
  /** Accounts whose request is being answered: all screens of an account get the same answer. */
  readonly #asking = new Set<number>();
  /** Commits are shown in their order. */
  #shown: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(exchange: Pick<Exchange, 'read'>, pushes: TraderPushes, log: Pick<Log, 'error'>) {
    this.#exchange = exchange;
    this.#pushes = pushes;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#sendSummaries(), SUMMARY_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#isOver = true;
  }

  /** For `exchange.subscribe`. */
  committed(batch: CommittedBatch): void {
    if ([...batch.accounts].some(this.#pushes.isListening)) this.#shown = this.#shown.then(() => this.#show(batch));
  }

  /** The engine has moved on since the commit, so what is shown of it must be durable too, and waits until it is. */
  #show(batch: CommittedBatch): Promise<void> {
    const { isListening, nameOf } = this.#pushes;
    return this.#sendWhenThere((engine) => pushesOf(engine, batch, isListening, nameOf, this.#putOffHoldings));
  }

  /** Leaves the holdings of a trader with many stocks to the next round, at most a second later, if they were just sent. Returns whether it did. */
  readonly #putOffHoldings = ({ venue }: Engine, account: number): boolean => {
    const positions = venue.traders.get(account)?.positions;
    if (positions === undefined || positions.size <= MANY_STOCKS) return false;
    if (!this.#hadHoldings.has(account)) {
      this.#hadHoldings.add(account);
      return false;
    }
    this.#late.add(account);
    return true;
  };

  /** Answers a screen that asks for its own state, as soon as the exchange is available. */
  async tell(account: number): Promise<void> {
    if (this.#asking.has(account)) return;
    this.#asking.add(account);
    try {
      await this.#sendWhenThere((engine) => [portfolioPush(engine, account), summaryPush(engine, account)]);
    } finally {
      this.#asking.delete(account);
    }
  }

  async #sendWhenThere(look: (engine: Engine) => readonly TraderPush[]): Promise<void> {
    while (!this.#isOver) {
      const pushes = await this.#exchange.read(look).catch(this.#reasonOf);
      if (pushes === 'failed') return;
      if (pushes !== 'away') return pushes.forEach(this.#send);
      await sleep(AGAIN_MS);
    }
  }

  /** One push that fails keeps no others, neither now nor later. */
  readonly #send = (push: TraderPush): void => {
    try {
      this.#pushes.send(push);
    } catch (error) {
      this.#log.error({ err: error }, 'what a trader should be shown could not be sent');
    }
  };

  /** While the exchange recovers, nothing is shown. Anything else is a mistake of ours, which is shown to the operator alone. */
  readonly #reasonOf = (error: unknown): 'away' | 'failed' => {
    if (error instanceof ExchangeUnavailable) return 'away';
    this.#log.error({ err: error }, 'what a trader should be shown could not be read');
    return 'failed';
  };

  /** A round that takes too long is not overtaken by the next. */
  async #sendSummaries(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      await this.#sendAllTotals();
    } finally {
      this.#isTelling = false;
    }
  }

  async #sendAllTotals(): Promise<void> {
    const accounts = [...this.#pushes.connectedAccounts()];
    const told = new Map<number, Told>();
    this.#newDaysLeft = NEW_DAYS_AT_ONCE;
    this.#hadHoldings.clear();
    for (const account of this.#late) if (!this.#pushes.isListening(account)) this.#late.delete(account);
    for (let from = 0; from < accounts.length && !this.#isOver; from += TOTALS_AT_ONCE) {
      await this.#sendTotals(accounts.slice(from, from + TOTALS_AT_ONCE), told);
      await nextTurn();
    }
    this.#told = told;
  }

  async #sendTotals(accounts: readonly number[], told: Map<number, Told>): Promise<void> {
    const late = accounts.filter((account) => this.#late.has(account));
    const dues = await this.#exchange
      .read((engine) => accounts.map((account) => this.#dueTo(engine, account)))
      .catch(this.#reasonOf);
    if (typeof dues === 'string') {
      for (const account of late) this.#late.add(account);
      return this.#keep(accounts, told);
    }
    for (const due of dues) {
      const { account } = due.summary;
      told.set(account, due.told);
      if (due.portfolio !== null) this.#send(due.portfolio);
      if (this.#told.get(account)?.totals !== due.told.totals) this.#send(due.summary);
    }
  }

  /** Accounts that could not be read keep what they were last told: a day that begins meanwhile is announced afterwards. */
  #keep(accounts: readonly number[], told: Map<number, Told>): void {
    for (const account of accounts) {
      const known = this.#told.get(account);
      if (known !== undefined) told.set(account, known);
    }
  }

  /** A new day changes the base of today's profit for each holding, even without a trade or a price change. */
  #dueTo(engine: Engine, account: number): Due {
    const summary = summaryPush(engine, account);
    const totals = textOf(summary.payload);
    const { day } = engine.venue;
    const known = this.#told.get(account)?.day ?? day;
    if (this.#late.delete(account)) {
      this.#hadHoldings.add(account);
      return { summary, portfolio: portfolioPush(engine, account), told: { totals, day } };
    }
    if (known === day || summary.payload.totalPortfolioValue === 0)
      return { summary, portfolio: null, told: { totals, day } };
    if (this.#newDaysLeft === 0) return { summary, portfolio: null, told: { totals, day: known } };
    this.#newDaysLeft--;
    return { summary, portfolio: portfolioPush(engine, account), told: { totals, day } };
  }
}

function textOf({ totalPortfolioValue, overallProfit, todaysProfit }: PortfolioSummary): string {
  return `${totalPortfolioValue} ${overallProfit} ${todaysProfit}`;
}
