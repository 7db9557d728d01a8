// Cells that the order tables of the desk share.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { priceText } from '../../ui/number-text.ts';
import { filledAt, OrderHead } from '../../trade/order-words.tsx';
import type { PortfolioTab } from '../users/portfolio-search.ts';

export const statusNames: Record<OrderStatus, string> = {
  PENDING: 'Pending',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
};

/** The other price of an order that has two, where the stop price is shown. */
export function besideStop({ orderType, price }: Pick<DeskOrder, 'orderType' | 'price'>): string | null {
  if (orderType === 'STOP-LIMIT') return `limit ${priceText(price)}`;
  return orderType === 'BRACKET' ? `target ${priceText(price)}` : null;
}

/** A person, linked to their portfolio. A long name wraps, so that it takes no room from the other columns. */
export function UserLink({ user, tab }: { user: { _id: string; name: string }; tab?: PortfolioTab }) {
  return (
    <Link
      to="/portfolioAdmin/$userId"
      params={{ userId: user._id }}
      search={{ tab }}
      className="inline-block max-w-44 min-w-16 align-top wrap-anywhere font-medium hover:text-accent-text"
    >
      {user.name}
    </Link>
  );
}

export function DetailsLink({ order, label = 'View Details' }: { order: DeskOrder; label?: string }) {
  return (
    <Link
      to="/viewdetails/$id"
      params={{ id: order._id }}
      aria-label={`${label} of order ${order.orderId}`}
      className={classList(buttonLook({ size: 'small', tone: 'quiet' }), '-mr-3')}
    >
      {label}
    </Link>
  );
}

export function OrderActions({ order, onCancel }: { order: DeskOrder; onCancel: (order: DeskOrder) => void }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 md:flex-nowrap md:@max-4xl:gap-0 md:@max-4xl:[&>*]:px-1.5 md:@max-4xl:[&>a]:-mr-1.5">
      {order.status === 'PENDING' && (
        <Button size="small" tone="danger" aria-label={`Cancel order ${order.orderId}`} onClick={() => onCancel(order)}>
          Cancel
        </Button>
      )}
      <DetailsLink order={order} label="Details" />
    </span>
  );
}

interface PhoneOrderProps {
  order: DeskOrder;
  actions: ReactNode;
  /** All orders of the list are of one person, who is named above it. */
  isOwnerKnown?: boolean;
}

export function PhoneOrder({ order, actions, isOwnerKnown = false }: PhoneOrderProps) {
  return (
    <div className="flex flex-col gap-2">
      <OrderHead order={order} />
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>{filledAt(order)}</span>
        <DateTime at={order.createdAt} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-sm wrap-anywhere">
          <span className="text-faint">{`#${order.orderId} `}</span>
          {!isOwnerKnown && <UserLink user={order.user} />}
        </span>
        {actions}
      </div>
    </div>
  );
}
