// The steps of a payment, for the wallet or a course: order, checkout, verification. Each can be repeated after a lost answer without paying twice.
import { useRef, useState } from 'react';
import { callMessages } from '../../contract/messages/call.ts';
import { paymentMessages } from '../../contract/messages/wallet.ts';
import { createOrderInput } from '../../contract/wallet.ts';
import type { CheckoutData, PaymentOrder } from '../../contract/wallet.ts';
import type { WireInputOf } from '../../contract/routes.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../api.ts';
import { invalidateCalls } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { loadRazorpay, openRazorpay } from './razorpay.ts';

/** The payment method from the sheet; its order is known here. */
export type Instrument =
  WireInputOf<'POST /sandbox/checkout'> extends infer Input
    ? Input extends { order_id: string }
      ? Omit<Input, 'order_id'>
      : never
    : never;

/** A top-up in rupees, or a course, whose price the server knows. */
type PaidFor = { amount: number } | { course_id: string };

export interface Payment {
  /** The order that waits to be paid; the built-in sheet is open while there is one. */
  order: PaymentOrder | null;
  isBusy: boolean;
  begin: (what: PaidFor) => Promise<void>;
  /** Returns the sentence to show in the sheet if the payment failed. */
  pay: (instrument: Instrument) => Promise<string | null>;
  leave: () => void;
}

/** The sentence for an amount that cannot be paid; null when it can. */
export function amountMistake(rupees: number): string | null {
  const parsed = createOrderInput.safeParse({ amount: rupees });
  return parsed.success ? null : parsed.error.issues[0].message;
}

const changedByTopUp = ['GET /portfolio', 'GET /Userprofile', 'GET /statement', 'GET /rewards'] as const;
/** A place in a lesson, paid for or free. */
export const changedByCourse = ['GET /getPurchased', 'GET /activeSessions', 'GET /getLesson/{id}'] as const;

function refresh(calls: typeof changedByTopUp | typeof changedByCourse): void {
  void invalidateCalls(...calls);
}

/** The sheet is locked meanwhile: on a dead line it must become usable again. Nothing is paid twice. */
const once = () => ({ idempotencyKey: newIdempotencyKey(), timeoutMs: ANSWER_WITHIN_MS });

type Outcome = 'credited' | 'refused' | 'unknown';

async function verify(paid: CheckoutData, what: PaidFor): Promise<Outcome> {
  const course = 'course_id' in what ? { course_id: what.course_id, isCourse: true } : {};
  // A new key each time: a payment is credited once anyway, and an answer that came too early must not be kept.
  const input = { ...paid, ...course };
  const reply = await call('POST /verify-payment', input, once());
  refresh('course_id' in what ? changedByCourse : changedByTopUp);
  if (reply.ok) return 'credited';
  // Either answered but not credited, or not answered at all (spec 8 has a sentence for each).
  const isRefused = reply.status === 200;
  const { verificationFailed, verificationError } = paymentMessages;
  // The payment stands, and is credited later: the server says why not now. Of a full wallet the sum is invalid.
  const isOpen = ['provider-away', 'payer-leaving', 'invalid-amount'].includes(reply.code);
  const isSaid = isOpen || (isRefused && reply.message !== callMessages.failed);
  await showAlert(isSaid ? reply.message : isRefused ? verificationFailed : verificationError);
  return isRefused ? 'refused' : 'unknown';
}

/** The mistake in the amount, why the course cannot be bought, or what is wrong with the provider. */
function isOurSentence({ status, code }: { status: number; code: string }): boolean {
  return status === 400 || status === 404 || status === 409 || code.startsWith('provider-');
}

const descriptionOf = (what: PaidFor): string =>
  'course_id' in what ? 'Trading course' : 'Practice money for your wallet';

/** Pays through the outside provider's page. Null if nothing was paid. */
async function payOutside(order: PaymentOrder, what: PaidFor, onOpen: () => void): Promise<Outcome | null> {
  const { key } = order;
  const checkout = key === null ? null : await loadRazorpay().catch(() => null);
  if (key === null || checkout === null) {
    await showAlert(paymentMessages.pageUnreachable);
    return null;
  }
  onOpen();
  const paid = await openRazorpay(checkout, { ...order, key }, descriptionOf(what));
  return paid && verify(paid, what);
}

interface PaymentEvents {
  onCredited: () => void;
  /** The outside provider's page opens over ours, so dialogs that hold the focus must release it. */
  onOutside?: () => void;
}

export function usePayment({ onCredited, onOutside = () => {} }: PaymentEvents): Payment {
  const [order, setOrder] = useState<PaymentOrder | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const paid = useRef<CheckoutData | null>(null);
  const paidFor = useRef<PaidFor>({ amount: 0 });

  async function begin(what: PaidFor): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const reply = await call('POST /create-order', what, once());
    if (reply.ok && reply.data.provider === 'razorpay') {
      const outcome = await payOutside(reply.data, what, onOutside);
      setIsBusy(false);
      return outcome === 'credited' ? onCredited() : undefined;
    }
    setIsBusy(false);
    if (!reply.ok) {
      // The last seat may have been taken while the page was open.
      if ('course_id' in what) refresh(changedByCourse);
      return showAlert(isOurSentence(reply) ? reply.message : paymentMessages.orderFailed);
    }
    paid.current = null;
    paidFor.current = what;
    setOrder(reply.data);
  }

  async function pay(instrument: Instrument): Promise<string | null> {
    if (!order || isBusy) return null;
    setIsBusy(true);
    try {
      if (!paid.current) {
        const reply = await call('POST /sandbox/checkout', { ...instrument, order_id: order.id }, once());
        if (!reply.ok) return reply.message;
        paid.current = reply.data;
      }
      // Once paid, the sheet only asks for the credit again.
      const outcome = await verify(paid.current, paidFor.current);
      // For a course that could not be sold there is nothing more to ask; for a top-up with an unknown outcome there is.
      if (outcome === 'refused' && 'course_id' in paidFor.current) setOrder(null);
      if (outcome !== 'credited') return null;
    } finally {
      setIsBusy(false);
    }
    setOrder(null);
    onCredited();
    return null;
  }

  return { order, isBusy, begin, pay, leave: () => setOrder(null) };
}
