// The link from "order placed" to what has become of the order since.
import { useNavigate } from '@tanstack/react-router';
import type { NextStep } from '../ui/alert.tsx';
import type { Outcome } from './ticket/place-order.ts';

/** For an order that was placed; nothing for one that was refused. */
export function useSeeStory(): ({ orderId }: Outcome) => NextStep | undefined {
  const navigate = useNavigate();
  return ({ orderId }) =>
    orderId === null
      ? undefined
      : { label: 'See its story', act: () => void navigate({ to: '/myOrders', search: { order: orderId } }) };
}
