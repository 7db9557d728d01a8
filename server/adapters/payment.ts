// What the wallet asks of a payment provider. The built-in test provider stands in payment-sandbox.ts, Razorpay in payment-razorpay.ts.
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
 * Every method that needs the provider throws `ProviderAway` while it is away, and `ProviderRefused` when it does not do
 * what it is asked.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'razorpay';
  /** What its checkout needs to know of us, where there is such a thing. */
  readonly publicKey: string | null;
  /** It takes no smaller payment. */
  readonly leastAmount: Paise;
  createOrder(amount: Paise, currency: 'INR'): Promise<ProviderOrder>;
  /** Checked in constant time against the order id that we stored. */
  isSignatureValid(receipt: Receipt): boolean;
  /** Null when the provider knows no such payment, or has not captured it. What is only authorised is captured now. */
  captured(paymentId: string): Promise<CapturedPayment | null>;
  /** The captured payment of an order, for a callback that never came. */
  capturedFor(orderId: string): Promise<CapturedPayment | null>;
  /** Sends a captured payment's money back to where it came from. The same key again answers the same refund. */
  refund(order: RefundOrder): Promise<{ refundId: string }>;
}

/** What an outside provider tells us unasked, and only once we know that it is the one who tells it. */
export type ProviderNews =
  | { readonly kind: 'captured' | 'failed'; readonly orderId: string; readonly paymentId: string }
  | { readonly kind: 'refunded' | 'refund-failed'; readonly paymentId: string; readonly refundId: string }
  /** Something that does not concern us. */
  | { readonly kind: 'other' };

/** A provider with a business of its own, which asks money of people and pushes its news (a webhook). */
export interface OutsideProvider extends PaymentProvider {
  /** Its keys move real money. */
  readonly isLive: boolean;
  /** The refund by which so much of a payment has gone back, or is on its way; null when none stands. */
  sentBack(paymentId: string, amount: Paise): Promise<{ refundId: string } | null>;
  /** Null when the signature is not the provider's. `body` is what was sent, byte for byte. */
  readNews(body: Buffer, signature: string): ProviderNews | null;
}

/** The provider does not answer: nothing is known, and asking again later is safe. */
export class ProviderAway extends Error {}

/** The provider has answered that it will not do it. */
export class ProviderRefused extends Error {}
