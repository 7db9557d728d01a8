// Receives the outside provider's webhooks. They are only a reason to look: before anything is credited, the provider is asked.
import { paymentMessages } from '../../contract/messages/wallet.ts';
import { assertNever } from '../../core/assert.ts';
import { ProviderAway } from '../adapters/payment.ts';
import type { OutsideProvider, ProviderNews } from '../adapters/payment.ts';
import type { Queryable } from '../db/open.ts';
import { HttpError, unavailable } from '../http-error.ts';
import type { Log } from '../log.ts';
import type { Crediting } from './crediting.ts';
import { findOrdered, markAttempted } from './payments.ts';
import type { Refunds } from './refunds.ts';

export interface WebhookOptions {
  readonly db: Queryable;
  readonly provider: OutsideProvider;
  readonly crediting: Crediting;
  readonly refunds: Refunds;
  readonly log: Log;
  readonly now: () => number;
}

export class Webhook {
  readonly #options: WebhookOptions;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /**
   * The same event twice, late or out of order has the same result: payments and refunds only move forward, so no event has
   * to be remembered.
   * @throws HttpError 400 when it is not from the provider, 503 when it should be sent again.
   */
  async receive(body: Buffer, signature: string): Promise<void> {
    const news = this.#options.provider.readNews(body, signature);
    if (news === null) throw new HttpError(400, paymentMessages.signatureInvalid, { code: 'wrong-signature' });
    try {
      await this.#take(news);
    } catch (error) {
      throw error instanceof ProviderAway ? unavailable() : error;
    }
  }

  async #take(news: ProviderNews): Promise<void> {
    const { provider, refunds } = this.#options;
    switch (news.kind) {
      case 'captured':
      case 'failed':
        return this.#lookAt(news.orderId, news.kind === 'captured' ? news.paymentId : null);
      case 'refunded':
        return refunds.confirmed(provider, news.paymentId);
      case 'refund-failed':
        return refunds.failed(provider, news);
      case 'other':
        return;
      default:
        return assertNever(news);
    }
  }

  /** One failed attempt says nothing about the next: the order stays open. */
  async #lookAt(orderId: string, paymentId: string | null): Promise<void> {
    const { db, provider, crediting, log, now } = this.#options;
    const payment = await findOrdered(db, provider.name, orderId);
    // Another program may use the same account to sell.
    if (payment === null) return log.info({ orderId }, 'news of an order that is not ours');
    if (paymentId === null) return markAttempted(db, payment.id, now());
    await crediting.settle(payment, paymentId);
  }
}
