// Razorpay's checkout: loads its script when a person pays, and returns whether the order was paid.
import type { CheckoutData, PaymentOrder } from '../../contract/wallet.ts';
import { session } from '../session.ts';

interface Paid {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

interface Settings {
  key: string;
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  theme: { color: string };
  handler: (paid: Paid) => void;
  modal: { ondismiss: () => void };
}

type Checkout = new (settings: Settings) => { open(): void };

declare global {
  interface Window {
    Razorpay?: Checkout;
  }
}

/** It must come from Razorpay: a copy of ours would go out of date. The server's policy allows it only if Razorpay is set up. */
const ADDRESS = 'https://checkout.razorpay.com/v1/checkout.js';

let loading: Promise<Checkout> | null = null;

/** @throws when the script cannot be loaded; the next payment tries again. */
export function loadRazorpay(): Promise<Checkout> {
  loading ??= new Promise<Checkout>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = ADDRESS;
    script.async = true;
    script.addEventListener('load', () => {
      if (window.Razorpay) resolve(window.Razorpay);
      else reject(new Error('the script of Razorpay is not what it was'));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('the script of Razorpay could not be loaded'));
    });
    document.head.append(script);
  });
  loading.catch(() => (loading = null));
  return loading;
}

/** Opens the checkout over the page. Null when it was closed without a payment. */
export function openRazorpay(
  Razorpay: Checkout,
  order: PaymentOrder & { key: string },
  description: string,
): Promise<CheckoutData | null> {
  const { name = '', email = '' } = session() ?? {};
  return new Promise((resolve) => {
    const checkout = new Razorpay({
      key: order.key,
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      name: 'Istock',
      description,
      prefill: { name, email },
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--accent').trim() },
      handler: ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }) =>
        resolve({
          order_id: razorpay_order_id,
          payment_id: razorpay_payment_id,
          signature: razorpay_signature,
        }),
      modal: { ondismiss: () => resolve(null) },
    });
    checkout.open();
  });
}
