// The calls of the wallet: creating a payment order, the checkout of the built-in provider, and the verification that credits.
import { paymentMessages } from '../../contract/messages/wallet.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Paise } from '../../core/money.ts';
import { cashOf } from '../../core/trade/portfolio.ts';
import type { Decline } from '../adapters/payment-sandbox.ts';
import { ProviderAway, ProviderRefused } from '../adapters/payment.ts';
import type { Database } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import { Crediting } from './crediting.ts';
import type { CreditingOptions } from './crediting.ts';
import { addPayment, findPayment, markAttempted } from './payments.ts';
import type { Returned } from './refunds.ts';
import { paymentDeskHandlers } from './payment-desk.ts';
import { strayHandlers } from './stray-payments.ts';
import { Webhook } from './webhook.ts';

export interface WalletOptions extends CreditingOptions {
  readonly db: Database;
  readonly exchange: Exchange;
  /** The most one top-up may bring, in paise. */
  readonly topupMax: number;
}

type PayingCalls = 'POST /create-order' | 'POST /sandbox/checkout' | 'POST /verify-payment';
type WalletCalls = PayingCalls | keyof ReturnType<typeof strayHandlers> | keyof ReturnType<typeof paymentDeskHandlers>;

export interface Wallet {
  readonly handlers: Pick<Handlers, WalletCalls>;
  /** Receives webhooks of the outside provider; null without one. */
  readonly webhook: Webhook | null;
  /** Finishes what needs no provider: at the start, before trading opens. */
  finish(): Promise<void>;
  /** Finishes whatever was left open, asking the providers about it: at the start, and every minute. */
  recover(): Promise<void>;
}

export function createWallet(options: WalletOptions): Wallet {
  const { db, providers, log, now, refunds } = options;
  const { outside } = providers;
  const crediting = new Crediting(options);
  return {
    webhook: outside && new Webhook({ db, provider: outside, crediting, refunds, log, now }),
    finish: () => crediting.finish(),
    async recover() {
      await crediting.finish();
      await crediting.askAfter();
      await refunds.run();
    },
    handlers: { ...paymentDeskHandlers(db), ...strayHandlers({ db, now }), ...payingHandlers(options, crediting) },
  };
}

function payingHandlers(options: WalletOptions, crediting: Crediting): Pick<Handlers, PayingCalls> {
  const { db, exchange, providers, topupMax, now, courses } = options;
  const { sandbox } = providers;
  const readBalance = (account: number) => exchange.read((engine) => toRupees(cashOf(engine.venue, account).available));
  return {
    async 'POST /create-order'({ input, user }) {
      // The server sets the price of a course; an amount from the client is ignored.
      const offer = input.course_id === undefined ? null : await courses.offer(input.course_id, user);
      const amount = offer?.price ?? topUpAmount(input.amount, topupMax);
      const provider = providers.for(offer === null ? 'wallet' : 'course');
      if (amount < provider.leastAmount) throw amountTooSmall(provider.leastAmount);
      const { id } = await answered(provider.createOrder(amount, 'INR'), paymentMessages.orderUnanswered);
      await addPayment(db, {
        account: user.accountNo,
        userId: user.id,
        amount,
        lesson: offer?.lesson ?? null,
        provider: provider.name,
        providerOrder: id,
        at: now(),
      });
      // As the provider does, send the sum in paise.
      const order = { id, amount, currency: 'INR' } as const;
      const data = { ...order, provider: provider.name, key: provider.publicKey };
      return { data, top: order, message: paymentMessages.orderCreated };
    },

    async 'POST /sandbox/checkout'({ input, user }) {
      const payment = await findPayment(db, input.order_id, user.accountNo);
      if (payment === null || payment.provider !== sandbox.name) throw notFound();
      // The order was made while courses were sold with test money; now they cost real money.
      if (providers.for(payment.purpose) !== sandbox) throw declined('order-expired');
      if (payment.status === 'credited')
        throw new HttpError(409, paymentMessages.alreadyPaid, { code: 'already-paid' });
      const checkout = await sandbox.pay(payment.providerOrder, input);
      if (!checkout.isPaid) throw declined(checkout.decline);
      await markAttempted(db, payment.id, now());
      const { orderId, paymentId, signature } = checkout.receipt;
      const data = { order_id: orderId, payment_id: paymentId, signature };
      return { data, top: data, message: paymentMessages.approved };
    },

    async 'POST /verify-payment'({ input, user }) {
      const { order_id: orderId, payment_id: paymentId, signature, course_id: course, isCourse } = input;
      const payment = await findPayment(db, orderId, user.accountNo);
      if (payment === null) return refused(paymentMessages.verificationFailed);
      const receipt = { orderId: payment.providerOrder, paymentId, signature };
      if (!providers.named(payment.provider)?.isSignatureValid(receipt))
        return refused(paymentMessages.verificationFailed);
      const settling = crediting.settle(payment, paymentId);
      if (!(await answered(settling, paymentMessages.verificationUnanswered)))
        return refused(paymentMessages.verificationFailed);
      const balance = await readBalance(user.accountNo);
      if (payment.lesson !== null) return bought(options, { ...payment, lesson: payment.lesson }, { balance, course });
      // A wallet payment buys no course: its money stays in the wallet.
      if (isCourse === true || course !== undefined) return refused(paymentMessages.verificationFailed);
      return { data: { balance }, top: { success: true }, message: paymentMessages.succeeded };
    },
  };
}

/** What became of the payment of a lesson that has been settled. `course` is what the client believes to have bought. */
async function bought(
  { courses, refunds }: WalletOptions,
  payment: { readonly id: number; readonly lesson: number; readonly amount: Paise },
  { balance, course }: { balance: number; course: string | undefined },
) {
  const { courseId, title } = await courses.describe(payment.lesson);
  const reason = await refunds.reasonOf(payment.id);
  if (reason !== null) return refused(moneyBackSentence(reason)(title, payment.amount));
  // The order decides what was bought, whatever the client names now.
  if (course !== undefined && course !== courseId) return refused(paymentMessages.verificationFailed);
  const data = { balance, course_id: courseId };
  return { data, top: { success: true }, message: paymentMessages.succeededForCourse(title) };
}

function moneyBackSentence(reason: Returned): (title: string, amount: Paise) => string {
  if (reason === 'sold-out') return paymentMessages.soldOut;
  if (reason === 'not-held') return paymentMessages.notHeld;
  if (reason === 'bought-twice') return paymentMessages.boughtTwice;
  return reason === 'given-back' ? paymentMessages.givenBack : paymentMessages.moneyBack;
}

/** Valid input that is not correct. */
function refused(message: string) {
  return { success: false, message, data: null, top: { success: false } };
}

function topUpAmount(amount: Paise | undefined, most: Paise): Paise {
  if (amount === undefined) throw new HttpError(400, paymentMessages.amountInvalid);
  if (amount > most) throw amountTooLarge(most);
  return amount;
}

/** While the provider is unavailable nothing is known, and the same may be asked again. */
async function answered<Answer>(answer: Promise<Answer>, sentence: string): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderAway)
      throw new HttpError(503, sentence, { code: 'provider-away', headers: { 'Retry-After': '30' } });
    if (error instanceof ProviderRefused)
      throw new HttpError(422, paymentMessages.orderRefused, { code: 'provider-refused' });
    throw error;
  }
}

function amountTooSmall(least: Paise): HttpError {
  const message = paymentMessages.amountTooSmallFor(least);
  return new HttpError(400, message, { code: 'amount-too-small', fields: { amount: message } });
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
