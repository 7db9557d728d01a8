// What the wallet asks of a payment provider. The built-in test provider stands in payment-sandbox.ts.
import type { Paise } from '../../core/money.ts';

export interface ProviderOrder {
  /** The provider's own id; its checkout is opened with it. */
  readonly id: string;
}

/** What our side of a payment is called in the callback of the checkout. */
export interface Receipt {
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

/** A payment as the provider knows it: this, and nothing a client says, decides what is credited. */
export interface CapturedPayment {
  readonly paymentId: string;
  readonly orderId: string;
  readonly amount: Paise;
  readonly currency: string;
}

export interface RefundOrder {
  readonly paymentId: string;
  readonly amount: Paise;
  /** Our name for this refund: asked twice, the money goes once. */
  readonly key: string;
}

/**
 * A provider that pushes what it captured (a webhook) is read by its adapter too, and ends in the same settling of a
 * captured payment as a verification does. Every method that needs the provider throws `ProviderAway` while it is away.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'razorpay';
  /** What its checkout needs to know of us, where there is such a thing. */
  readonly publicKey: string | null;
  createOrder(amount: Paise, currency: 'INR'): Promise<ProviderOrder>;
  /** Checked in constant time against the order id that we stored. */
  isSignatureValid(receipt: Receipt): boolean;
  /** Null when the provider knows no such payment, or has not captured it. */
  captured(paymentId: string): Promise<CapturedPayment | null>;
  /** The captured payment of an order, for a callback that never came. */
  capturedFor(orderId: string): Promise<CapturedPayment | null>;
  /** Sends a captured payment's money back to where it came from. The same key again answers the same refund. */
  refund(order: RefundOrder): Promise<{ refundId: string }>;
}

/** The provider does not answer: nothing is known, and asking again later is safe. */
export class ProviderAway extends Error {}
