// The payment provider of sites without a school: each payment is captured before the first question about it.
import { ProviderAway } from '../../../server/adapters/payment.ts';
import type { PaymentProvider } from '../../../server/adapters/payment.ts';
import type { Random } from '../random.ts';
import type { Tables } from './tables.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Surroundings {
  readonly time: VirtualTime;
  readonly tables: Tables;
  readonly network: Random;
  readonly isAway: () => boolean;
  readonly wall: () => number;
}

export class PromptProvider {
  readonly #around: Surroundings;
  readonly #captured = new Map<string, number>();
  #payments = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** A payment was made: the ids of its order and of the payment. */
  pay(account: number, amount: number): { order: string; paymentId: string } {
    const id = ++this.#payments;
    const [order, paymentId] = [`order_${id}`, `pay_${id}`];
    this.#around.tables.payments.set(id, {
      id,
      account,
      purpose: 'wallet',
      lesson: null,
      amount,
      currency: 'INR',
      provider: 'sandbox',
      providerOrder: order,
      providerPayment: null,
      status: 'created',
      createdAt: this.#around.wall(),
    });
    this.#captured.set(paymentId, id);
    return { order, paymentId };
  }

  /** The provider as one process sees it. */
  get provider(): PaymentProvider {
    const { time, tables, network, isAway } = this.#around;
    const captured = async (paymentId: string) => {
      await time.sleep(network.next() * 30);
      if (isAway()) throw new ProviderAway('away');
      const payment = tables.payments.get(this.#captured.get(paymentId)!)!;
      return { orderId: payment.providerOrder, paymentId, amount: payment.amount, currency: 'INR' as const };
    };
    return { name: 'sandbox', captured } as unknown as PaymentProvider;
  }
}
