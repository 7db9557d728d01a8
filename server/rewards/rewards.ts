// Rewards as a whole: looks at what may earn one, pays what was earned, and finishes what a crash left undone.
import type { Handlers } from '../handler.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createGate } from '../gate.ts';
import { catchUp } from './catch-up.ts';
import { claimEarned } from './earning.ts';
import type { EarningOptions } from './earning.ts';
import { expireBonuses, warnOfEnds } from './expiry.ts';
import { LoyaltyWatch } from './loyalty-watch.ts';
import { Paying } from './paying.ts';
import type { PayingOptions } from './paying.ts';
import { PromotionBook } from './promotions.ts';
import { readEligibility } from './queries.ts';
import type { Eligibility } from './queries.ts';
import { rewardHandlers } from './routes.ts';
import type { RewardCalls } from './routes.ts';

export interface RewardsOptions extends Omit<EarningOptions, 'promotions'>, PayingOptions {
  readonly exchange: Exchange;
}

/** Nobody waits for any of this, and it must not take connections from those who do. */
const LOOKS_AT_ONCE = 1;
const MOST_LOOKS_WAITING = 100_000;

export class Rewards {
  readonly handlers: Pick<Handlers, RewardCalls>;
  readonly #options: RewardsOptions & EarningOptions;
  readonly #paying: Paying;
  readonly #loyalty = new LoyaltyWatch();
  readonly #gate = createGate({ most: LOOKS_AT_ONCE, mostWaiting: MOST_LOOKS_WAITING });
  /** Looks that have not begun: they will see whatever happens until then. */
  readonly #waiting = new Map<number, Promise<void>>();
  readonly #busy = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  private constructor(options: RewardsOptions, promotions: PromotionBook) {
    this.#options = { ...options, promotions };
    this.#paying = new Paying(options);
    this.handlers = rewardHandlers({ ...this.#options, onRulesChanged: () => this.#rulesChanged() });
  }

  static async open(options: RewardsOptions): Promise<Rewards> {
    return new Rewards(options, await PromotionBook.load(options.db));
  }

  /** From now on deposits and trades may earn rewards. */
  watch(): void {
    this.#options.exchange.subscribe((batch) => this.#committed(batch));
  }

  /**
   * Something has happened that may have earned this account a reward. Resolves once that has been paid; never fails: what could not be
   * done now is done by a later round.
   */
  look(account: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const waiting = this.#waiting.get(account);
    if (waiting !== undefined) return waiting;
    const look = this.#lookInTurn(account);
    this.#waiting.set(account, look);
    this.#keep(look);
    return look;
  }

  /** Pays what an earlier process left unpaid, and ends the bonuses whose time is over since. Call it at the start, before anybody can trade. */
  async recover(): Promise<void> {
    await this.#paying.payAll();
    await expireBonuses(this.#options);
  }

  /** Ends bonuses and retries failed payments. Call it every minute. */
  async passTime(): Promise<void> {
    const { promotions, db } = this.#options;
    if (await promotions.settle(db)) this.#rulesChanged();
    await this.#paying.payAll();
    await expireBonuses(this.#options);
    await warnOfEnds(this.#options);
  }

  /** Finds missed rewards. Call it after the start, and from time to time. */
  async catchUp(): Promise<void> {
    this.#loyalty.forget();
    try {
      await catchUp(this.#options, (account) => this.look(account), this.#ending.signal);
    } catch (error) {
      if (!this.#isClosed) throw error;
    }
  }

  eligibility(account: number): Promise<Eligibility> {
    return readEligibility(this.#options, account);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy);
  }

  /** Looks that have not begun are left to the next process, which finds what was missed. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.idle();
  }

  get #isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  #committed({ cashFlows, fills }: Pick<CommittedBatch, 'cashFlows' | 'fills'>): void {
    for (const { kind, account } of cashFlows) if (kind === 'deposit') void this.look(account);
    for (const account of this.#loyalty.worthALook(fills)) void this.look(account);
  }

  async #lookInTurn(account: number): Promise<void> {
    try {
      // Not at once, so that others can see it is waiting.
      await Promise.resolve();
      await this.#gate(async () => {
        this.#waiting.delete(account);
        if (!this.#isClosed) await this.#look(account);
      });
    } catch (error) {
      this.#waiting.delete(account);
      this.#options.log.warn({ err: error, account }, 'a reward waits for the next round');
    }
  }

  async #look(account: number): Promise<void> {
    const begun = this.#loyalty.begin(account);
    const { accounts, distance } = await claimEarned(this.#options, account);
    this.#loyalty.end(account, begun, distance);
    if (accounts.length > 0) await this.#paying.payTo(accounts);
  }

  #rulesChanged(): void {
    const { log } = this.#options;
    this.#keep(this.catchUp().catch((error: unknown) => log.warn({ err: error }, 'rewards wait for the next round')));
  }

  #keep(work: Promise<void>): void {
    const kept = work.finally(() => this.#busy.delete(kept));
    this.#busy.add(kept);
  }
}
