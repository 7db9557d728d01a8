// The built-in test provider: orders, a checkout with test instruments, and signed receipts. No money is behind it.
import { createHmac, randomInt } from 'node:crypto';
import { HOUR_MS, INDIA_OFFSET_MS } from '../../core/market/day.ts';
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import { areEqualTexts } from '../equal-texts.ts';
import type { CapturedPayment, PaymentProvider, ProviderOrder, Receipt, RefundOrder } from './payment.ts';

export type Instrument =
  | { readonly method: 'upi'; readonly vpa: string }
  /** `expiry` is MM/YY or MM/YYYY, with or without the slash. */
  | { readonly method: 'card'; readonly card: { readonly number: string; readonly expiry: string } };

/** Why a checkout failed: nothing was captured. */
export type Decline = 'declined' | 'card-expired' | 'unknown-card' | 'order-expired' | 'unknown-order';

export type Checkout =
  | { readonly isPaid: true; readonly receipt: Receipt }
  | { readonly isPaid: false; readonly decline: Decline };

const FAILING_VPA = 'failure@upi';
const FAILING_CARD = '4000000000000002';
/** Numbers that the card schemes publish for tests: no such card can exist. */
const PAYING_CARDS: ReadonlySet<string> = new Set([
  '4111111111111111',
  '4012888888881881',
  '4242424242424242',
  '5105105105105100',
  '5555555555554444',
  '378282246310005',
]);
const ORDER_LIFETIME_MS = 24 * HOUR_MS;

const ID_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function newId(prefix: 'order' | 'pay'): string {
  let id = `${prefix}_`;
  for (let i = 0; i < 14; i++) id += ID_SIGNS[randomInt(ID_SIGNS.length)];
  return id;
}

interface CapturedRow {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
}

const CAPTURED = 'select id, order_id, amount, currency from sandbox_payments';

export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox' as const;
  readonly publicKey = null;
  readonly leastAmount = 1;
  readonly #db: Queryable;
  readonly #secret: string;
  readonly #now: () => number;

  constructor({ db, secret, now }: { db: Queryable; secret: string; now: () => number }) {
    this.#db = db;
    this.#secret = secret;
    this.#now = now;
  }

  async createOrder(amount: Paise, currency: 'INR'): Promise<ProviderOrder> {
    const id = newId('order');
    const row = [id, amount, currency, this.#now()];
    await this.#db.query('insert into sandbox_orders (id, amount, currency, created_at) values ($1, $2, $3, $4)', row);
    return { id };
  }

  /** Pays an order with a test instrument. For an order that is paid already, returns its receipt again, with whatever it is to be paid now. */
  async pay(orderId: string, instrument: Instrument): Promise<Checkout> {
    const before = await this.#find('order_id', orderId);
    if (before !== null) return this.#receiptOf(before);
    const { rows } = await this.#db.query<{ created_at: number }>(
      'select created_at from sandbox_orders where id = $1',
      [orderId],
    );
    if (rows.length === 0) return { isPaid: false, decline: 'unknown-order' };
    const now = this.#now();
    const decline = now - rows[0].created_at > ORDER_LIFETIME_MS ? 'order-expired' : declineOf(instrument, now);
    if (decline !== null) return { isPaid: false, decline };
    await this.#db.query(
      `insert into sandbox_payments (id, order_id, amount, currency, method, captured_at)
       select $1, id, amount, currency, $3, $4 from sandbox_orders where id = $2 on conflict (order_id) do nothing`,
      [newId('pay'), orderId, instrument.method, now],
    );
    const paid = await this.#find('order_id', orderId);
    if (paid === null) throw new Error(`order ${orderId} was paid and is not`);
    return this.#receiptOf(paid);
  }

  #receiptOf({ orderId, paymentId }: CapturedPayment): Checkout {
    return { isPaid: true, receipt: { orderId, paymentId, signature: this.#sign(orderId, paymentId) } };
  }

  isSignatureValid({ orderId, paymentId, signature }: Receipt): boolean {
    return areEqualTexts(signature, this.#sign(orderId, paymentId));
  }

  captured(paymentId: string): Promise<CapturedPayment | null> {
    return this.#find('id', paymentId);
  }

  capturedFor(orderId: string): Promise<CapturedPayment | null> {
    return this.#find('order_id', orderId);
  }

  /** The id is computed from the key, so that the same refund always gets the same one; nothing has to be stored. */
  async refund({ paymentId, amount, key }: RefundOrder): Promise<{ refundId: string }> {
    const captured = await this.captured(paymentId);
    if (captured === null || captured.amount < amount) throw new Error(`payment ${paymentId} cannot be sent back`);
    const name = createHmac('sha256', this.#secret).update(`refund|${paymentId}|${key}`).digest('hex');
    return { refundId: `rfnd_${name.slice(0, 14)}` };
  }

  async #find(column: 'id' | 'order_id', value: string): Promise<CapturedPayment | null> {
    const { rows } = await this.#db.query<CapturedRow>(`${CAPTURED} where ${column} = $1`, [value]);
    const row = rows.at(0);
    return row === undefined
      ? null
      : { paymentId: row.id, orderId: row.order_id, amount: row.amount, currency: row.currency };
  }

  #sign(orderId: string, paymentId: string): string {
    return createHmac('sha256', this.#secret).update(`${orderId}|${paymentId}`).digest('hex');
  }
}

function declineOf(instrument: Instrument, now: number): Decline | null {
  if (instrument.method === 'upi') return instrument.vpa.toLowerCase() === FAILING_VPA ? 'declined' : null;
  const { number, expiry } = instrument.card;
  if (number !== FAILING_CARD && !PAYING_CARDS.has(number)) return 'unknown-card';
  if (now >= expiresAt(expiry)) return 'card-expired';
  return number === FAILING_CARD ? 'declined' : null;
}

/** A card is good to the end of its month, in India. */
function expiresAt(expiry: string): number {
  const digits = expiry.replace('/', '');
  const month = Number(digits.slice(0, 2));
  const year = Number(digits.slice(2));
  return Date.UTC(year < 100 ? 2000 + year : year, month, 1) - INDIA_OFFSET_MS;
}
