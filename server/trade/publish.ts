// Keeps traders' screens true: what a commit changed for them at once, and their totals once a second while prices move.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../core/engine.ts';
import type { PortfolioSummary } from '../../contract/trade/portfolio.ts';
import { ExchangeUnavailable } from '../exchange/exchange.ts';
import type { CommittedBatch, Exchange } from '../exchange/exchange.ts';
import { portfolioPush, pushesOf, summaryPush } from './pushes.ts';
import type { TraderPush } from './pushes.ts';

/** The part of the socket layer that trading needs. */
export interface TraderPushes {
  send(push: TraderPush): void;
  isListening(account: number): boolean;
  nameOf(account: number): string;
  connectedAccounts(): Iterable<number>;
}

const SUMMARY_MS = 1_000;
/** So many totals are worked out and sent before orders have their turn. */
const TOTALS_AT_ONCE = 100;
/** So many are given their holdings anew each second after a day has begun: their screens ask for more then, and not all at once. */
const NEW_DAYS_AT_ONCE = 100;
/** How often it is looked whether an exchange that recovers is there again. */
const AGAIN_MS = 250;

/** What a connected trader was last told. */
interface Told {
  readonly totals: string;
  /** The day of the market from which today's profit counts. */
  readonly day: number;
}

interface Due {
  readonly summary: TraderPush<'portfolioSummaryUpdate'>;
  /** Null while the day is the one it was. */
  readonly portfolio: TraderPush<'portfolioUpdate'> | null;
  readonly told: Told;
}

export class TraderPublisher {
  readonly #exchange: Pick<Exchange, 'read'>;
  readonly #pushes: TraderPushes;
  #told = new Map<number, Told>();
  #newDaysLeft = 0;
  #timer: NodeJS.Timeout | null = null;
  #isTelling = false;
  /** Whoever has asked and waits: all screens of an account hear the same answer. */
  readonly #asking = new Set<number>();
  /** What was committed is shown in its order. */
  #shown: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(exchange: Pick<Exchange, 'read'>, pushes: TraderPushes) {
    this.#exchange = exchange;
    this.#pushes = pushes;
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

  /** The engine has gone on since the commit: what is shown of it must be durable too, and wait while it is not. */
  #show(batch: CommittedBatch): Promise<void> {
    const { isListening, nameOf } = this.#pushes;
    return this.#sendWhenThere((engine) => pushesOf(engine, batch, isListening, nameOf));
  }

  /** A screen asks for its own state, and has it as soon as the exchange is there. */
  async tell(account: number): Promise<void> {
    if (this.#asking.has(account)) return;
    this.#asking.add(account);
    await this.#sendWhenThere((engine) => [portfolioPush(engine, account), summaryPush(engine, account)]);
    this.#asking.delete(account);
  }

  async #sendWhenThere(look: (engine: Engine) => readonly TraderPush[]): Promise<void> {
    while (!this.#isOver) {
      const pushes = await this.#exchange
        .read(look)
        .catch((error: unknown) => (error instanceof ExchangeUnavailable ? undefined : []));
      if (pushes !== undefined) return pushes.forEach(this.#pushes.send);
      await sleep(AGAIN_MS);
    }
  }

  /** A round that takes too long is not overtaken by the next. */
  async #sendSummaries(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    const accounts = [...this.#pushes.connectedAccounts()];
    const told = new Map<number, Told>();
    this.#newDaysLeft = NEW_DAYS_AT_ONCE;
    for (let from = 0; from < accounts.length && !this.#isOver; from += TOTALS_AT_ONCE) {
      await this.#sendTotals(accounts.slice(from, from + TOTALS_AT_ONCE), told);
      await nextTurn();
    }
    this.#told = told;
    this.#isTelling = false;
  }

  async #sendTotals(accounts: readonly number[], told: Map<number, Told>): Promise<void> {
    const dues = await this.#exchange
      .read((engine) => accounts.map((account) => this.#dueTo(engine, account)))
      .catch(ignoreRecovery);
    if (dues === undefined) return this.#keep(accounts, told);
    for (const due of dues) {
      const { account } = due.summary;
      told.set(account, due.told);
      if (due.portfolio !== null) this.#pushes.send(due.portfolio);
      if (this.#told.get(account)?.totals !== due.told.totals) this.#pushes.send(due.summary);
    }
  }

  /** What could not be looked at is as it was: a day that begins meanwhile is told afterwards. */
  #keep(accounts: readonly number[], told: Map<number, Told>): void {
    for (const account of accounts) {
      const known = this.#told.get(account);
      if (known !== undefined) told.set(account, known);
    }
  }

  /** A new day changes from what today's profit of each holding counts, without a trade or another price. */
  #dueTo(engine: Engine, account: number): Due {
    const summary = summaryPush(engine, account);
    const totals = textOf(summary.payload);
    const { day } = engine.venue;
    const known = this.#told.get(account)?.day ?? day;
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

/** While the exchange recovers nothing is shown. */
function ignoreRecovery(): undefined {
  return undefined;
}
