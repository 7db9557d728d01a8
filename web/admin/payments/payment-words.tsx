// How a payment is described at the desk: its state, its purpose, and the numbers by which the payer and the provider know it.
import type { DeskPayment, PaymentState } from '../../../contract/admin/payments.ts';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { dateTimeText } from '../../ui/date-time.tsx';

export const stateNames: Record<PaymentState, string> = {
  OPEN: 'Not paid',
  CHECKING: 'Being checked',
  CAPTURED: 'Being credited',
  CREDITED: 'Arrived',
  FAILED: 'Given up',
  REFUND_DUE: 'Refund due',
  REFUNDED: 'Refunded',
};

const tones: Record<PaymentState, BadgeTone> = {
  OPEN: 'neutral',
  CHECKING: 'warn',
  CAPTURED: 'warn',
  CREDITED: 'up',
  FAILED: 'down',
  REFUND_DUE: 'warn',
  REFUNDED: 'accent',
};

export function PaymentBadge({ status }: Pick<DeskPayment, 'status'>) {
  return <Badge tone={tones[status]}>{stateNames[status]}</Badge>;
}

export const purposeText = ({ course }: Pick<DeskPayment, 'course'>): string => course?.title ?? 'Wallet';

/** The number that the payer's bank and the provider show; for an unpaid one, the order's. */
export const knownAs = ({ providerPayment, providerOrder }: DeskPayment): string => providerPayment ?? providerOrder;

export const PAYMENTS_HEADER = [
  'Payment',
  'Begun (IST)',
  'Name',
  'Email',
  'For',
  'Amount (INR)',
  'Status',
  'Since (IST)',
  'Reason',
  'Provider',
  'Order there',
  'Payment there',
  'Refund there',
];

export function paymentLine(payment: DeskPayment): (string | number | null)[] {
  const { _id, user, amount, status, reason, createdAt, updatedAt } = payment;
  return [
    _id,
    dateTimeText(createdAt),
    user.name,
    user.email,
    purposeText(payment),
    amount,
    stateNames[status],
    dateTimeText(updatedAt),
    reason,
    payment.provider,
    payment.providerOrder,
    payment.providerPayment,
    payment.providerRefund,
  ];
}
