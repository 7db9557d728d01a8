// Changes a pending order: how many shares, and the prices that its type has.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Order } from '../../contract/trade.ts';
import { useCallOnce } from '../call-once.ts';
import { LivePrice } from '../live-text.tsx';
import { useCall } from '../query.ts';
import { USUAL_TICK } from '../quotes.ts';
import { showAlert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { Dialog } from '../ui/dialog.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import type { NumberInputProps } from '../ui/number-input.tsx';
import { countText } from '../ui/number-text.ts';
import { takeOrder } from './cancel-order.tsx';
import { placeWords } from './change-words.ts';
import { priceField } from './ticket/draft.ts';
import { useChangeOutlook } from './use-change-outlook.ts';

export interface EditOrderProps {
  /** The order in question; nothing is shown without one. */
  order: Order | null;
  onDone: (changed: boolean) => void;
}

const isExit = ({ orderType }: Order): boolean => orderType === 'BRACKET';
/** Whether it has a limit price; a bracket's target counts as one. */
export const hasLimit = (order: Order): boolean =>
  order.orderType === 'LIMIT' || order.orderType === 'STOP-LIMIT' || isExit(order);

/** 0 if it cannot be read. */
function readNumber(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function PriceInput(props: Pick<NumberInputProps, 'label' | 'value' | 'error' | 'onType' | 'step'>) {
  return <NumberInput {...props} prefix={'\u20b9'} min={0} />;
}

interface Typed {
  quantity: string;
  price: string;
  stopPrice: string;
}

const typedOf = ({ quantity, price, stopPrice }: Order): Typed => ({
  quantity: String(quantity),
  price: priceField(price),
  stopPrice: stopPrice === null ? '' : priceField(stopPrice),
});

/** The typed values, and the order they would make. */
function useTyped(order: Order) {
  const [typed, setTyped] = useState(() => typedOf(order));
  const [mistakes, setMistakes] = useState<Partial<Record<string, string>>>({});
  const change = {
    quantity: readNumber(typed.quantity),
    ...(hasLimit(order) ? { price: readNumber(typed.price) } : {}),
    ...(order.stopPrice === null ? {} : { stopPrice: readNumber(typed.stopPrice) }),
  };
  const isSame =
    change.quantity === order.quantity &&
    (change.price ?? order.price) === order.price &&
    (change.stopPrice ?? order.stopPrice) === order.stopPrice;

  /** The properties of the input for one of them. */
  function field(name: keyof Typed) {
    return {
      value: typed[name],
      error: mistakes[name],
      onType: (text: string) => {
        setTyped((before) => ({ ...before, [name]: text }));
        setMistakes({});
      },
    };
  }

  return { change, isSame, field, refuse: setMistakes };
}

function EditForm({ order, onDone }: { order: Order; onDone: (changed: boolean) => void }) {
  const { symbol } = order.stock;
  const stock = useCall('GET /stocks', {}).data?.find((one) => one.symbol === symbol);
  const tick = stock?.tickSize ?? USUAL_TICK;
  const { change, isSame, field, refuse } = useTyped(order);
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();
  const isReadable = Object.values(change).every((value) => value > 0);
  const outlook = useChangeOutlook(order, { id: order._id, ...change }, isReadable && !isSame);
  // The others wait for a price, not in a queue.
  const isPlaced = order.orderType === 'LIMIT' || order.orderType === 'STOP-LIMIT';
  const place = isPlaced && !isSame ? placeWords(order, change, outlook) : null;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    const reply = await callOnce('POST /modifyOrder/{id}', { id: order._id, ...change });
    setIsBusy(false);
    if (reply.ok) {
      takeOrder(reply.data);
      onDone(true);
    } else if (Object.keys(reply.fields).length > 0) refuse(reply.fields);
    else await showAlert(reply.message);
  }

  return (
    <Dialog
      title={`Edit: ${order.type === 'BUY' ? 'buy' : 'sell'} ${symbol}`}
      aside={<LivePrice symbol={symbol} known={stock} className="font-medium" />}
      size="small"
      isOpen
      isLocked={isBusy}
      symbol={symbol}
      onClose={() => onDone(false)}
    >
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <NumberInput
          label="Quantity"
          autoFocus
          min={order.filledQuantity + 1}
          hint={order.filledQuantity > 0 ? `${countText(order.filledQuantity)} filled already` : undefined}
          {...field('quantity')}
        />
        {hasLimit(order) && (
          <PriceInput label={isExit(order) ? 'Target' : 'Limit price'} step={tick} {...field('price')} />
        )}
        {order.stopPrice !== null && (
          <PriceInput label={isExit(order) ? 'Stop loss' : 'Trigger price'} step={tick} {...field('stopPrice')} />
        )}
        {/* One line is reserved for it, so that the button does not move away from the pointer. */}
        <p aria-live="polite" className={classList('min-h-5 text-sm', outlook.refusal ? 'text-down' : 'text-muted')}>
          {outlook.refusal ?? place}
        </p>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Badge tone="warn" className="mr-auto">
            Practice market
          </Badge>
          <Button onClick={() => onDone(false)}>Cancel</Button>
          <Button type="submit" tone="primary" busy={isBusy} disabled={isSame}>
            Change order
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function EditOrder({ order, onDone }: EditOrderProps) {
  return order === null ? null : <EditForm key={order._id} order={order} onDone={onDone} />;
}
