// Payments as a table: of everybody, or of one person, whose name then needs no column.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DeskPayment } from '../../../contract/admin/payments.ts';
import { isOfDeleted } from '../../../contract/wire/email.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserLink } from '../orders/order-cells.tsx';
import { knownAs, PaymentBadge, purposeText } from './payment-words.tsx';

function Purpose({ payment }: { payment: DeskPayment }) {
  if (payment.course === null) return purposeText(payment);
  return (
    <Link
      to="/editSession/$sessionId"
      params={{ sessionId: payment.course._id }}
      className="inline-block max-w-56 align-top hover:text-accent-text"
    >
      {purposeText(payment)}
    </Link>
  );
}

function State({ payment }: { payment: DeskPayment }) {
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <PaymentBadge status={payment.status} />
      {payment.reason !== null && (
        <span className="max-w-56 text-sm leading-4 whitespace-normal text-faint">{payment.reason}</span>
      )}
    </span>
  );
}

const user: Column<DeskPayment> = {
  key: 'user',
  header: 'User',
  cell: ({ user: { email, ...person } }) => (
    <span className="block max-w-56 min-w-0">
      <UserLink user={person} tab="money" />
      {!isOfDeleted(email) && <span className="block truncate text-sm leading-4 text-muted">{email}</span>}
    </span>
  ),
};

export function paymentColumns(isOfAll: boolean): Column<DeskPayment>[] {
  return [
    { key: 'id', header: '#', isRowHeader: true, cell: ({ _id }) => _id },
    {
      key: 'at',
      header: 'Begun',
      cell: ({ createdAt }) => <DateTime at={createdAt} className="text-muted @4xl:whitespace-nowrap" />,
    },
    ...(isOfAll ? [user] : []),
    { key: 'for', header: 'For', cell: (payment) => <Purpose payment={payment} /> },
    { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => <Money rupees={amount} /> },
    {
      key: 'status',
      header: 'Status',
      className: '@max-[66rem]:pr-4 @max-[50rem]:pr-4',
      cell: (payment) => <State payment={payment} />,
    },
    {
      key: 'number',
      header: 'At the provider',
      from: 'lg',
      cell: (payment) => (
        <span className="block text-sm leading-4 wrap-anywhere text-muted">
          {knownAs(payment)}
          {payment.providerRefund !== null && <span className="block">{payment.providerRefund}</span>}
        </span>
      ),
    },
  ];
}

export function PhonePayment({ payment, who }: { payment: DeskPayment; who?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="font-medium wrap-anywhere">{who ?? <Purpose payment={payment} />}</span>
        <Money rupees={payment.amount} className="font-medium" />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <PaymentBadge status={payment.status} />
        <DateTime at={payment.createdAt} />
      </div>
      <p className="text-sm wrap-anywhere text-faint">
        {`#${payment._id}`}
        {who !== undefined && `, ${purposeText(payment)}`}
        {`, ${knownAs(payment)}`}
      </p>
      {payment.reason !== null && <p className="text-sm text-faint">{payment.reason}</p>}
    </div>
  );
}
