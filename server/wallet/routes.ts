// The calls of the wallet: a payment order, the checkout of the built-in provider, and the verification that credits.
import { paymentMessages } from '../../contract/messages/wallet.ts';
import { toRupees } from '../../contract/wire.ts';
import type { Paise } from '../../core/money.ts';
import { cashOf } from '../../core/trade/portfolio.ts';
import type { Decline, SandboxProvider } from '../adapters/payment-sandbox.ts';
import type { Database } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import { Crediting } from './crediting.ts';
import type { CreditingOptions } from './crediting.ts';
import { addPayment, findPayment, markAttempted } from './payments.ts';

export interface WalletOptions extends CreditingOptions {
  readonly db: Database;
  readonly exchange: Exchange;
  readonly provider: SandboxProvider;
  /** The most one top-up may bring, in paise. */
  readonly topupMax: number;
}

type WalletCalls = 'POST /create-order' | 'POST /verify-payment' | 'POST /sandbox/checkout';

export interface Wallet {
  readonly handlers: Pick<Handlers, WalletCalls>;
  /** Finishes what was left open: at start, before trading opens, and every few minutes. */
  recover(): Promise<void>;
}

export function createWallet(options: WalletOptions): Wallet {
  const { db, exchange, provider, topupMax, now, courses, refunds } = options;
  const crediting = new Crediting(options);
  const readBalance = (account: number) => exchange.read((engine) => toRupees(cashOf(engine.venue, account).available));
  return {
    async recover() {
      await crediting.recover();
      await refunds.run();
    },
    handlers: {
      async 'POST /create-order'({ input, user }) {
        // Of a course the server sets the price, and what the client says counts for nothing.
        const offer = input.course_id === undefined ? null : await courses.offer(input.course_id, user);
        const amount = offer?.price ?? topUpAmount(input.amount, topupMax);
        const { id } = await provider.createOrder(amount, 'INR');
        await addPayment(db, {
          account: user.accountNo,
          userId: user.id,
          amount,
          lesson: offer?.lesson ?? null,
          provider: provider.name,
          providerOrder: id,
          at: now(),
        });
        // As the provider does, the sum goes out in paise.
        const order = { id, amount, currency: 'INR' } as const;
        const data = { ...order, provider: provider.name, key: provider.publicKey };
        return { data, top: order, message: paymentMessages.orderCreated };
      },

      async 'POST /sandbox/checkout'({ input, user }) {
        const payment = await findPayment(db, provider.name, input.order_id, user.accountNo);
        if (payment === null) throw notFound();
        if (payment.status === 'credited')
          throw new HttpError(409, paymentMessages.alreadyPaid, { code: 'already-paid' });
        const checkout = await provider.pay(payment.providerOrder, input);
        if (!checkout.isPaid) throw declined(checkout.decline);
        await markAttempted(db, payment.id, now());
        const { orderId, paymentId, signature } = checkout.receipt;
        const data = { order_id: orderId, payment_id: paymentId, signature };
        return { data, top: data, message: paymentMessages.approved };
      },

      async 'POST /verify-payment'({ input, user }) {
        const { order_id: orderId, payment_id: paymentId, signature, course_id, isCourse } = input;
        const payment = await findPayment(db, provider.name, orderId, user.accountNo);
        const isGenuine =
          payment !== null && provider.isSignatureValid({ orderId: payment.providerOrder, paymentId, signature });
        const isCredited = isGenuine && (await crediting.settle(payment, paymentId));
        if (!isCredited) return refused(paymentMessages.verificationFailed);
        const balance = await readBalance(user.accountNo);
        if (payment.lesson !== null) {
          const { courseId, title } = await courses.describe(payment.lesson);
          if (await refunds.isOwed(payment.id)) return refused(paymentMessages.moneyBack(title, payment.amount));
          // Bought is what the order was made for, whatever else is named now.
          if (course_id !== undefined && course_id !== courseId) return refused(paymentMessages.verificationFailed);
          const data = { balance, course_id: courseId };
          return { data, top: { success: true }, message: paymentMessages.succeededForCourse(title) };
        }
        // A payment into the wallet buys no course: its money stays in the wallet, and the course is not bought.
        if (isCourse === true || course_id !== undefined) return refused(paymentMessages.verificationFailed);
        return { data: { balance }, top: { success: true }, message: paymentMessages.succeeded };
      },
    },
  };
}

/** Well formed, and not so. */
function refused(message: string) {
  return { success: false, message, data: null, top: { success: false } };
}

function topUpAmount(amount: Paise | undefined, most: Paise): Paise {
  if (amount === undefined) throw new HttpError(400, paymentMessages.amountInvalid);
  if (amount > most) throw amountTooLarge(most);
  return amount;
}

function amountTooLarge(most: number): HttpError {
  const message = paymentMessages.amountTooLarge(most);
  return new HttpError(400, message, { code: 'amount-too-large', fields: { amount: message } });
}

function declined(decline: Decline): HttpError {
  switch (decline) {
    case 'declined':
      return new HttpError(402, paymentMessages.declined);
    case 'card-expired':
      return new HttpError(402, paymentMessages.cardExpired, { code: decline });
    case 'unknown-card':
      return new HttpError(402, paymentMessages.testCardsOnly, { code: decline });
    case 'order-expired':
      return new HttpError(409, paymentMessages.orderExpired, { code: decline });
    case 'unknown-order':
      return notFound();
  }
}
