// Cancels a pending order after one question.
import { useState } from 'react';
import { adminMessages } from '../../contract/messages/admin.ts';
import type { DataOf } from '../../contract/routes.ts';
import type { Order } from '../../contract/trade.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../api.ts';
import { callKey, invalidate, invalidateCalls, queryClient } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { cancelNotes, orderWords } from './cancel-words.ts';

/** The row shows the new status at once. */
export function showOrder(order: Order): void {
  queryClient.setQueriesData<DataOf<'GET /getOrders'>>(
    { queryKey: callKey('GET /getOrders') },
    (page) => page && { ...page, orders: page.orders.map((one) => (one._id === order._id ? order : one)) },
  );
}

export function refetchOrders(): void {
  void invalidateCalls('GET /getOrders', 'GET /portfolio');
}

/** The row shows the new status at once; the lists are then fetched again. */
export function takeOrder(order: Order): void {
  showOrder(order);
  refetchOrders();
  void invalidate(callKey('GET /orders/{id}/events', { id: order._id }));
}

/** Trying twice cancels once, so each try may have its own key. */
export function sendCancel({ _id: id }: Order) {
  const options = { idempotencyKey: newIdempotencyKey(), timeoutMs: ANSWER_WITHIN_MS };
  return call('POST /cancelOrder/{id}', { id }, options);
}

export interface CancelOrderProps {
  /** The order in question; nothing is shown without one. */
  order: Order | null;
  onDone: (canceled: boolean) => void;
}

export function CancelOrder({ order, onDone }: CancelOrderProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function cancel(target: Order): Promise<void> {
    setIsBusy(true);
    const reply = await sendCancel(target);
    setIsBusy(false);
    if (reply.ok) takeOrder(reply.data);
    // It may have been filled in the meantime: the list shows its current state.
    else void invalidateCalls('GET /getOrders');
    onDone(reply.ok);
    if (!reply.ok) await showAlert(reply.message);
  }

  return (
    <Confirm
      isOpen={order !== null}
      isBusy={isBusy}
      title={adminMessages.confirmCancelTitle}
      text={adminMessages.confirmCancel}
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      onConfirm={() => order && void cancel(order)}
      onCancel={() => onDone(false)}
    >
      {order && (
        <>
          <p className="mt-2 font-medium">{orderWords(order)}</p>
          {cancelNotes(order).map((note) => (
            <p key={note} className="mt-2 text-muted">
              {note}
            </p>
          ))}
        </>
      )}
    </Confirm>
  );
}
