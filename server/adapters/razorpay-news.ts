// What Razorpay sends to our webhook: the signature covers the exact bytes, and nothing is assumed about their structure.
import { createHmac } from 'node:crypto';
import { areEqualTexts } from '../equal-texts.ts';
import type { ProviderNews } from './payment.ts';

/** Whether `signature` is the HMAC-SHA256 of what was sent, as lower-case hexadecimal. */
export function isSigned(sent: string | Buffer, signature: string, secret: string): boolean {
  return areEqualTexts(signature, createHmac('sha256', secret).update(sent).digest('hex'));
}

/** Any other event, or one whose fields are not as expected, does not concern us. */
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

/** Ids become part of addresses at the provider, so only these characters are accepted. */
function idAt(message: unknown, entity: 'payment' | 'refund', key: string): string | null {
  const id = valueAt(message, ['payload', entity, 'entity', key]);
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
}
