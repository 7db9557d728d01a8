// Razorpay, through its own library: orders, captured payments, refunds, and the check of receipts and webhooks.
import Razorpay from 'razorpay';
import type { Paise } from '../../core/money.ts';
import { inTime } from '../in-time.ts';
import type { Log } from '../log.ts';
import { ProviderAway, ProviderRefused } from './payment.ts';
import type { CapturedPayment, OutsideProvider, ProviderNews, ProviderOrder, Receipt, RefundOrder } from './payment.ts';
import { isSigned, newsOf } from './razorpay-news.ts';

export interface RazorpayOptions {
  readonly keyId: string;
  readonly keySecret: string;
  /** Any of these is accepted: while the operator replaces the secret, messages signed with the old one still arrive. */
  readonly webhookSecrets: readonly string[];
  readonly apiUrl: string;
  readonly log: Log;
  /** How long a person at a checkout is made to wait for Razorpay. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 8_000;
/** A larger answer is refused. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;
/** Razorpay lists at most this many at once. */
const MOST_LISTED = 100;
const LIVE_KEY = 'rzp_live_';

type Fields = Readonly<Record<string, unknown>>;

/** The library's HTTP client, which its types do not declare: only through it can the address and the timeout be set. */
interface HttpClient {
  readonly defaults: { baseURL?: string; timeout?: number; maxRedirects?: number; maxContentLength?: number };
  post(path: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

export class RazorpayProvider implements OutsideProvider {
  readonly name = 'razorpay' as const;
  readonly publicKey: string;
  readonly leastAmount = 100;
  readonly isLive: boolean;
  readonly #razorpay: Razorpay;
  readonly #http: HttpClient;
  readonly #options: RazorpayOptions;
  readonly #patienceMs: number;

  constructor(options: RazorpayOptions) {
    this.#options = options;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.publicKey = options.keyId;
    this.isLive = options.keyId.startsWith(LIVE_KEY);
    this.#razorpay = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret });
    this.#http = (this.#razorpay.api as unknown as { rq: HttpClient }).rq;
    const { defaults } = this.#http;
    defaults.baseURL = options.apiUrl;
    defaults.timeout = this.#patienceMs;
    // A redirect would send our key to another address than the one in the settings.
    defaults.maxRedirects = 0;
    defaults.maxContentLength = LARGEST_ANSWER_BYTES;
  }

  /** Asks for one order. @throws with the reason when Razorpay does not answer, or refuses the keys */
  async greet(): Promise<void> {
    await this.#find(() => this.#razorpay.orders.all({ count: 1 }));
  }

  async createOrder(amount: Paise, currency: 'INR'): Promise<ProviderOrder> {
    const { id } = await this.#ask(() => this.#razorpay.orders.create({ amount, currency }));
    if (typeof id !== 'string' || id === '') throw new ProviderAway('an order without an id');
    return { id };
  }

  /** Not by the library's own check, which takes longer the more of a forged signature is right. */
  isSignatureValid({ orderId, paymentId, signature }: Receipt): boolean {
    return isSigned(`${orderId}|${paymentId}`, signature, this.#options.keySecret);
  }

  async captured(paymentId: string): Promise<CapturedPayment | null> {
    const payment = await this.#find(() => this.#razorpay.payments.fetch(paymentId));
    return payment === null ? null : this.#capture(payment);
  }

  async capturedFor(orderId: string): Promise<CapturedPayment | null> {
    const tried = itemsOf(await this.#find(() => this.#razorpay.orders.fetchPayments(orderId)));
    const best =
      tried.find(({ status }) => status === 'captured') ?? tried.find(({ status }) => status === 'authorized');
    return best === undefined ? null : this.#capture(best);
  }

  /** First asks for existing refunds, so that the money is not sent twice, however long ago the first attempt was. */
  async refund({ paymentId, amount, key }: RefundOrder): Promise<{ refundId: string }> {
    const made = await this.#refundsOf(paymentId);
    const done = wholeRefund(made, amount);
    if (done !== null) return done;
    // More than the operator has left of it would be refused.
    const left = amount - sentOf(made);
    // A refund that failed at the bank stays failed under its key, and one of a part asks for another sum, so each attempt needs a key of its own.
    const name = `${key}-${paymentId}-${made.length}`.replace(/[^A-Za-z0-9_-]/g, '-');
    const refund = await this.#ask(async () => {
      // The library's own call for refunds cannot send headers.
      const path = `/v1/payments/${paymentId}/refund`;
      const reply = await this.#http.post(path, { amount: left }, { headers: { 'X-Refund-Idempotency': name } });
      return reply.data;
    });
    if (isFailed(refund)) throw new ProviderRefused('the refund failed');
    return { refundId: refundIdOf(refund) };
  }

  async sentBack(paymentId: string, amount: Paise): Promise<{ refundId: string } | null> {
    return wholeRefund(await this.#refundsOf(paymentId), amount);
  }

  /** Without being asked for more, Razorpay lists the last ten, and one that a bank refuses is made again for weeks. */
  async #refundsOf(paymentId: string): Promise<Fields[]> {
    const made: Fields[] = [];
    for (let page: Fields[] | null = null; page === null || page.length === MOST_LISTED; made.push(...page)) {
      const asked = { count: MOST_LISTED, skip: made.length };
      page = itemsOf(await this.#ask(() => this.#razorpay.payments.fetchMultipleRefund(paymentId, asked)));
    }
    return made;
  }

  readNews(body: Buffer, signature: string): ProviderNews | null {
    const isGenuine = this.#options.webhookSecrets.some((secret) => isSigned(body, signature, secret));
    return isGenuine ? newsOf(body) : null;
  }

  /** Captures a payment that is only authorised, since not every Razorpay account does so by itself. */
  async #capture(payment: Fields): Promise<CapturedPayment | null> {
    const { id, status, amount, currency } = payment;
    if (typeof id !== 'string' || typeof currency !== 'string') return null;
    if (status === 'captured') return wholeOf(payment);
    if (status !== 'authorized') return null;
    const now =
      (await this.#find(() => this.#razorpay.payments.capture(id, numberOf(amount), currency))) ??
      // Refused, perhaps because it has just been captured otherwise: read it again.
      (await this.#find(() => this.#razorpay.payments.fetch(id)));
    return now !== null && now.status === 'captured' ? wholeOf(now) : null;
  }

  /** Null if the provider refuses or does not know what is asked for. */
  async #find(request: () => Promise<unknown>): Promise<Fields | null> {
    try {
      return await this.#ask(request);
    } catch (error) {
      if (error instanceof ProviderRefused) return null;
      throw error;
    }
  }

  async #ask(request: () => Promise<unknown>): Promise<Fields> {
    let answer: unknown;
    try {
      answer = await inTime(request(), this.#patienceMs, () => new ProviderAway('no answer in time'));
    } catch (error) {
      throw this.#failureOf(error);
    }
    if (isFields(answer)) return answer;
    throw new ProviderAway('an answer that is none');
  }

  #failureOf(error: unknown): Error {
    const status = statusOf(error);
    if (status === 401 || status === 403) {
      // The operator has to correct the keys; for everybody else the provider is unreachable.
      this.#options.log.error({ status }, 'Razorpay does not take RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET');
      return new ProviderAway(`Razorpay answered ${status}`);
    }
    // 409: the same request is being carried out at this moment.
    const isAway = status === null || status >= 500 || [408, 409, 429].includes(status);
    return isAway
      ? new ProviderAway(`Razorpay ${status === null ? 'does not answer' : `answered ${status}`}`)
      : new ProviderRefused(descriptionOf(error));
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function itemsOf(list: Fields | null): Fields[] {
  return Array.isArray(list?.items) ? list.items.filter(isFields) : [];
}

const numberOf = (value: unknown): number => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : 0;
};

/** What has been refunded already must not be credited. */
function wholeOf({ id, order_id, amount, amount_refunded, currency }: Fields): CapturedPayment {
  return {
    paymentId: String(id),
    orderId: String(order_id),
    amount: numberOf(amount) - numberOf(amount_refunded ?? 0),
    currency: String(currency),
  };
}

const isFailed = ({ status }: Fields): boolean => status === 'failed';

/** What has gone back, in whole or in parts, without what failed. */
function sentOf(refunds: readonly Fields[]): Paise {
  return refunds.reduce((sum, refund) => (isFailed(refund) ? sum : sum + numberOf(refund.amount)), 0);
}

/** The last of the refunds that together have sent back at least this amount, which is ours if one is; null if they have not. */
function wholeRefund(refunds: readonly Fields[], amount: Paise): { refundId: string } | null {
  const [last] = refunds
    .filter((refund) => !isFailed(refund))
    .toSorted((one, other) => numberOf(other.created_at) - numberOf(one.created_at));
  return last === undefined || sentOf(refunds) < amount ? null : { refundId: refundIdOf(last) };
}

function refundIdOf({ id }: Fields): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new ProviderAway('a refund without an id');
}

/** The library's errors have `statusCode`, those of its HTTP client `response`; without an answer, the library throws some other error. */
function statusOf(error: unknown): number | null {
  if (!isFields(error)) return null;
  const response = isFields(error.response) ? error.response : {};
  const status = Number(error.statusCode ?? response.status);
  return Number.isInteger(status) ? status : null;
}

function descriptionOf(error: unknown): string {
  const response = isFields(error) && isFields(error.response) ? error.response.data : error;
  const said = isFields(response) && isFields(response.error) ? response.error.description : undefined;
  return typeof said === 'string' ? said : 'no reason was given';
}
