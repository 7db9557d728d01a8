// The school and the wallet of one simulated process: the real calls, the payment provider's webhooks, and the round that finishes open work.
import type { OutsideProvider, ProviderNews } from '../../../server/adapters/payment.ts';
import { joinSchool } from '../../../server/app/join-school.ts';
import type { Caller } from '../../../server/handler.ts';
import { giveBack } from '../../../server/learn/leaving.ts';
import { Providers } from '../../../server/wallet/providers.ts';
import { publicIdOf, SEATS } from './school-tables.ts';

/** The calls of a school: by a page that comes back from the checkout, by the provider, by a learner and by the desk. */
export type SchoolAsked =
  | { readonly kind: 'verify'; readonly order: string; readonly paymentId: string; readonly account: number }
  | { readonly kind: 'news'; readonly news: ProviderNews }
  | { readonly kind: 'leave'; readonly lesson: number; readonly account: number }
  | { readonly kind: 'cancel-lesson' | 'pay-back'; readonly lesson: number };

export const SCHOOL_KINDS: readonly string[] = ['verify', 'news', 'leave', 'cancel-lesson', 'pay-back'];

type SchoolOptions = Parameters<typeof joinSchool>[0];

const DESK: Caller = {
  id: 'the desk',
  accountNo: 0,
  role: 'admin',
  name: 'Desk',
  email: 'desk@example.com',
  loginId: 'login of the desk',
};
/** The built-in provider exists, and nobody pays with it. */
const SANDBOX = { name: 'sandbox', capturedFor: () => Promise.resolve(null) };
const TOPUP_MAX = 1e12;

export class SchoolProcess {
  readonly #parts: ReturnType<typeof joinSchool>;
  readonly #options: Omit<SchoolOptions, 'providers'>;
  readonly #callerOf: (account: number) => Caller;

  constructor(
    gateway: OutsideProvider,
    parts: Pick<SchoolOptions, 'db' | 'exchange' | 'notices' | 'log' | 'now'>,
    callerOf: (account: number) => Caller,
  ) {
    this.#options = { ...parts, files: {} as never, secret: '', seats: SEATS, topupMax: TOPUP_MAX, onPlaces: () => {} };
    this.#parts = joinSchool({ ...this.#options, providers: new Providers(SANDBOX as never, gateway) });
    this.#callerOf = callerOf;
  }

  /** Before trading opens. */
  finish(): Promise<void> {
    return this.#parts.wallet.finish();
  }

  /** From then on, every minute. */
  recover(): Promise<void> {
    return this.#parts.wallet.recover();
  }

  async answer(asked: SchoolAsked): Promise<string> {
    const { wallet, learn, refunds } = this.#parts;
    switch (asked.kind) {
      case 'verify': {
        const { order: order_id, paymentId: payment_id, account } = asked;
        const call = { input: { order_id, payment_id, signature: '' }, user: this.#callerOf(account) };
        const { message } = await wallet.handlers['POST /verify-payment'](call as never);
        return String(message);
      }
      case 'news':
        await wallet.webhook!.receive(Buffer.from(JSON.stringify(asked.news)), '');
        return 'heard';
      case 'leave': {
        const place = { lesson: publicIdOf(asked.lesson), account: asked.account };
        await giveBack({ ...this.#options, refunds }, place, async () => {});
        return 'left';
      }
      default: {
        const route = asked.kind === 'pay-back' ? 'POST /refundSession/{id}' : 'POST /cancelSession/{id}';
        const call = { input: { id: publicIdOf(asked.lesson) }, user: DESK, ip: '' };
        const { message } = await learn.handlers[route](call as never);
        return String(message);
      }
    }
  }
}
