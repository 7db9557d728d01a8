// A real HTTP server that speaks Razorpay's protocol: orders, payments, refunds and signed webhooks; it fails as a test tells it to.
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEYS = {
  keyId: 'rzp_test_IstockTestKey1',
  keySecret: 'secret-of-the-key-0123456789',
  webhookSecret: 'secret-of-the-webhook-0123456789',
};

export interface RazorpayPayment {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'failed' | 'refunded';
  amount_refunded: number;
}

interface Order {
  id: string;
  amount: number;
  currency: string;
}

interface Refund {
  id: string;
  payment_id: string;
  amount: number;
  status: 'processed' | 'failed';
  created_at?: number;
}

/** `down` breaks the connection before anything is done, `lost` after; `hangs` never answers; a number is answered as a status. */
export type Fault = 'down' | 'lost' | 'hangs' | 'garbage' | number;

/** What a checkout returns to its page. */
export interface CheckoutAnswer {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface SignedNews {
  body: string;
  signature: string;
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, description: string) {
    super(description);
    this.status = status;
  }
}

type Answer = object;

export class RazorpayServer {
  readonly orders = new Map<string, Order>();
  readonly payments = new Map<string, RazorpayPayment>();
  readonly refunds = new Map<string, Refund>();
  /** Requests so far, as `GET /v1/payments/pay_1`. */
  readonly asked: string[] = [];
  /** Faults of requests whose `asked` line matches. */
  readonly faults: { on: RegExp; how: Fault }[] = [];
  /** The next refunds fail at the bank. */
  isBankRefusing = false;
  /** Called with each request's line when it has been carried out: its answer waits for what happens here. */
  beforeAnswer: (line: string) => Promise<void> = async () => {};
  /** By their idempotency key. */
  readonly #done = new Map<string, { body: string; refund: Refund }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  url = '';

  static async start(): Promise<RazorpayServer> {
    const razorpay = new RazorpayServer();
    await new Promise<void>((listening) => razorpay.#server.listen(0, '127.0.0.1', listening));
    razorpay.url = `http://127.0.0.1:${(razorpay.#server.address() as AddressInfo).port}`;
    return razorpay;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  fail(how: Fault, on = /^/): void {
    this.faults.push({ on, how });
  }

  mend(): void {
    this.faults.length = 0;
  }

  /** Events in the checkout, between the customer, the bank and Razorpay. */
  pay(orderId: string, given: Partial<RazorpayPayment> = {}): RazorpayPayment {
    const order = this.orders.get(orderId);
    if (order === undefined) throw new Error(`there is no order ${orderId}`);
    const { amount, currency } = order;
    const made = { amount, currency, order_id: orderId, status: 'captured', amount_refunded: 0, ...given } as const;
    const payment: RazorpayPayment = { id: newId('pay'), ...made };
    this.payments.set(payment.id, payment);
    return payment;
  }

  receipt({ id, order_id }: RazorpayPayment): CheckoutAnswer {
    const razorpay_signature = hmac(`${order_id}|${id}`, KEYS.keySecret);
    return { razorpay_order_id: order_id, razorpay_payment_id: id, razorpay_signature };
  }

  /** An event as it is sent: with spaces, as none of our programs would write it. */
  news(event: string, payment: RazorpayPayment | null, secret = KEYS.webhookSecret): SignedNews {
    const entities = {
      ...(payment && { payment: { entity: { ...payment, entity: 'payment' } } }),
      ...(event === 'order.paid' && payment && { order: { entity: { id: payment.order_id, status: 'paid' } } }),
    };
    return signed({ entity: 'event', event, contains: Object.keys(entities), payload: entities }, secret);
  }

  refundNews(event: 'refund.processed' | 'refund.failed', refund: Refund): SignedNews {
    const payment = this.payments.get(refund.payment_id);
    const payload = { refund: { entity: refund }, payment: { entity: payment } };
    return signed({ entity: 'event', event, contains: ['refund', 'payment'], payload }, KEYS.webhookSecret);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method} ${request.url}`;
    this.asked.push(line);
    let body = '';
    for await (const chunk of request) body += chunk;
    const fault = this.faults.find(({ on }) => on.test(line))?.how;
    if (fault === 'hangs') return;
    if (fault === 'down') return void request.socket.destroy();
    if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
    if (typeof fault === 'number') return void response.writeHead(fault).end('<h1>Bad Gateway</h1>');
    const page = checkoutPages[new URL(request.url ?? '', this.url).pathname];
    if (page) return void response.writeHead(200, { 'content-type': page.type }).end(page.text);
    try {
      const answer = JSON.stringify(this.#answer(request, body));
      if (fault === 'lost') return void request.socket.destroy();
      await this.beforeAnswer(line);
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const refusal = { code: 'BAD_REQUEST_ERROR', description: error.message, source: 'business', step: 'NA' };
      response.writeHead(error.status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: refusal }));
    }
  }

  #answer(request: IncomingMessage, body: string): Answer {
    // The customer's own call, from the checkout's frame.
    if (request.url === '/v1/checkout/pay') {
      const { order_id, vpa } = JSON.parse(body) as { order_id: string; vpa: string };
      return this.receipt(this.pay(order_id, vpa.startsWith('failure') ? { status: 'failed' } : {}));
    }
    const right = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64')}`;
    if (request.headers.authorization !== right) throw new Refused(401, 'Authentication failed');
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const [, , kind, id, part] = pathname.split('/');
    const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    const isPost = request.method === 'POST';
    if (kind === 'orders' && id === undefined && isPost) return this.#order(sent);
    if (kind === 'orders' && part === 'payments') {
      const payments = [...this.payments.values()].filter(({ order_id }) => order_id === found(this.orders, id).id);
      return { entity: 'collection', count: payments.length, items: payments };
    }
    if (kind === 'orders') return found(this.orders, id);
    const payment = found(this.payments, id);
    if (part === 'capture' && isPost) return this.#capture(payment, sent);
    if (part === 'refund' && isPost)
      return this.#refund(payment, body, String(request.headers['x-refund-idempotency']));
    if (part === 'refunds') return this.#refundsOf(payment, searchParams);
    return payment;
  }

  #order({ amount, currency }: Record<string, unknown>): Answer {
    if (!Number.isInteger(amount) || Number(amount) < 100) throw new Refused(400, 'Order amount less than minimum');
    if (Number(amount) > 50_000_000) throw new Refused(400, 'Amount exceeds maximum amount allowed.');
    const order = { id: newId('order'), amount: Number(amount), currency: String(currency) };
    this.orders.set(order.id, order);
    return { ...order, entity: 'order', amount_paid: 0, amount_due: amount, status: 'created', attempts: 0 };
  }

  #capture(payment: RazorpayPayment, { amount, currency }: Record<string, unknown>): Answer {
    if (payment.status !== 'authorized') throw new Refused(400, 'This payment has already been captured');
    if (amount !== payment.amount || currency !== payment.currency)
      throw new Refused(400, 'Capture amount must be equal to the amount authorized');
    payment.status = 'captured';
    return payment;
  }

  /** The newest ones, ten of them unless more are asked for. */
  #refundsOf({ id }: RazorpayPayment, asked: URLSearchParams): Answer {
    const [count, skip] = [Number(asked.get('count') ?? 10), Number(asked.get('skip') ?? 0)];
    if (count > 100) throw new Refused(400, 'The count may not be greater than 100.');
    const made = [...this.refunds.values()].filter(({ payment_id }) => payment_id === id);
    return { entity: 'collection', items: made.toReversed().slice(skip, skip + count) };
  }

  #refund(payment: RazorpayPayment, body: string, key: string): Answer {
    if (!/^[A-Za-z0-9_-]{10,}$/.test(key)) throw new Refused(400, 'The idempotency key is not valid');
    const before = this.#done.get(key);
    if (before && before.body !== body)
      throw new Refused(400, 'Different request with the same idempotency key has already been processed.');
    if (before) return before.refund;
    const { amount } = JSON.parse(body) as { amount: number };
    if (payment.status !== 'captured') throw new Refused(400, 'The payment has been fully refunded already');
    if (amount > payment.amount - payment.amount_refunded)
      throw new Refused(400, 'The total refund amount is greater than the refund payment amount');
    const status = this.isBankRefusing ? 'failed' : 'processed';
    const made = { payment_id: payment.id, amount, status, created_at: this.refunds.size + 1 } as const;
    const refund: Refund = { id: newId('rfnd'), ...made };
    this.refunds.set(refund.id, refund);
    this.#done.set(key, { body, refund });
    if (status === 'processed') payment.amount_refunded += amount;
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded';
    return refund;
  }
}

/**
 * Replaces Razorpay's own checkout: a script that puts a frame of another site over the page, and the page in that frame,
 * which pays and passes the receipt on.
 */
const checkoutPages: Record<string, { type: string; text: string }> = {
  '/v1/checkout.js': {
    type: 'text/javascript',
    text: `window.Razorpay = class {
      constructor(settings) { this.settings = settings; }
      open() {
        const { settings } = this;
        const container = document.createElement('div');
        container.className = 'razorpay-container';
        container.innerHTML = '<style>@keyframes rzp-rot { to { transform: rotate(360deg); } }</style>';
        container.setAttribute('style', 'position: fixed; inset: 0; z-index: 2147483647; background: rgba(0, 0, 0, 0.6)');
        const frame = document.createElement('iframe');
        frame.title = 'Razorpay Checkout';
        frame.setAttribute('style', 'width: 100%; height: 100%; border: 0');
        const { key, order_id, amount, name, description, prefill } = settings;
        frame.src = 'https://api.razorpay.com/v1/checkout/public?' + new URLSearchParams({ key, order_id, amount, name, description, email: prefill.email });
        container.append(frame);
        document.body.append(container);
        addEventListener('message', function told({ origin, data }) {
          if (origin !== 'https://api.razorpay.com') return;
          removeEventListener('message', told);
          container.remove();
          if (data.paid) settings.handler(data.paid);
          else settings.modal.ondismiss();
        });
      }
    };`,
  },
  '/v1/checkout/public': {
    type: 'text/html; charset=utf-8',
    text: `<!doctype html><title>Razorpay</title><style>form { margin: 20vh auto; width: 18rem; padding: 2rem; background: white; font: 1rem sans-serif }</style>
      <form><p id="what"></p><label>UPI ID <input name="vpa"></label><button>Pay</button><button type="button">Close</button><p role="alert"></p></form>
      <script>
        const given = Object.fromEntries(new URLSearchParams(location.search));
        document.getElementById('what').textContent = given.name + ': ' + given.description + ', ' + given.amount + ' paise, ' + given.key + ', ' + given.email;
        const say = (data) => parent.postMessage(data, '*');
        document.querySelector('[type=button]').onclick = () => say({});
        document.querySelector('form').onsubmit = async (event) => {
          event.preventDefault();
          const vpa = document.querySelector('input').value;
          const body = JSON.stringify({ order_id: given.order_id, vpa });
          const paid = await (await fetch('/v1/checkout/pay', { method: 'POST', body })).json();
          if (vpa.startsWith('failure')) document.querySelector('[role=alert]').textContent = 'Payment failed';
          else say({ paid });
        };
      </script>`,
  },
};

function found<Entity>(entities: ReadonlyMap<string, Entity>, id: string | undefined): Entity {
  const entity = entities.get(id ?? '');
  if (entity === undefined) throw new Refused(400, 'The id provided does not exist');
  return entity;
}

const hmac = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');

function signed(event: object, secret: string): SignedNews {
  const body = JSON.stringify({ ...event, account_id: 'acc_1', created_at: 1_700_000_000 }, null, 1);
  return { body, signature: hmac(body, secret) };
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(7).toString('hex')}`;
