// Keeps traders' screens true: what a commit changed for them at once, and their totals once a second while prices move.
import type { PortfolioSummary } from '../../contract/trade.ts';
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

export class TraderPublisher {
  readonly #exchange: Exchange;
  readonly #pushes: TraderPushes;
  /** The totals each connected trader was last told. */
  #told = new Map<number, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(exchange: Exchange, pushes: TraderPushes) {
    this.#exchange = exchange;
    this.#pushes = pushes;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#sendSummaries(), SUMMARY_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** For `exchange.subscribe`. */
  committed(batch: CommittedBatch): void {
    const { send, isListening, nameOf } = this.#pushes;
    if (![...batch.accounts].some(isListening)) return;
    // The engine has gone on since the commit: what is shown of it must be durable too.
    void this.#exchange
      .read((engine) => pushesOf(engine, batch, isListening, nameOf))
      .then((pushes) => pushes.forEach(send), ignoreRecovery);
  }

  /** A screen asks for its own state. */
  async tell(account: number): Promise<void> {
    const pushes = await this.#exchange
      .read((engine) => [portfolioPush(engine, account), summaryPush(engine, account)])
      .catch(ignoreRecovery);
    pushes?.forEach(this.#pushes.send);
  }

  async #sendSummaries(): Promise<void> {
    const accounts = [...this.#pushes.connectedAccounts()];
    const pushes = await this.#exchange
      .read((engine) => accounts.map((account) => summaryPush(engine, account)))
      .catch(ignoreRecovery);
    const told = new Map<number, string>();
    for (const push of pushes ?? []) {
      const text = textOf(push.payload);
      told.set(push.account, text);
      if (this.#told.get(push.account) !== text) this.#pushes.send(push);
    }
    this.#told = told;
  }
}

function textOf({ totalPortfolioValue, overallProfit, todaysProfit }: PortfolioSummary): string {
  return `${totalPortfolioValue} ${overallProfit} ${todaysProfit}`;
}

/** While the exchange recovers nothing is shown; screens catch up with the next change. */
function ignoreRecovery(): undefined {
  return undefined;
}
