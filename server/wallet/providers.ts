// Which provider takes which payment. The built-in one is always there: practice cash is never bought with real money.
import type { SandboxProvider } from '../adapters/payment-sandbox.ts';
import type { OutsideProvider, PaymentProvider } from '../adapters/payment.ts';
import type { Payment } from './payments.ts';

export class Providers {
  readonly sandbox: SandboxProvider;
  /** The one that the operator has set up, if any. */
  readonly outside: OutsideProvider | null;

  constructor(sandbox: SandboxProvider, outside: OutsideProvider | null) {
    this.sandbox = sandbox;
    this.outside = outside;
  }

  get all(): readonly PaymentProvider[] {
    return this.outside === null ? [this.sandbox] : [this.sandbox, this.outside];
  }

  /** For a new payment. The wallet is topped up in test mode, courses with the operator's keys, whatever they are. */
  for(purpose: Payment['purpose']): PaymentProvider {
    if (this.outside === null) return this.sandbox;
    return purpose === 'wallet' && this.outside.isLive ? this.sandbox : this.outside;
  }

  /** Of a payment that was begun; null when the operator has taken its provider away since. */
  named(name: string): PaymentProvider | null {
    return this.all.find((provider) => provider.name === name) ?? null;
  }
}
