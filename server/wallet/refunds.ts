// Sends money back to where it came from. What causes a refund records it as owed; it is then made exactly once, even after a crash.
import type { Paise } from '../../core/money.ts';
import { ProviderAway } from '../adapters/payment.ts';
import type { OutsideProvider, PaymentProvider } from '../adapters/payment.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Log } from '../log.ts';
import type { Unsold } from './courses.ts';

/** `given-back`: by the learner, before the lesson; `not-held`: decided by an administrator, after it. */
type Owed = Unsold | 'given-back' | 'not-held';

/** `returned`: the operator refunded it directly at the provider. */
export type Returned = Owed | 'returned';

interface MadeRefund {
  readonly payment: number;
  readonly account: number;
  readonly lesson: number;
  readonly amount: Paise;
}

/** A refund with the instant at which it was recorded: whatever depends on the time uses that, and does not look at the clock again. */
interface MarkedRefund extends MadeRefund {
  readonly at: number;
  /** The provider's number. */
  readonly refundId: string;
}

type RefundingProvider = Pick<PaymentProvider, 'name' | 'refund'>;

export interface RefundOptions {
  readonly db: Database;
  readonly providers: readonly RefundingProvider[];
  readonly log: Log;
  readonly now: () => number;
  /** Called in the transaction that marks it. Returns what to do after that has committed. */
  readonly onMade: (transaction: Queryable, refund: MarkedRefund) => Promise<() => void>;
  /** The same for a refund that the operator made at the provider and nobody here had asked for. */
  readonly onReturned: (transaction: Queryable, refund: MarkedRefund) => Promise<() => void>;
  /** The same for one that was marked, and that the bank has refused since. */
  readonly onRefused: (transaction: Queryable, refund: MarkedRefund) => Promise<() => void>;
}

/** The provider's numbers. */
interface FailedRefund {
  readonly paymentId: string;
  readonly refundId: string;
}

interface DueRow extends MadeRefund {
  readonly providerPayment: string;
  /** Unchanged between asking the provider and recording its answer, this shows that no other news has arrived since. */
  readonly tries: number;
}

type AskedRefund = MadeRefund & Pick<DueRow, 'tries'>;

const DUE = `select r.payment, r.tries, p.account, p.lesson, p.amount, p.provider_payment as "providerPayment"
  from refunds r join payments p on p.id = r.payment`;
const AT_ONCE = 100;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

export class Refunds {
  readonly #options: RefundOptions;
  #running: Promise<void> | null = null;
  /** Somebody asked during a round that may have looked before the new refund was due. */
  #isAskedAgain = false;

  constructor(options: RefundOptions) {
    this.#options = options;
  }

  /** Call it in the transaction that causes the refund. */
  async owe(transaction: Queryable, payment: number, reason: Owed): Promise<void> {
    await transaction.query(
      'insert into refunds (payment, reason, due_at) values ($1, $2, $3) on conflict (payment) do nothing',
      [payment, reason, this.#options.now()],
    );
  }

  /** Why the money is going back, or has gone; null for a payment that stays. */
  async reasonOf(payment: number): Promise<Returned | null> {
    const { rows } = await this.#options.db.query<{ reason: Returned }>(
      'select reason from refunds where payment = $1',
      [payment],
    );
    return rows.at(0)?.reason ?? null;
  }

  /** Every payment for a place in a lesson that will not be held, or was not. */
  async oweAll(transaction: Queryable, lesson: number, reason: 'canceled' | 'not-held'): Promise<void> {
    await transaction.query(
      `insert into refunds (payment, reason, due_at)
       select payment, $3, $2 from enrolments where lesson = $1 and payment is not null
       on conflict (payment) do nothing`,
      [lesson, this.#options.now(), reason],
    );
  }

  /**
   * The provider reports that money has gone back. The report may be old, or about a part, or about an attempt that the bank has since
   * refused, so we ask whether the whole payment went back. If so, what was owed is done, whether or not its own answer has reached us.
   * @throws ProviderAway while nothing can be known.
   */
  async confirmed(provider: Pick<OutsideProvider, 'name' | 'sentBack'>, providerPayment: string): Promise<void> {
    const { rows } = await this.#options.db.query<MadeRefund & { tries: number | null }>(
      `select p.id as payment, p.account, p.lesson, p.amount, r.tries
       from payments p left join refunds r on r.payment = p.id
       where p.provider = $1 and p.provider_payment = $2 and p.status = 'credited' and p.lesson is not null
         and r.refunded_at is null`,
      [provider.name, providerPayment],
    );
    const [paid] = rows;
    if (paid === undefined) return;
    const sent = await provider.sentBack(providerPayment, paid.amount);
    if (sent === null) return;
    const { tries, ...refund } = paid;
    await (tries === null
      ? this.#noteReturned(refund, sent.refundId)
      : this.#mark({ ...refund, tries }, sent.refundId));
  }

  /** A course that was bought, and that nobody here meant to refund. */
  async #noteReturned(returned: MadeRefund, refundId: string): Promise<void> {
    const { db, now, onReturned } = this.#options;
    const show = await db.transaction(async (transaction) => {
      // Locks the lesson first, as canceling does.
      await transaction.query('select 1 from lessons where id = $1 for update', [returned.lesson]);
      const at = now();
      const { rowCount } = await transaction.query(
        `insert into refunds (payment, reason, due_at, provider_refund, refunded_at) values ($1, 'returned', $3, $2, $3)
         on conflict do nothing`,
        [returned.payment, refundId, at],
      );
      return rowCount === 1 ? onReturned(transaction, { ...returned, refundId, at }) : null;
    });
    show?.();
  }

  /**
   * The provider reports that the money did not arrive and has returned to it: the refund is owed as before. This may come in before the
   * answer to the refund itself has been recorded; that answer is then too late. What failed may also be a part that the operator had sent, of
   * a payment that is marked as refunded by another: then the provider is asked whether the whole has gone back all the same.
   * @throws ProviderAway while that cannot be known.
   */
  async failed(
    provider: Pick<OutsideProvider, 'name' | 'sentBack'>,
    { paymentId, refundId }: FailedRefund,
  ): Promise<void> {
    if (await this.#oweAgain(provider.name, { paymentId, refundId })) return;
    const { rows } = await this.#options.db.query<{ markedBy: string; amount: Paise }>(
      `select r.provider_refund as "markedBy", p.amount from refunds r join payments p on p.id = r.payment
       where p.provider = $1 and p.provider_payment = $2 and r.refunded_at is not null`,
      [provider.name, paymentId],
    );
    const [refund] = rows;
    if (refund === undefined || (await provider.sentBack(paymentId, refund.amount)) !== null) return;
    await this.#oweAgain(provider.name, { paymentId, refundId: refund.markedBy });
  }

  /** False if the payment is not owed back, or is marked as refunded by another refund. */
  async #oweAgain(provider: string, { paymentId, refundId }: FailedRefund): Promise<boolean> {
    const { db, log, now, onRefused } = this.#options;
    const [payment, show] = await db.transaction(async (transaction) => {
      const at = now();
      const { rows } = await transaction.query<MadeRefund & { isMade: boolean }>(
        `select r.payment, p.account, p.lesson, p.amount, r.refunded_at is not null as "isMade"
         from refunds r join payments p on p.id = r.payment where p.provider = $1 and p.provider_payment = $2
           and (r.provider_refund = $3 or r.refunded_at is null) for update of r`,
        [provider, paymentId, refundId],
      );
      if (rows.length === 0) return [null, null] as const;
      const [{ isMade, ...refund }] = rows;
      await transaction.query(
        'update refunds set provider_refund = null, refunded_at = null, tries = tries + 1, next_try_at = $2 where payment = $1',
        [refund.payment, at + FIRST_PAUSE_MS],
      );
      return [refund.payment, isMade ? await onRefused(transaction, { ...refund, refundId, at }) : null] as const;
    });
    if (payment === null) return false;
    show?.();
    log.error({ payment, refundId }, 'a refund failed, and is made again');
    return true;
  }

  /** Makes what is due, one round at a time. What the provider does not do now is retried later. */
  run(): Promise<void> {
    this.#isAskedAgain = true;
    this.#running ??= this.#rounds();
    return this.#running;
  }

  /** For callers who do not wait for it. */
  runSoon(): void {
    void this.run().catch((error: unknown) => this.#options.log.warn({ err: error }, 'refunds wait'));
  }

  async #rounds(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        await this.#round();
      }
    } finally {
      this.#running = null;
    }
  }

  async #round(): Promise<void> {
    for (const provider of this.#options.providers) await this.#roundOf(provider);
  }

  async #roundOf(provider: RefundingProvider): Promise<void> {
    for (let due = await this.#due(provider.name); due.length > 0; due = await this.#due(provider.name)) {
      for (const row of due) {
        try {
          await this.#make(provider, row);
        } catch (error) {
          await this.#putOff(row);
          if (error instanceof ProviderAway) return;
          this.#options.log.error({ err: error, payment: row.payment }, 'a payment could not be sent back yet');
        }
      }
      if (due.length < AT_ONCE) return;
    }
  }

  /** The refund is named after the payment: asked twice, the provider sends the money once. */
  async #make(provider: RefundingProvider, row: DueRow): Promise<void> {
    const { payment, amount, providerPayment: paymentId } = row;
    const { refundId } = await provider.refund({ paymentId, amount, key: `refund:${payment}` });
    await this.#mark(row, refundId);
  }

  async #mark({ payment, account, lesson, amount, tries }: AskedRefund, refundId: string): Promise<void> {
    const { db, now, onMade } = this.#options;
    const show = await db.transaction(async (transaction) => {
      const at = now();
      const { rowCount } = await transaction.query(
        'update refunds set provider_refund = $2, refunded_at = $3 where payment = $1 and refunded_at is null and tries = $4',
        [payment, refundId, at, tries],
      );
      return rowCount === 1 ? onMade(transaction, { payment, account, lesson, amount, refundId, at }) : null;
    });
    show?.();
  }

  async #due(provider: string): Promise<DueRow[]> {
    const at = this.#options.now();
    const { rows } = await this.#options.db.query<DueRow>(
      // None is put off for longer than the longest pause, except before the clock was set back.
      `${DUE} where r.refunded_at is null and (r.next_try_at <= $1 or r.next_try_at > $4) and p.provider = $2
         and p.lesson is not null
       order by r.next_try_at, r.payment limit $3`,
      [at, provider, AT_ONCE, at + LONGEST_PAUSE_MS],
    );
    return rows;
  }

  async #putOff({ payment, tries }: DueRow): Promise<void> {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 20), LONGEST_PAUSE_MS);
    await this.#options.db.query(
      'update refunds set tries = tries + 1, next_try_at = $2 where payment = $1 and refunded_at is null',
      [payment, this.#options.now() + pause],
    );
  }
}
