// Turns captured payments into cash, exactly once, whoever asks first and however often, and finishes what a crash left.
import { rupeeText } from '../../contract/messages/sums.ts';
import { refusalText } from '../../contract/messages/trade.ts';
import type { CapturedPayment, PaymentProvider } from '../adapters/payment.ts';
import { ProviderAway } from '../adapters/payment.ts';
import type { Database } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { HttpError, unavailable } from '../http-error.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import type { CourseSales } from './courses.ts';
import { markCredited, markFailed, markPaid, openPayments, paidPayments } from './payments.ts';
import type { Payment } from './payments.ts';
import type { Refunds } from './refunds.ts';

export interface CreditingOptions {
  readonly db: Database;
  readonly exchange: Pick<Exchange, 'submit'>;
  readonly provider: PaymentProvider;
  readonly log: Log;
  readonly now: () => number;
  /** Told of each payment that has arrived. */
  readonly notices: Pick<Notices, 'store'>;
  readonly courses: CourseSales;
  readonly refunds: Refunds;
}

/** A callback that has not come by then will not: the provider is asked itself. */
const LOST_AFTER_MS = 15 * 60_000;
/** Nobody pays an order this old. */
const ABANDONED_AFTER_MS = 3 * 24 * 3_600_000;

export class Crediting {
  readonly #options: CreditingOptions;
  /** Credits under way: whoever asks for the same payment meanwhile waits for the same answer. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(options: CreditingOptions) {
    this.#options = options;
  }

  /** Credits a payment whose receipt is genuine. False when the provider has not captured just this. */
  async settle(payment: Payment, paymentId: string): Promise<boolean> {
    if (payment.status === 'credited') return payment.providerPayment === paymentId;
    const captured = await asked(this.#options.provider.captured(paymentId));
    return captured !== null && this.#settleCaptured(payment, captured);
  }

  /** Finishes payments that a crash, or a callback that never came, left open. Call it at start and every few minutes. */
  async recover(): Promise<void> {
    const { db, provider, now } = this.#options;
    for (const payment of await paidPayments(db, provider.name))
      await this.#tryTo(payment, () => this.#credit(payment));
    for (const payment of await openPayments(db, provider.name, now() - LOST_AFTER_MS)) {
      await this.#tryTo(payment, () => this.#closeOpen(payment));
    }
  }

  async #closeOpen(payment: Payment): Promise<void> {
    const { db, provider, now } = this.#options;
    const captured = await provider.capturedFor(payment.providerOrder);
    if (captured !== null) await this.#settleCaptured(payment, captured);
    else await markFailed(db, payment.id, now(), now() - ABANDONED_AFTER_MS);
  }

  /** One payment that cannot be finished must not keep the others waiting. */
  async #tryTo(payment: Payment, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.error({ err: error, payment: payment.id }, 'a payment could not be finished');
    }
  }

  /** Credits what the provider captured, if it is what we asked for: same order, same sum, same currency. */
  async #settleCaptured(payment: Payment, captured: CapturedPayment): Promise<boolean> {
    const isOurs = captured.orderId === payment.providerOrder;
    const isWhole = captured.amount === payment.amount && captured.currency === payment.currency;
    if (!isOurs || !isWhole) return false;
    const paid = await markPaid(this.#options.db, payment.id, captured.paymentId, this.#options.now());
    if (paid === null) return false;
    if (paid.status !== 'credited') await this.#credit(paid);
    return true;
  }

  #credit(payment: Payment): Promise<void> {
    const running = this.#running.get(payment.id);
    if (running !== undefined) return running;
    const work = payment.purpose === 'course' ? this.#sell(payment) : this.#deposit(payment);
    const credit = work.finally(() => this.#running.delete(payment.id));
    this.#running.set(payment.id, credit);
    return credit;
  }

  /** The place in the lesson and the mark on the payment are one transaction; what cannot be sold any more is owed back. */
  async #sell(payment: Payment): Promise<void> {
    const { db, now, courses, refunds } = this.#options;
    const sale = await db.transaction(async (transaction) => {
      if (!(await markCredited(transaction, payment.id, now()))) return null;
      const made = await courses.sell(transaction, payment);
      if (made.unsold !== null) await refunds.owe(transaction, payment.id, made.unsold);
      return made;
    });
    sale?.show();
    if (sale?.unsold) refunds.runSoon();
  }

  /**
   * The key makes the deposit happen once: the exchange keeps it in the transaction of the deposit, for good. So a crash
   * after the deposit and before the row is marked is healed by asking again.
   */
  async #deposit({ id, account, amount }: Payment): Promise<void> {
    const { exchange, db, now, notices } = this.#options;
    const decision = await exchange.submit(
      { kind: 'deposit', account, amount, paymentId: id },
      { account, key: `payment:${id}` },
    );
    if (!decision.isAccepted)
      throw new HttpError(422, refusalText(decision.refusal), { code: decision.refusal.reason });
    const message = `${rupeeText(amount)} has been added to your wallet.`;
    const notice = { account, kind: 'deposit', message, source: `payment:${id}`, at: now() } as const;
    const show = await db.transaction(async (transaction) =>
      (await markCredited(transaction, id, now())) ? notices.store(transaction, [notice]) : null,
    );
    show?.();
  }
}

/** While the provider is away nothing is known: the caller may try again. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ProviderAway ? unavailable() : error;
  }
}
