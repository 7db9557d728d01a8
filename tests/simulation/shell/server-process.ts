// One process of the server inside a simulated site: the real exchange, its lease, the real calls of trading, credits and rewards.
import type { Engine } from '../../../core/engine.ts';
import { errorBody } from '../../../server/http-error.ts';
import { asHttpError, successReply } from '../../../server/http/reply.ts';
import { databaseOver } from '../../../server/db/open.ts';
import type { Database } from '../../../server/db/open.ts';
import { Exchange } from '../../../server/exchange/exchange.ts';
import type { CommittedBatch, DecidedBatch } from '../../../server/exchange/batches.ts';
import type { CommandKey } from '../../../server/exchange/command-keys.ts';
import { Lease, untilFree } from '../../../server/exchange/lease.ts';
import type { Caller, Handlers } from '../../../server/handler.ts';
import type { Log } from '../../../server/log.ts';
import { Notices } from '../../../server/notices/notices.ts';
import { NoticeWishes } from '../../../server/notices/wishes.ts';
import { expiryNewsOf } from '../../../server/rewards/expiry.ts';
import { Paying } from '../../../server/rewards/paying.ts';
import { newsOf } from '../../../server/trade/notices.ts';
import { TraderPublisher } from '../../../server/trade/publish.ts';
import type { TraderPushes } from '../../../server/trade/publish.ts';
import type { TraderPush } from '../../../server/trade/pushes.ts';
import { tradeHandlers } from '../../../server/trade/routes.ts';
import { Crediting } from '../../../server/wallet/crediting.ts';
import { findOrdered } from '../../../server/wallet/payments.ts';
import type { Command } from '../../../core/command.ts';
import { ProviderAway } from '../../../server/adapters/payment.ts';
import type { OutsideProvider, PaymentProvider } from '../../../server/adapters/payment.ts';
import { bonusRound } from './bonus-rounds.ts';
import { Defect } from './faults.ts';
import { HoursKeeper } from './hours.ts';
import { SimulatedPool } from './pool.ts';
import type { Surroundings } from './pool.ts';
import { SCHOOL_KINDS, SchoolProcess } from './school-process.ts';
import type { SchoolAsked } from './school-process.ts';
import type { Owner } from './virtual-time.ts';

const VENUE = 1;

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** A client's request; a repeat carries the same key. */
export type Asked =
  | {
      readonly kind: 'order' | 'cancel' | 'modify';
      readonly input: Record<string, unknown>;
      readonly account: number;
      readonly key: string;
    }
  | { readonly kind: 'command'; readonly command: Command; readonly key: CommandKey | null }
  | { readonly kind: 'settle'; readonly order: string; readonly paymentId: string }
  | { readonly kind: 'reward'; readonly account: number }
  | SchoolAsked;

export const isOfSchool = (asked: Asked): asked is SchoolAsked => SCHOOL_KINDS.includes(asked.kind);

/** Events for the observers of the site. */
interface Watcher {
  committed(server: ServerProcess, batch: CommittedBatch): void;
  wrong(what: string): void;
  pushed(server: ServerProcess, push: TraderPush): void;
}

export interface ProcessOptions extends Omit<Surroundings, 'owner' | 'kill'> {
  readonly name: string;
  readonly provider: PaymentProvider;
  /** The school; null if the site has none. */
  readonly gateway: OutsideProvider | null;
  /** Days on which the market stays closed; null if it never closes. */
  readonly holidays: readonly string[] | null;
  /** Whether it ends expired bonuses. */
  readonly hasBonusRounds: boolean;
  readonly watcher: Watcher;
  readonly accounts: () => Iterable<number>;
  /** The clock of this machine. */
  readonly now: () => number;
  /** Whether anything has broken by now. */
  readonly mayFail: () => boolean;
  readonly onOpen: (server: ServerProcess) => void;
  readonly onEnd: (server: ServerProcess) => void;
}

/** How often unfinished work is completed; the real rounds come every minute. */
const ROUND_MS = 4_000;
const HOURS_MS = 1_000;

const callerOf = (account: number): Caller => ({
  id: `person ${account}`,
  accountNo: account,
  role: 'user',
  name: `Trader ${account}`,
  email: `${account}@example.com`,
  loginId: `login ${account}`,
});

export class ServerProcess implements Owner {
  isDead = false;
  openedAt = 0;
  stoppedUntil = 0;
  /** The next execution meets a mistake in the program. */
  isDefective = false;
  readonly name: string;
  readonly pool: SimulatedPool;
  readonly db: Database;
  readonly #options: ProcessOptions;
  readonly #log: Log;
  exchange: Exchange | null = null;
  #lease: Lease | null = null;
  #publisher: TraderPublisher | null = null;
  #handlers: Pick<Handlers, 'POST /orders' | 'POST /cancelOrder/{id}' | 'POST /modifyOrder/{id}'> | null = null;
  #crediting: Crediting | null = null;
  #paying: Paying | null = null;
  #school: SchoolProcess | null = null;
  /** Like a round of rewards, after due rewards have been paid. */
  #endBonuses: () => Promise<void> = () => Promise.resolve();
  hours: HoursKeeper | null = null;

  constructor(options: ProcessOptions) {
    this.name = options.name;
    this.#options = options;
    this.pool = new SimulatedPool({ ...options, owner: this, kill: () => this.kill() });
    this.db = databaseOver(this.pool.asPool);
    this.#log = logOf(options);
  }

  /** Accepts calls. */
  get isOpen(): boolean {
    return !this.isDead && this.#handlers !== null;
  }

  get epoch(): number {
    return this.exchange?.epoch ?? 0;
  }

  /** Like main.ts and app.ts; a process that cannot open ends. */
  async open(isStandby: boolean): Promise<void> {
    try {
      await this.#build(isStandby);
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError)
        this.#options.watcher.wrong(error.stack ?? error.message);
      this.kill();
    }
  }

  async #build(isStandby: boolean): Promise<void> {
    const { db } = this;
    const { now, provider, gateway, holidays, hasBonusRounds, watcher, accounts } = this.#options;
    const log = this.#log;
    if (isStandby) await untilFree({ db, venue: VENUE });
    const wishes = await NoticeWishes.load(db);
    const notices = new Notices({ db, wishes, isListening: () => true, push: () => {}, pushUnread: () => {} });
    const onLost = (): void => {
      if (this.#options.database.tables.takenBy === this.name)
        watcher.wrong(`${this.name} gives the venue up, and nobody else has taken it`);
      this.kill();
    };
    const noticesOf = (batch: DecidedBatch) => notices.rowsOf([...newsOf(batch), ...expiryNewsOf(batch)]);
    const onTrade = (): void => this.#meetDefect();
    const exchange = await Exchange.open({ db, venue: VENUE, log, now, onTrade, noticesOf, onLost });
    this.openedAt = now();
    this.exchange = exchange;
    this.#lease = new Lease({ db, venue: VENUE, log, holder: exchange, onLost });
    await this.#lease.start();
    exchange.subscribe((batch) => watcher.committed(this, batch));
    const pushes: TraderPushes = {
      send: (push) => watcher.pushed(this, push),
      isListening: () => true,
      nameOf: (account) => callerOf(account).name,
      connectedAccounts: accounts,
    };
    this.#publisher = new TraderPublisher(exchange, pushes, log);
    exchange.subscribe((batch) => this.#publisher!.committed(batch));
    const providers = { all: [provider], named: () => provider, for: () => provider } as never;
    const unused = {} as never;
    this.#crediting = new Crediting({ db, exchange, providers, log, now, notices, courses: unused, refunds: unused });
    this.#paying = new Paying({ db, venue: VENUE, exchange, notices, log, now });
    if (gateway !== null) this.#school = new SchoolProcess(gateway, { db, exchange, notices, log, now }, callerOf);
    if (hasBonusRounds) this.#endBonuses = () => bonusRound({ db, venue: VENUE, exchange, notices, now });
    await this.#round(true);
    setInterval(() => void this.#round(false).catch(() => {}), ROUND_MS);
    this.#options.onOpen(this);
    if (holidays !== null) {
      this.hours = new HoursKeeper(holidays, exchange, now);
      setInterval(() => void this.hours!.keep().catch(() => {}), HOURS_MS);
    }
    this.#handlers = tradeHandlers({ db, venue: VENUE, exchange, now });
  }

  #meetDefect(): void {
    if (!this.isDefective) return;
    this.isDefective = false;
    throw new Defect();
  }

  /** Drops old keys, and finishes the work that a crash has left. */
  async #round(isFirst: boolean): Promise<void> {
    await this.exchange!.prune();
    await (this.#school ?? this.#crediting!).finish();
    await this.#paying!.payAll();
    if (isFirst) return;
    await this.#endBonuses();
    await this.#school?.recover();
  }

  /** Answers one call as the web framework would. */
  async answer(asked: Asked): Promise<Reply> {
    try {
      return await this.#answer(asked);
    } catch (error) {
      if (error instanceof ProviderAway || error instanceof Defect) return { status: 503, body: error.message };
      const refusal = asHttpError(error);
      if (refusal.status === 500) this.#options.watcher.wrong(`a call ended in 500: ${(error as Error).stack}`);
      return {
        status: refusal.status,
        body: refusal.status === 503 ? String((error as Error).message) : errorBody(refusal),
      };
    }
  }

  async #answer(asked: Asked): Promise<Reply> {
    const { db } = this;
    if (this.#handlers === null) return { status: 503, body: 'the server closes' };
    if (isOfSchool(asked)) return { status: 200, body: await this.#school!.answer(asked) };
    switch (asked.kind) {
      case 'command': {
        const decision = await this.exchange!.submit(asked.command, asked.key ?? undefined);
        return { status: decision.isAccepted ? 200 : 422, body: JSON.stringify(decision) };
      }
      case 'settle': {
        const payment = await findOrdered(db, 'sandbox', asked.order);
        const isSettled = await this.#crediting!.settle(payment!, asked.paymentId);
        return { status: 200, body: String(isSettled) };
      }
      case 'reward':
        await this.#paying!.payTo([asked.account]);
        return { status: 200, body: 'paid' };
      default: {
        const route = (
          { order: 'POST /orders', cancel: 'POST /cancelOrder/{id}', modify: 'POST /modifyOrder/{id}' } as const
        )[asked.kind];
        const call = { input: asked.input as never, user: callerOf(asked.account), idempotencyKey: asked.key };
        return successReply(await this.#handlers[route](call as never), 200);
      }
    }
  }

  /** The books as an observer sees them; null while they are being restored. */
  look<T>(look: (engine: Engine) => T): T | null {
    if (!this.isOpen || !this.exchange!.isRunning) return null;
    let seen: T | null = null;
    this.exchange!.read((engine) => (seen = look(engine))).catch(() => {});
    return seen;
  }

  /** kill -9. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.pool.abandon();
    this.#options.onEnd(this);
  }

  /** An orderly stop: decisions are made durable and the venue is released, so that a standby need not wait. */
  async close(): Promise<void> {
    this.#handlers = null;
    this.#publisher?.stop();
    if (this.exchange !== null) {
      await this.exchange.close();
      await this.#lease!.giveBack();
    }
    await this.pool.end();
    this.kill();
  }
}

/** Errors that the server does not expect are faults, and so is an outage if nothing has broken; all others are intended. */
function logOf({ watcher, mayFail }: ProcessOptions): Log {
  const note = ({ err: cause }: { err?: unknown }, sentence: string): void => {
    if (cause instanceof Defect) return;
    const isBug = cause instanceof TypeError || cause instanceof RangeError;
    const isOutage = /a commit failed|lease/.test(sentence);
    if (isBug || (isOutage && !mayFail()) || /subscriber|broke off|notices of a batch/.test(sentence))
      watcher.wrong(`${sentence}: ${(cause as Error)?.stack}`);
  };
  return { error: note, warn: note, info: () => {}, debug: () => {} } as unknown as Log;
}
