// Which provider takes which payment. The built-in one is always there: practice cash is never bought with real money.
import type { SandboxProvider } from '../adapters/payment-sandbox.ts';
import type { OutsideProvider, PaymentProvider } from '../adapters/payment.ts';
import type { Payment } from './payments.ts';

export class Providers {
  readonly sandbox: SandboxProvider;
  /** The provider set up by the operator, if any. */
  readonly outside: OutsideProvider | null;

  constructor(sandbox: SandboxProvider, outside: OutsideProvider | null) {
    this.sandbox = sandbox;
    this.outside = outside;
  }

  get all(): readonly PaymentProvider[] {
    return this.outside === null ? [this.sandbox] : [this.sandbox, this.outside];
  }

  /** For a new payment. The wallet is topped up in test mode only; courses use the operator's keys, test or live. */
  for(purpose: Payment['purpose']): PaymentProvider {
    if (this.outside === null) return this.sandbox;
    return purpose === 'wallet' && this.outside.isLive ? this.sandbox : this.outside;
  }

  /** The provider of an existing payment; null when the operator has removed it since. */
  named(name: string): PaymentProvider | null {
    return this.all.find((provider) => provider.name === name) ?? null;
  }
}
