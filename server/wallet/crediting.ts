// Turns captured payments into cash or lesson places, exactly once however often it is called, and finishes what a crash left undone.
import { refusalText } from '../../contract/messages/refusals.ts';
import { paymentMessages } from '../../contract/messages/wallet.ts';
import type { Paise } from '../../core/money.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { CapturedPayment, PaymentProvider } from '../adapters/payment.ts';
import { ProviderAway } from '../adapters/payment.ts';
import type { Database } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { HttpError } from '../http-error.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import type { CourseSales } from './courses.ts';
import {
  findPaid,
  lookAgain,
  markAttempted,
  markCredited,
  markFailed,
  markPaid,
  openPayments,
  paidPayments,
  standingOfPayer,
} from './payments.ts';
import type { Payment } from './payments.ts';
import type { Providers } from './providers.ts';
import type { Refunds } from './refunds.ts';
import { noteStray } from './stray-payments.ts';

export interface CreditingOptions {
  readonly db: Database;
  readonly exchange: Pick<Exchange, 'submit'>;
  readonly providers: Providers;
  readonly log: Log;
  readonly now: () => number;
  /** Stores the notification of each payment that has arrived. */
  readonly notices: Pick<Notices, 'store'>;
  readonly courses: CourseSales;
  readonly refunds: Refunds;
}

/** An order this old will not be paid any more. */
const ABANDONED_AFTER_MS = 3 * 24 * 3_600_000;
/** The older an open payment is, the longer the pauses between enquiries about it. */
const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** What the payer is told when the exchange does not take it. */
function notCredited(refusal: Refusal, amount: Paise): HttpError {
  const message = refusal.reason === 'invalid-amount' ? paymentMessages.walletFull(amount) : refusalText(refusal);
  return new HttpError(422, message, { code: refusal.reason });
}

/** Whether there will be anybody to spend it is decided within seconds: asking again then finds out. */
const undecided = () =>
  new HttpError(503, paymentMessages.payerLeaving, { code: 'payer-leaving', headers: { 'Retry-After': '30' } });

export class Crediting {
  readonly #options: CreditingOptions;
  /** Credits under way: further requests for the same payment wait for the same result. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(options: CreditingOptions) {
    this.#options = options;
  }

  /**
   * Settles a payment that a caller has proof of. False if the provider has not captured exactly this payment, or not yet; it will be
   * asked again soon.
   * @throws ProviderAway while nothing can be known; it will be asked again then, too.
   */
  async settle(payment: Payment, paymentId: string): Promise<boolean> {
    const { db, providers, log, now } = this.#options;
    if (payment.status === 'credited' && payment.providerPayment === paymentId) return true;
    if (payment.status !== 'credited') await markAttempted(db, payment.id, now());
    const provider = providers.named(payment.provider);
    if (provider === null) throw new ProviderAway(`${payment.provider} is not set up any more`);
    const captured = await provider.captured(paymentId);
    if (captured === null) return false;
    if (payment.status !== 'credited') return this.#settleCaptured(payment, captured);
    if (await noteStray(db, payment, captured, now()))
      log.error({ payment: payment.id, paymentId }, 'an order that is paid was paid once more');
    return false;
  }

  /** Finishes payments that a crash left between the capture and the credit. Needs no provider. */
  async finish(): Promise<void> {
    for (const payment of await paidPayments(this.#options.db)) await this.#tryTo(payment, () => this.#credit(payment));
  }

  /** Asks about payments whose callback never came. */
  async askAfter(): Promise<void> {
    for (const provider of this.#options.providers.all) await this.#askOne(provider);
  }

  async #askOne(provider: PaymentProvider): Promise<void> {
    const { db, log, now } = this.#options;
    const at = now();
    for (const payment of await openPayments(db, provider.name, { now: at, latest: at + LONGEST_PAUSE_MS })) {
      try {
        await this.#closeOpen(provider, payment);
      } catch (error) {
        if (error instanceof ProviderAway) {
          // The others would wait in vain, and none is put off. But if it is only this one, they come before it in the next round.
          await lookAgain(db, payment.id, now());
          return log.warn({ err: error }, `${provider.name} is away`);
        }
        log.error({ err: error, payment: payment.id }, 'a payment could not be finished');
        await this.#putOff(payment);
      }
    }
  }

  async #closeOpen(provider: PaymentProvider, payment: Payment): Promise<void> {
    const { db, now } = this.#options;
    const captured = await provider.capturedFor(payment.providerOrder);
    if (captured !== null && (await this.#settleCaptured(payment, captured))) return;
    await markFailed(db, payment.id, now(), now() - ABANDONED_AFTER_MS);
    await this.#putOff(payment);
  }

  #putOff({ id, createdAt }: Payment): Promise<void> {
    const { db, now } = this.#options;
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, Math.floor((now() - createdAt) / 2)));
    return lookAgain(db, id, now() + pause);
  }

  /** One payment that cannot be finished must not keep the others waiting. */
  async #tryTo(payment: Payment, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.error({ err: error, payment: payment.id }, 'a payment could not be finished');
    }
  }

  /** Credits what the provider captured if it matches the order: same order id, amount and currency. */
  async #settleCaptured(payment: Payment, captured: CapturedPayment): Promise<boolean> {
    const { db, log, now } = this.#options;
    const isOurs = captured.orderId === payment.providerOrder;
    const isWhole = captured.amount === payment.amount && captured.currency === payment.currency;
    const { paymentId } = captured;
    // Another process may have credited it meanwhile, and part of it may already be on its way back: then the captured amount is smaller.
    const paid =
      isOurs && isWhole ? await this.#markPaid(payment, paymentId) : await findPaid(db, payment.id, paymentId);
    if (paid === 'of-nobody') {
      if (await noteStray(db, payment, captured, now()))
        log.error({ payment: payment.id, paymentId }, 'a payment was captured for an account that is deleted');
      return false;
    }
    if (paid === null) {
      // Money at the provider that belongs to nobody here: administrators have to look into it.
      if (await noteStray(db, payment, captured, now()))
        log.error({ payment: payment.id, captured }, 'a captured payment is not the one that was ordered');
      return false;
    }
    if (paid.status !== 'credited') await this.#credit(paid);
    return true;
  }

  /** A lesson place that cannot be taken refunds itself (`sell`), but a wallet must not receive money that nobody can spend. */
  #markPaid(payment: Payment, paymentId: string): Promise<Payment | 'of-nobody' | null> {
    const { db, now } = this.#options;
    const { id, account, purpose } = payment;
    if (purpose === 'course') return markPaid(db, id, paymentId, now());
    return db.transaction(async (transaction) => {
      const isOpen = (await findPaid(transaction, id, paymentId)) === null;
      const payer = isOpen ? await standingOfPayer(transaction, account) : 'stays';
      if (payer === 'leaving') throw undecided();
      return payer === 'gone' ? 'of-nobody' : markPaid(transaction, id, paymentId, now());
    });
  }

  #credit(payment: Payment): Promise<void> {
    const running = this.#running.get(payment.id);
    if (running !== undefined) return running;
    const work = payment.purpose === 'course' ? this.#sell(payment) : this.#deposit(payment);
    const credit = work.finally(() => this.#running.delete(payment.id));
    this.#running.set(payment.id, credit);
    return credit;
  }

  /** One transaction takes the place and marks the payment; if the lesson can no longer be sold, the money is owed back. */
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
   * The key makes the deposit happen once: the exchange keeps it for good, in the transaction of the deposit. A crash between the
   * deposit and marking the row is repaired by asking again. So is a wallet without room for it, once there is some.
   */
  async #deposit({ id, account, amount }: Payment): Promise<void> {
    const { exchange, db, now, notices } = this.#options;
    const decision = await exchange.submit(
      { kind: 'deposit', account, amount, paymentId: id },
      { account, key: `payment:${id}`, forgetsRefusal: true },
    );
    if (!decision.isAccepted) throw notCredited(decision.refusal, amount);
    const message = paymentMessages.credited(amount);
    const notice = { account, kind: 'deposit', message, source: `payment:${id}`, at: now() } as const;
    const show = await db.transaction(async (transaction) =>
      (await markCredited(transaction, id, now())) ? notices.store(transaction, [notice]) : null,
    );
    show?.();
  }
}
