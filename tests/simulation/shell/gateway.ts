// The outside payment provider: what it has captured and when, what it has refunded, and the webhooks that it sends until they are accepted.
import { ProviderAway } from '../../../server/adapters/payment.ts';
import type { CapturedPayment, OutsideProvider, ProviderNews } from '../../../server/adapters/payment.ts';
import type { Random } from '../random.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface GatewayPayment {
  readonly id: string;
  readonly order: string;
  readonly amount: number;
  /** On the site's own clock: a payment that is only authorised before is captured then. */
  readonly capturedAt: number;
  /** Whether a webhook is sent; otherwise only the page reports it, and the server must ask. */
  readonly isTold: boolean;
  /** The page came back before the payment was captured. */
  readonly isLate: boolean;
}

export interface GatewayRefund {
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
  isFailed: boolean;
}

interface GatewayOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly isAway: () => boolean;
  readonly tell: (news: ProviderNews) => void;
}

/** A bank takes at most this long to find out that a refund has failed. */
const FAILS_WITHIN_MS = 3_000;
/** It accepts the refund the second time, or the third. */
const MOST_FAILURES = 2;
const NETWORK_MS = 30;

export class Gateway {
  readonly payments = new Map<string, GatewayPayment>();
  readonly refunds: GatewayRefund[] = [];
  /** Findings and webhooks that are still to come. */
  #underWay = 0;
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** A person pays an order. */
  pay(payment: GatewayPayment): void {
    const { time, tell } = this.#options;
    this.payments.set(payment.id, payment);
    const news = { kind: 'captured', orderId: payment.order, paymentId: payment.id } as const;
    if (payment.isTold) this.#later(payment.capturedAt - time.now, () => tell(news));
  }

  get isQuiet(): boolean {
    return this.#underWay === 0;
  }

  #later(ms: number, happen: () => void): void {
    this.#underWay++;
    this.#options.time.after(ms, () => {
      this.#underWay--;
      happen();
    });
  }

  /** The operator refunds it on the gateway's own page, without a request from here. */
  sendBack(paymentId: string): void {
    const { id } = this.#refund(this.payments.get(paymentId)!, false);
    this.#options.tell({ kind: 'refunded', paymentId, refundId: id });
  }

  standing(paymentId: string): readonly GatewayRefund[] {
    return this.refunds.filter(({ payment, isFailed }) => payment === paymentId && !isFailed);
  }

  /** The provider as one process sees it. */
  get provider(): OutsideProvider {
    const { time } = this.#options;
    const captured = (payment: GatewayPayment | undefined): CapturedPayment | null => {
      if (payment === undefined || payment.capturedAt > time.now) return null;
      const left = payment.amount - this.standing(payment.id).reduce((sum, { amount }) => sum + amount, 0);
      return { paymentId: payment.id, orderId: payment.order, amount: left, currency: 'INR' };
    };
    const provider: Partial<OutsideProvider> = {
      name: 'razorpay',
      isLive: false,
      publicKey: null,
      leastAmount: 1,
      isSignatureValid: () => true,
      readNews: (body) => JSON.parse(body.toString()) as ProviderNews,
      captured: (id) => this.#asked(() => captured(this.payments.get(id))),
      capturedFor: (orderId) =>
        this.#asked(() => {
          const paid = [...this.payments.values()].filter(({ order }) => order === orderId);
          return captured(paid.find(({ capturedAt }) => capturedAt <= time.now));
        }),
      sentBack: (id, amount) => this.#asked(() => this.#sent(id, amount)),
      refund: ({ paymentId, amount }) =>
        this.#asked(() => {
          const payment = captured(this.payments.get(paymentId));
          const sent = this.#sent(paymentId, amount);
          if (sent !== null) return sent;
          if (payment === null || payment.amount < amount)
            throw new Error(`${paymentId} has no ${amount} to send back`);
          return { refundId: this.#refund({ id: paymentId, amount }, true).id };
        }),
    };
    return provider as OutsideProvider;
  }

  #sent(paymentId: string, amount: number): { refundId: string } | null {
    const made = this.standing(paymentId).find((refund) => refund.amount >= amount);
    return made === undefined ? null : { refundId: made.id };
  }

  #refund({ id: payment, amount }: { id: string; amount: number }, mayFail: boolean): GatewayRefund {
    const { random, tell } = this.#options;
    const refund = { id: `rfnd_${this.refunds.length + 1}`, payment, amount, isFailed: false };
    this.refunds.push(refund);
    const failures = this.refunds.filter((each) => each.payment === payment && each.isFailed).length;
    const fails = mayFail && failures < MOST_FAILURES && random.chance(0.3);
    const about = { paymentId: payment, refundId: refund.id };
    if (fails)
      this.#later(random.next() * FAILS_WITHIN_MS, () => {
        refund.isFailed = true;
        tell({ kind: 'refund-failed', ...about });
      });
    else if (random.chance(0.5))
      this.#later(random.next() * FAILS_WITHIN_MS, () => tell({ kind: 'refunded', ...about }));
    return refund;
  }

  /** Its effects remain when its answer is lost. */
  async #asked<Answer>(answer: () => Answer): Promise<Answer> {
    const { time, random, isAway } = this.#options;
    await time.sleep(random.next() * NETWORK_MS);
    if (isAway()) throw new ProviderAway('away');
    const answered = answer();
    await time.sleep(random.next() * NETWORK_MS);
    if (isAway() || random.chance(0.03)) throw new ProviderAway('its answer was lost');
    return answered;
  }
}
