// Asks before an open order moves to the price at which its line was dropped on the chart: what it costs there, then the change.
import { useState } from 'react';
import type { Order } from '../../contract/trade.ts';
import type { OrderPrice } from '../chart/marks.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../api.ts';
import { invalidateCalls } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { classList } from '../ui/class-list.ts';
import { Confirm } from '../ui/confirm.tsx';
import { priceText } from '../ui/number-text.ts';
import { takeOrder } from './cancel-order.tsx';
import { placeWords } from './change-words.ts';
import type { ChangeSeen } from './change-words.ts';
import { ChargeFigures } from './charges-of.tsx';
import { hasLimit } from './edit-order.tsx';
import type { OrderChange } from './use-change-outlook.ts';
import { useChangeOutlook } from './use-change-outlook.ts';

export interface Move {
  order: Order;
  field: OrderPrice;
  /** The line in words: 'Buy 5 limit'. */
  what: string;
  /** The new price, in rupees, on the tick. */
  price: number;
}

export interface MoveOrderProps {
  /** Nothing is shown without one. */
  move: Move | null;
  /** Called with a sentence about the change; null if nothing changed. */
  onDone: (sentence: string | null) => void;
}

/** The whole order with the new price. */
function changeOf({ order, field, price }: Move): OrderChange {
  return {
    id: order._id,
    quantity: order.quantity,
    ...(hasLimit(order) ? { price: order.price } : {}),
    ...(order.stopPrice === null ? {} : { stopPrice: order.stopPrice }),
    [field]: price,
  };
}

/** What follows from the new price: whether it trades now, and its place in the queue. */
function consequence({ order, field, price }: Move, seen: ChangeSeen): string | null {
  const waits = 'It waits there until the market reaches it.';
  if (order.orderType === 'BRACKET' || order.orderType === 'STOP') return waits;
  const words = placeWords(order, { [field]: price }, seen);
  return field === 'stopPrice' ? (words ?? waits) : words;
}

function Preview({ move }: { move: Move }) {
  const { order, field, price } = move;
  // On the terms it was accepted with, which may differ from today's.
  const outlook = useChangeOutlook(order, changeOf(move));
  return (
    <>
      <ChargeFigures
        side={order.type}
        charges={outlook.charges}
        isFeePaid={order.filledQuantity > 0}
        first={[
          { name: 'Now', value: priceText(order[field] ?? 0) },
          { name: 'New price', value: <strong>{priceText(price)}</strong> },
        ]}
      />
      <p aria-live="polite" className={classList('mt-3 min-h-5 text-sm', outlook.refusal ? 'text-down' : 'text-muted')}>
        {outlook.refusal ?? consequence(move, outlook)}
      </p>
    </>
  );
}

function MoveForm({ move, onDone }: { move: Move; onDone: MoveOrderProps['onDone'] }) {
  const { order, what, price } = move;
  const [isBusy, setIsBusy] = useState(false);

  async function send(): Promise<void> {
    setIsBusy(true);
    const options = { idempotencyKey: newIdempotencyKey(), timeoutMs: ANSWER_WITHIN_MS };
    const reply = await call('POST /modifyOrder/{id}', changeOf(move), options);
    setIsBusy(false);
    if (reply.ok) takeOrder(reply.data);
    // It may have been filled in the meantime: the list shows its current state.
    else void invalidateCalls('GET /getOrders');
    onDone(reply.ok ? `${what}: now at ${priceText(price)}.` : null);
    if (reply.ok) return;
    // The focus returns to the line before the alert takes it.
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
