// The steps of a payment, for the wallet or for a course: order at the provider, checkout, verification; each may be repeated after a lost answer without paying twice.
import { useRef, useState } from 'react';
import { paymentMessages } from '../../contract/messages/wallet.ts';
import { createOrderInput } from '../../contract/wallet.ts';
import type { CheckoutData, PaymentOrder } from '../../contract/wallet.ts';
import type { WireInputOf } from '../../contract/routes.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { callKey, queryClient } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';

/** How the sheet says what is paid with; the order it belongs to is known here. */
export type Instrument =
  WireInputOf<'POST /sandbox/checkout'> extends infer Input
    ? Input extends { order_id: string }
      ? Omit<Input, 'order_id'>
      : never
    : never;

/** A top-up in rupees, or a course, whose price the server knows. */
export type PaidFor = { amount: number } | { course_id: string };

export interface Payment {
  /** The order that waits to be paid: the checkout is open. */
  order: PaymentOrder | null;
  isBusy: boolean;
  begin: (what: PaidFor) => Promise<void>;
  /** Answers the sentence to show in the sheet when it did not go through. */
  pay: (instrument: Instrument) => Promise<string | null>;
  leave: () => void;
}

/** The sentence for an amount that cannot be paid; null when it can. */
export function amountMistake(rupees: number): string | null {
  const parsed = createOrderInput.safeParse({ amount: rupees });
  return parsed.success ? null : parsed.error.issues[0].message;
}

const changedByTopUp = ['GET /portfolio', 'GET /Userprofile'] as const;
const changedByCourse = ['GET /getPurchased', 'GET /activeSessions', 'GET /getLesson/{id}'] as const;

async function verify(paid: CheckoutData, what: PaidFor): Promise<'credited' | 'refused' | 'unknown'> {
  const course = 'course_id' in what ? { course_id: what.course_id, isCourse: true } : {};
  const reply = await call(
    'POST /verify-payment',
    { ...paid, ...course },
    { idempotencyKey: `verify-${paid.payment_id}` },
  );
  for (const name of 'course_id' in what ? changedByCourse : changedByTopUp)
    void queryClient.invalidateQueries({ queryKey: callKey(name) });
  if (reply.ok) return 'credited';
  // Answered, and not credited; or not answered at all (spec 8 has a sentence for each).
  await showAlert(reply.status === 200 ? reply.message : paymentMessages.verificationError);
  return reply.status === 200 ? 'refused' : 'unknown';
}

/** What is wrong with the amount, or why the course cannot be bought. */
function isOurSentence(status: number): boolean {
  return status === 400 || status === 404 || status === 409;
}

export function usePayment(onCredited: () => void): Payment {
  const [order, setOrder] = useState<PaymentOrder | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const paid = useRef<CheckoutData | null>(null);
  const paidFor = useRef<PaidFor>({ amount: 0 });

  async function begin(what: PaidFor): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const reply = await call('POST /create-order', what, { idempotencyKey: newIdempotencyKey() });
    setIsBusy(false);
    if (!reply.ok) return showAlert(isOurSentence(reply.status) ? reply.message : paymentMessages.orderFailed);
    // The page of an outside provider is not part of this version; the order is left unpaid, which costs nothing.
    if (reply.data.provider !== 'sandbox') return showAlert(paymentMessages.orderFailed);
    paid.current = null;
    paidFor.current = what;
    setOrder(reply.data);
  }

  async function pay(instrument: Instrument): Promise<string | null> {
    if (!order || isBusy) return null;
    setIsBusy(true);
    try {
      if (!paid.current) {
        const reply = await call(
          'POST /sandbox/checkout',
          { ...instrument, order_id: order.id },
          { idempotencyKey: newIdempotencyKey() },
        );
        if (!reply.ok) return reply.message;
        paid.current = reply.data;
      }
      // Paid once, the sheet only asks again for the credit.
      const outcome = await verify(paid.current, paidFor.current);
      // A course that could not be sold has nothing more to ask for; a top-up of which nothing is known has.
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
