// What Razorpay sends to our webhook: signed over the very bytes, and read without believing their form.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderNews } from './payment.ts';

/** Whether `signature` is the HMAC-SHA256 of what was sent, in small hexadecimal letters. Takes as long for a near miss. */
export function isSigned(sent: string | Buffer, signature: string, secret: string): boolean {
  const right = Buffer.from(createHmac('sha256', secret).update(sent).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** What is neither of these, or not of this form, does not concern us. */
export function newsOf(body: Buffer): ProviderNews {
  const message = parsed(body);
  const [paymentId, orderId] = [idAt(message, 'payment', 'id'), idAt(message, 'payment', 'order_id')];
  const [refundId, refunded] = [idAt(message, 'refund', 'id'), idAt(message, 'refund', 'payment_id')];
  switch (valueAt(message, ['event'])) {
    case 'payment.authorized':
    case 'payment.captured':
    case 'order.paid':
      return paymentId && orderId ? { kind: 'captured', orderId, paymentId } : { kind: 'other' };
    case 'payment.failed':
      return paymentId && orderId ? { kind: 'failed', orderId, paymentId } : { kind: 'other' };
    case 'refund.processed':
      return refundId && refunded ? { kind: 'refunded', paymentId: refunded, refundId } : { kind: 'other' };
    case 'refund.failed':
      return refundId && refunded ? { kind: 'refund-failed', paymentId: refunded, refundId } : { kind: 'other' };
    default:
      return { kind: 'other' };
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function valueAt(from: unknown, way: readonly string[]): unknown {
  return way.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    from,
  );
}

/** An id goes into addresses of the provider: nothing else may stand in it. */
function idAt(message: unknown, entity: 'payment' | 'refund', key: string): string | null {
  const id = valueAt(message, ['payload', entity, 'entity', key]);
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
}
