// Cancels anybody's pending order after the spec's question; the row shows FAILED at once.
import { useState } from 'react';
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import { adminMessages } from '../../../contract/messages/admin.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { callKey, invalidate, invalidateCalls, queryClient } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { countText } from '../../ui/number-text.ts';

const lists = ['GET /orders', 'GET /marketorders', 'GET /limitorders', 'GET /stoporders'] as const;

function takeOrder(order: DeskOrder): void {
  for (const name of lists) {
    // The lists are asked for every few seconds: an answer on its way still has the order as it was.
    void queryClient.cancelQueries({ queryKey: callKey(name), predicate: ({ state }) => state.data !== undefined });
    queryClient.setQueriesData<{ orders: DeskOrder[] }>(
      { queryKey: callKey(name) },
      (page) => page && { ...page, orders: page.orders.map((one) => (one._id === order._id ? order : one)) },
    );
  }
  void invalidate(callKey('GET /orderDetails/{id}', { id: order._id }));
}

interface CancelAnyOrderProps {
  /** The order in question; nothing is shown without one. */
  order: DeskOrder | null;
  onDone: () => void;
}

export function CancelAnyOrder({ order, onDone }: CancelAnyOrderProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function cancel(target: DeskOrder): Promise<void> {
    setIsBusy(true);
    const input = { id: target._id, status: 'FAILED' } as const;
    const reply = await call('POST /changeStatus/{id}', input, { idempotencyKey: newIdempotencyKey() });
    setIsBusy(false);
    if (reply.ok) takeOrder(reply.data);
    // It may have ended meanwhile: the lists show what it is now.
    else void invalidateCalls(...lists);
    onDone();
    if (!reply.ok) await showAlert(reply.message);
  }

  return (
    <Confirm
      isOpen={order !== null}
      isBusy={isBusy}
      title={adminMessages.confirmCancelTitle}
      text={
        <>
          <span className="block">{adminMessages.confirmCancel}</span>
          {order && (
            <span className="mt-2 block text-muted">
              {`Order ${order.orderId} of ${isolated(order.user.name)}: ${order.type} ${countText(order.quantity)} ${order.stock.symbol}. What it holds is released, and its owner is told.`}
            </span>
          )}
        </>
      }
      confirmLabel="Confirm"
      onConfirm={() => order && void cancel(order)}
      onCancel={onDone}
    />
  );
}
