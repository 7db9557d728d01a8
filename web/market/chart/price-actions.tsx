// The actions at a price of the chart: a limit or stop order, an alert, a line. The price can be refined first.
import { Bell, Minus } from 'lucide-react';
import { useState } from 'react';
import type { Stock } from '../../../contract/market.ts';
import type { OrderSide } from '../../../contract/trade.ts';
import { tradeMessages } from '../../../contract/messages/trade.ts';
import { rupeesFromPaise } from '../../../core/money.ts';
import { MAX_PRICE } from '../../../core/trade/check-order.ts';
import type { PricePlace } from '../../chart/chart-gestures.ts';
import { onTick } from '../../chart/line-tags.tsx';
import { useQuote } from '../../quotes.ts';
import { openTicket } from '../../trade/ticket.ts';
import { MenuItem } from '../../ui/menu-item.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { priceText } from '../../ui/number-text.ts';
import { Popover } from '../../ui/popover.tsx';
import { openPriceAlerts } from '../alert-dialog-state.ts';

export interface PriceActionsProps {
  stock: Stock;
  place: PricePlace;
  /** Left out if no line can be drawn. */
  onLine?: (price: number) => void;
  onClose: () => void;
}

/** A limit on the far side of the price trades at once; to wait there, a stop is needed. */
function orderTexts(side: OrderSide, price: number, last: number | undefined) {
  const verb = side === 'BUY' ? 'Buy' : 'Sell';
  const isFar = last !== undefined && (side === 'BUY' ? price >= last : price <= last);
  return {
    limit: `${verb} limit`,
    stop: isFar && price !== last ? `${verb} stop` : null,
    note: isFar ? 'trades at once' : '',
  };
}

const sideLook: Record<OrderSide, string> = { BUY: 'text-accent-text', SELL: 'text-sell-text' };

export function PriceActions({ stock, place, onLine, onClose }: PriceActionsProps) {
  const { symbol, tickSize } = stock;
  const [text, setText] = useState(() => onTick(place.price, tickSize).toFixed(2));
  const [mistake, setMistake] = useState<string | null>(null);
  const last = useQuote(symbol, stock)?.price;
  const price = Number(text);

  function at(act: (price: number) => void): void {
    if (price > rupeesFromPaise(MAX_PRICE)) return setMistake(tradeMessages.priceTooLarge);
    if (!Number.isFinite(price) || price <= 0) return setMistake(tradeMessages.priceInvalid);
    onClose();
    act(onTick(price, tickSize));
  }
  const order = (side: OrderSide, orderType: 'LIMIT' | 'STOP') => () =>
    at((exact) => openTicket(side, symbol, { orderType, price: exact }));

  return (
    <Popover label={`At a price of ${symbol}`} at={place} onClose={onClose} className="w-72">
      <NumberInput
        label="Price"
        hideLabel
        prefix={'\u20b9'}
        min={tickSize}
        step={tickSize}
        value={text}
        error={mistake}
        onType={(typed) => {
          setText(typed);
          setMistake(null);
        }}
        className="p-1"
      />
      <ul className="border-b border-line pb-1">
        {(['BUY', 'SELL'] as const).map((side) => {
          const { limit, stop, note } = orderTexts(side, price, last);
          return (
            <li key={side}>
              <MenuItem onClick={order(side, 'LIMIT')} className={sideLook[side]}>
                {`${limit} at ${priceText(price)}`}
                {note && <span className="ml-auto text-sm font-normal whitespace-nowrap text-faint">{note}</span>}
              </MenuItem>
              {stop && (
                <MenuItem onClick={order(side, 'STOP')} className={sideLook[side]}>
                  {`${stop} at ${priceText(price)}`}
                </MenuItem>
              )}
            </li>
          );
        })}
      </ul>
      <ul className="pt-1">
        <li>
          <MenuItem onClick={() => at((exact) => openPriceAlerts(symbol, exact))}>
            <Bell size={16} aria-hidden="true" className="text-muted" />
            {`Alert at ${priceText(price)}`}
          </MenuItem>
        </li>
        {onLine && (
          <li>
            <MenuItem onClick={() => at(onLine)}>
              <Minus size={16} aria-hidden="true" className="text-muted" />
              {`Draw a line at ${priceText(price)}`}
            </MenuItem>
          </li>
        )}
      </ul>
    </Popover>
  );
}
