// The steps of a top-up: order at the provider, checkout, verification; each may be repeated after a lost answer without paying twice.
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

export interface Payment {
  /** The order that waits to be paid: the checkout is open. */
  order: PaymentOrder | null;
  isBusy: boolean;
  begin: (rupees: number) => Promise<void>;
  /** Answers the sentence to show in the sheet when it did not go through. */
  pay: (instrument: Instrument) => Promise<string | null>;
  leave: () => void;
}

/** The sentence for an amount that cannot be paid; null when it can. */
export function amountMistake(rupees: number): string | null {
  const parsed = createOrderInput.safeParse({ amount: rupees });
  return parsed.success ? null : parsed.error.issues[0].message;
}

async function verify(paid: CheckoutData): Promise<'credited' | 'told'> {
  const reply = await call('POST /verify-payment', paid, { idempotencyKey: `verify-${paid.payment_id}` });
  for (const name of ['GET /portfolio', 'GET /Userprofile'] as const)
    void queryClient.invalidateQueries({ queryKey: callKey(name) });
  if (reply.ok) return 'credited';
  // Answered, and not credited; or not answered at all (spec 8 has a sentence for each).
  await showAlert(reply.status === 200 ? paymentMessages.verificationFailed : paymentMessages.verificationError);
  return 'told';
}

export function usePayment(onCredited: () => void): Payment {
  const [order, setOrder] = useState<PaymentOrder | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const paid = useRef<CheckoutData | null>(null);

  async function begin(rupees: number): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const reply = await call('POST /create-order', { amount: rupees }, { idempotencyKey: newIdempotencyKey() });
    setIsBusy(false);
    if (!reply.ok) return showAlert(reply.status === 400 ? reply.message : paymentMessages.orderFailed);
    // The page of an outside provider is not part of this version; the order is left unpaid, which costs nothing.
    if (reply.data.provider !== 'sandbox') return showAlert(paymentMessages.orderFailed);
    paid.current = null;
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
      if ((await verify(paid.current)) === 'told') return null;
    } finally {
      setIsBusy(false);
    }
    setOrder(null);
    onCredited();
    return null;
  }

  return { order, isBusy, begin, pay, leave: () => setOrder(null) };
}
