// The interface of payment providers: the built-in test provider (payment-sandbox.ts) and Razorpay (payment-razorpay.ts).
import type { Paise } from '../../core/money.ts';

export interface ProviderOrder {
  /** The provider's own id; its checkout is opened with it. */
  readonly id: string;
}

/** What the provider's checkout hands to the page after a payment. */
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
  /** Our name for this refund: repeated with the same key, the money is sent once. */
  readonly key: string;
}

/** Every method that asks the provider throws `ProviderAway` while it is unreachable, and `ProviderRefused` if it refuses. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'razorpay';
  /** The key that the provider's checkout page needs; null if it needs none. */
  readonly publicKey: string | null;
  /** The smallest payment it accepts. */
  readonly leastAmount: Paise;
  createOrder(amount: Paise, currency: 'INR'): Promise<ProviderOrder>;
  /** Compared in constant time. */
  isSignatureValid(receipt: Receipt): boolean;
  /** Null if the provider does not know the payment, or cannot capture it. One that is only authorised is captured now. */
  captured(paymentId: string): Promise<CapturedPayment | null>;
  /** The captured payment of an order, for a callback that never came. */
  capturedFor(orderId: string): Promise<CapturedPayment | null>;
  /** Sends a captured payment's money back to where it came from. The same key again answers the same refund. */
  refund(order: RefundOrder): Promise<{ refundId: string }>;
}

/** What an outside provider reports by its webhook, once its signature has been checked. */
export type ProviderNews =
  | { readonly kind: 'captured' | 'failed'; readonly orderId: string; readonly paymentId: string }
  | { readonly kind: 'refunded' | 'refund-failed'; readonly paymentId: string; readonly refundId: string }
  /** Something that does not concern us. */
  | { readonly kind: 'other' };

/** A provider outside this server, which reports by a webhook. */
export interface OutsideProvider extends PaymentProvider {
  /** Its keys move real money. */
  readonly isLive: boolean;
  /** The refund by which at least this amount has gone back, or is on its way; null if there is none. */
  sentBack(paymentId: string, amount: Paise): Promise<{ refundId: string } | null>;
  /** Null if the signature is not the provider's. `body` is exactly what was sent. */
  readNews(body: Buffer, signature: string): ProviderNews | null;
}

/** The provider does not answer. Whether it did anything is unknown; asking again later is safe. */
export class ProviderAway extends Error {}

/** The provider has refused. */
export class ProviderRefused extends Error {}
