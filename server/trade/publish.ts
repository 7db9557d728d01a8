// Keeps traders' screens true: what a commit changed for them at once, and their totals once a second while prices move.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../core/engine.ts';
import type { PortfolioSummary } from '../../contract/trade.ts';
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
/** How often it is looked whether an exchange that recovers is there again. */
const AGAIN_MS = 250;

export class TraderPublisher {
  readonly #exchange: Exchange;
  readonly #pushes: TraderPushes;
  /** The totals each connected trader was last told. */
  #told = new Map<number, string>();
  #timer: NodeJS.Timeout | null = null;
  #isTelling = false;
  /** The market's day that connected traders were told of. */
  #day = 0;
  /** Whoever has asked and waits: all screens of an account hear the same answer. */
  readonly #asking = new Set<number>();
  /** What was committed is shown in its order. */
  #shown: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(exchange: Exchange, pushes: TraderPushes) {
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
    const told = new Map<number, string>();
    // Where nobody is connected, nobody has been told of a day before.
    const day = accounts.length === 0 ? 0 : await this.#exchange.read(({ venue }) => venue.day).catch(() => this.#day);
    // Today's profit of every holding begins anew.
    const isNewDay = this.#day !== 0 && day !== 0 && day !== this.#day;
    for (let from = 0; from < accounts.length && !this.#isOver; from += TOTALS_AT_ONCE) {
      const some = accounts.slice(from, from + TOTALS_AT_ONCE);
      if (isNewDay) await this.#sendWhenThere((engine) => some.map((account) => portfolioPush(engine, account)));
      await this.#sendTotals(some, told);
      await nextTurn();
    }
    this.#day = day;
    this.#told = told;
    this.#isTelling = false;
  }

  async #sendTotals(accounts: readonly number[], told: Map<number, string>): Promise<void> {
    const pushes = await this.#exchange
      .read((engine) => accounts.map((account) => summaryPush(engine, account)))
      .catch(ignoreRecovery);
    for (const push of pushes ?? []) {
      const text = textOf(push.payload);
      told.set(push.account, text);
      if (this.#told.get(push.account) !== text) this.#pushes.send(push);
    }
  }
}

function textOf({ totalPortfolioValue, overallProfit, todaysProfit }: PortfolioSummary): string {
  return `${totalPortfolioValue} ${overallProfit} ${todaysProfit}`;
}

/** While the exchange recovers nothing is shown. */
function ignoreRecovery(): undefined {
  return undefined;
}
