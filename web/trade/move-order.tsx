// Asks before an open order goes to the price at which its line was let go on the chart: what it costs there, then the change.
import { useState } from 'react';
import type { Order } from '../../contract/trade.ts';
import type { OrderPrice } from '../chart/marks.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../api.ts';
import { callKey, queryClient, useCall } from '../query.ts';
import { quoteOf } from '../quotes.ts';
import { showAlert } from '../ui/alert.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { priceText } from '../ui/number-text.ts';
import { takeOrder } from './cancel-order.tsx';
import { ChargeFigures } from './charges-of.tsx';
import { hasLimit } from './edit-order.tsx';
import { CHARGES_POLL_MS } from './ticket/use-ticket-data.ts';

export interface Move {
  order: Order;
  field: OrderPrice;
  /** The line in words: 'Buy 5 limit'. */
  what: string;
  /** Where it is to be, in rupees, on the tick. */
  price: number;
}

export interface MoveOrderProps {
  /** Nothing is shown without one. */
  move: Move | null;
  /** With the sentence of what has been done; null when all stays as it was. */
  onDone: (sentence: string | null) => void;
}

/** The whole order as it is to be. */
function changeOf({ order, field, price }: Move) {
  return {
    id: order._id,
    quantity: order.quantity,
    ...(hasLimit(order) ? { price: order.price } : {}),
    ...(order.stopPrice === null ? {} : { stopPrice: order.stopPrice }),
    [field]: price,
  };
}

/** What follows beside the price: whether it trades now, and its place in the queue. */
function consequence({ order, field, price }: Move): string {
  if (field === 'stopPrice' || order.orderType === 'BRACKET') return 'It waits there until the market reaches it.';
  const last = quoteOf(order.stock.symbol)?.price;
  const isReached = last !== undefined && (order.type === 'BUY' ? price >= last : price <= last);
  if (isReached && order.orderType !== 'STOP-LIMIT')
    return 'The market is there already: it trades at once, as far as the book reaches.';
  return 'It goes to the back of the queue at its new price.';
}

function Preview({ move }: { move: Move }) {
  const { order, field, price } = move;
  // By the terms that it was accepted with: today's may be others.
  const { data } = useCall('GET /orders/{id}/charges', changeOf(move), {
    refetchInterval: CHARGES_POLL_MS,
    staleTime: 0,
  });
  return (
    <>
      <ChargeFigures
        side={order.type}
        charges={data}
        isFeePaid={order.filledQuantity > 0}
        first={[
          { name: 'Now', value: priceText(order[field] ?? 0) },
          { name: 'New price', value: <strong>{priceText(price)}</strong> },
        ]}
      />
      <p className="mt-3 text-sm text-muted">{consequence(move)}</p>
    </>
  );
}

function MoveForm({ move, onDone }: { move: Move; onDone: MoveOrderProps['onDone'] }) {
  const { order, what, price } = move;
  const [isBusy, setIsBusy] = useState(false);
  // One key for one change: a repeat after a silence changes nothing twice.
  const [key] = useState(newIdempotencyKey);

  async function send(): Promise<void> {
    setIsBusy(true);
    const options = { idempotencyKey: key, timeoutMs: ANSWER_WITHIN_MS };
    const reply = await call('POST /modifyOrder/{id}', changeOf(move), options);
    setIsBusy(false);
    if (reply.ok) takeOrder(reply.data);
    // It may have been filled meanwhile: the list shows what it is now.
    else void queryClient.invalidateQueries({ queryKey: callKey('GET /getOrders') });
    onDone(reply.ok ? `${what}: now at ${priceText(price)}.` : null);
    if (reply.ok) return;
    // The focus goes back to the line before the alert takes it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await showAlert(Object.values(reply.fields)[0] ?? reply.message);
  }

  return (
    <Confirm
      isOpen
      isBusy={isBusy}
      tone="primary"
      title={`Move ${order.stock.symbol}: ${what}`}
      text="Is the order to wait at this price?"
      confirmLabel={`Move to ${priceText(price)}`}
      cancelLabel="Leave it"
      onConfirm={() => void send()}
      onCancel={() => onDone(null)}
    >
      <Preview move={move} />
    </Confirm>
  );
}

export function MoveOrder({ move, onDone }: MoveOrderProps) {
  return move && <MoveForm key={`${move.order._id} ${move.field} ${move.price}`} move={move} onDone={onDone} />;
}
