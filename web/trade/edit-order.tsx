// Changes a pending order: how many shares, and the prices that its type has.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Order } from '../../contract/trade.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from '../api.ts';
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

function numberOf(text: string): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value > 0 ? value : null;
}

function PriceInput(props: Pick<NumberInputProps, 'label' | 'value' | 'error' | 'onType' | 'step'>) {
  return <NumberInput {...props} prefix={'\u20b9'} min={0} />;
}

function EditForm({ order, onDone }: { order: Order; onDone: (changed: boolean) => void }) {
  const { symbol } = order.stock;
  const stock = useCall('GET /stocks', {}).data?.find((one) => one.symbol === symbol);
  const tick = stock?.tickSize ?? USUAL_TICK;
  const [quantity, setQuantity] = useState(String(order.quantity));
  const [price, setPrice] = useState(priceField(order.price));
  const [stopPrice, setStopPrice] = useState(order.stopPrice === null ? '' : priceField(order.stopPrice));
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  // A new key whenever a field changes: repeating a change after no answer makes it once.
  const [key, setKey] = useState(newIdempotencyKey);
  const withNewKey = (set: (text: string) => void) => (text: string) => {
    set(text);
    setKey(newIdempotencyKey());
    setMistakes({});
  };

  const change = {
    quantity: numberOf(quantity) ?? 0,
    ...(hasLimit(order) ? { price: numberOf(price) ?? 0 } : {}),
    ...(order.stopPrice === null ? {} : { stopPrice: numberOf(stopPrice) ?? 0 }),
  };
  const isSame =
    change.quantity === order.quantity &&
    (change.price ?? order.price) === order.price &&
    (change.stopPrice ?? order.stopPrice) === order.stopPrice;
  const isReadable = Object.values(change).every((value) => value > 0);
  const outlook = useChangeOutlook(order, { id: order._id, ...change }, isReadable && !isSame);
  // The others wait for a price, not in a queue.
  const place = order.orderType === 'LIMIT' && !isSame ? placeWords(order, change.price ?? 0, outlook) : null;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    const options = { idempotencyKey: key, timeoutMs: ANSWER_WITHIN_MS };
    const reply = await call('POST /modifyOrder/{id}', { id: order._id, ...change }, options);
    setIsBusy(false);
    if (reply.ok) {
      takeOrder(reply.data);
      onDone(true);
    } else if (Object.keys(reply.fields).length > 0) setMistakes(reply.fields);
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
          value={quantity}
          error={mistakes.quantity}
          hint={order.filledQuantity > 0 ? `${countText(order.filledQuantity)} filled already` : undefined}
          onType={withNewKey(setQuantity)}
        />
        {hasLimit(order) && (
          <PriceInput
            label={isExit(order) ? 'Target' : 'Limit price'}
            value={price}
            error={mistakes.price}
            step={tick}
            onType={withNewKey(setPrice)}
          />
        )}
        {order.stopPrice !== null && (
          <PriceInput
            label={isExit(order) ? 'Stop loss' : 'Trigger price'}
            value={stopPrice}
            error={mistakes.stopPrice}
            step={tick}
            onType={withNewKey(setStopPrice)}
          />
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
