// How many shares a quarter, a half or all of the cash buys, or how many of the holding that is.
import type { LimitsData, OrderSide } from '../../../contract/trade.ts';
import { oneFifth, sharesFor } from '../../../core/money.ts';
import type { Paise, Quantity } from '../../../core/money.ts';
import { chargesOn, totalCharges } from '../../../core/trade/charges.ts';
import type { ChargeTerms } from '../../../core/trade/charges.ts';

export const presetParts = [25, 50, 100] as const;

export interface PresetInput {
  side: OrderSide;
  price: Paise;
  isIntraday: boolean;
  balance: Paise;
  availableQuantity: Quantity;
  limits: LimitsData;
  terms: ChargeTerms;
}

/** The most shares whose cost (or margin, if intraday) plus charges `cash` can pay. */
export function affordableQuantity(
  cash: Paise,
  { price, isIntraday, terms }: Pick<PresetInput, 'price' | 'isIntraday' | 'terms'>,
): Quantity {
  const needed = (quantity: Quantity): Paise => {
    const value = quantity * price;
    return (
      (isIntraday ? oneFifth(value) : value) + totalCharges(chargesOn(terms, 'buy', value, isIntraday ? value : 0))
    );
  };
  let low = 0;
  let high = sharesFor(isIntraday ? cash * 5 : cash, price);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (needed(middle) <= cash) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** 0 when not even one share is possible. */
export function presetQuantity(part: number, input: PresetInput): Quantity {
  const { side, price, balance, availableQuantity, limits } = input;
  if (side === 'SELL') return Math.min(Math.floor((availableQuantity * part) / 100), limits.maxSellLimit);
  if (price <= 0) return 0;
  return Math.min(affordableQuantity(Math.floor((balance * part) / 100), input), limits.maxBuyLimit);
}
