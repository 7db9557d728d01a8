// A price alert as typed: which way the price must go, and whether it can be set.
import { alertMessages } from '../../contract/messages/market.ts';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { AlertDirection } from '../../contract/market.ts';
import { toPaise } from '../../contract/wire/sums.ts';
import { paiseFromRupees, rupeesFromPaise } from '../../core/money.ts';
import { MAX_PRICE } from '../../core/trade/check-order.ts';

/** A suggested price: about 2 % away, a whole rupee where possible. */
export function suggestedPrice(price: number, direction: AlertDirection): string {
  const away = price * (direction === 'above' ? 1.02 : 0.98);
  const step = price >= 100 ? 1 : 0.05;
  const steps = direction === 'above' ? Math.ceil(away / step) : Math.floor(away / step);
  return (Math.max(1, steps) * step).toFixed(2);
}

/** The mistake in a draft, or null. The server makes the same check against its own current price. */
export function mistakeIn(
  draft: { symbol: string; price: string; direction: AlertDirection },
  last: number | undefined,
): string | null {
  const paise = draft.price.trim() === '' ? null : paiseFromRupees(Number(draft.price));
  if (Number(draft.price) > rupeesFromPaise(MAX_PRICE)) return tradeMessages.priceTooLarge;
  if (paise === null || paise <= 0) return tradeMessages.priceInvalid;
  if (last === undefined) return null;
  const lastPaise = toPaise(last);
  const isThere = draft.direction === 'above' ? lastPaise >= paise : lastPaise <= paise;
  return isThere ? alertMessages.alreadyThere[draft.direction](draft.symbol, lastPaise) : null;
}
