// Cancels every pending order that matches the screen's filter, after one question; each is canceled or refused on its own.
import { useState } from 'react';
import type { Order } from '../../contract/trade.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { countText } from '../ui/number-text.ts';
import { refetchOrders, sendCancel, showOrder } from './cancel-order.tsx';
import { canceledWords, cancelWords } from './cancel-words.ts';
import type { CanceledCount } from './cancel-words.ts';
import { pendingOrders } from './pending-orders.ts';
import type { PendingFilter } from './pending-orders.ts';

/** This many are sent at once, so that a slow connection does not wait for one order after another. */
const AT_ONCE = 4;

/** Continues until all have been sent, or one is refused for a reason other than having ended meanwhile. */
async function cancelEach(orders: readonly Order[], onCanceled: (count: number) => void): Promise<CanceledCount> {
  const waiting = orders.values();
  const count = { canceled: 0, ended: 0, refusal: null as string | null };
  async function next(): Promise<void> {
    for (const order of waiting) {
      const reply = await sendCancel(order);
      if (reply.ok) {
        showOrder(reply.data);
        onCanceled(++count.canceled);
      } else if (reply.status === 404 || reply.status === 409) count.ended++;
      else count.refusal ??= reply.message;
      if (count.refusal !== null) return;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return count;
}

export function CancelAll({ filter, onDone }: { filter: PendingFilter; onDone: (said: string) => void }) {
  const [asked, setAsked] = useState<readonly Order[] | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  const [canceled, setCanceled] = useState<number | null>(null);

  async function ask(): Promise<void> {
    setIsLooking(true);
    const found = await pendingOrders(filter);
    setIsLooking(false);
    if (found.orders === null) return showAlert(found.refusal.message);
    if (found.orders.length > 0) return setAsked(found.orders);
    refetchOrders();
  }

  async function cancel(orders: readonly Order[]): Promise<void> {
    setCanceled(0);
    const count = await cancelEach(orders, setCanceled);
    setCanceled(null);
    setAsked(null);
    refetchOrders();
    const words = canceledWords(count, orders.length);
    onDone(words);
    if (count.refusal !== null) await showAlert(`${words} ${count.refusal}`);
  }

  return (
    <>
      <Button size="small" tone="danger" busy={isLooking} onClick={() => void ask()}>
        Cancel all pending
      </Button>
      <Confirm
        isOpen={asked !== null}
        isBusy={canceled !== null}
        title={asked?.length === 1 ? 'Cancel 1 order' : `Cancel ${countText(asked?.length ?? 0)} orders`}
        text={asked && cancelWords(asked)}
        confirmLabel={canceled ? `Canceled ${countText(canceled)}` : 'Cancel them'}
        cancelLabel="Keep them"
        onConfirm={() => asked && void cancel(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
