// Checks an order before it is sent (spec 5), in the server's order and with its sentences. The server checks again.
import { tradeMessages } from '../../../contract/messages/trade.ts';
import type { LimitsData, OrderSide } from '../../../contract/trade.ts';
import { oneFifth, rupeesFromPaise } from '../../../core/money.ts';
import type { Paise, Quantity } from '../../../core/money.ts';
import { chargesOn, totalCharges } from '../../../core/trade/charges.ts';
import type { ChargeTerms } from '../../../core/trade/charges.ts';
import { MAX_PRICE, MAX_QUANTITY } from '../../../core/trade/check-order.ts';
import type { DraftFigures, TicketDraft } from './draft.ts';
import { triggerField, usesLimit, usesTrigger } from './draft.ts';
import { onTick } from './estimate.ts';

export interface CheckInput {
  side: OrderSide;
  draft: TicketDraft;
  figures: DraftFigures;
  last: Paise;
  tick: Paise;
  limits: LimitsData;
  terms: ChargeTerms;
  balance: Paise;
  /** Shares not held by any open sell order. */
  availableQuantity: Quantity;
}

export interface FieldMistakes {
  quantity?: string;
  price?: string;
  stopPrice?: string;
  target?: string;
  stopLoss?: string;
}

const isTooHigh = (text: string): boolean => Number(text) > rupeesFromPaise(MAX_PRICE);

/** The fields that cannot be read, each with its mistake. */
export function fieldMistakes(draft: TicketDraft, figures: DraftFigures): FieldMistakes {
  const mistakes: FieldMistakes = {};
  const { quantityInvalid, quantityTooLarge, priceInvalid, priceTooLarge, stopPriceInvalid, stopPriceTooLarge } =
    tradeMessages;
  if (figures.quantity === null)
    mistakes.quantity = Number(draft.quantity) > MAX_QUANTITY ? quantityTooLarge : quantityInvalid;
  const priceMistake = (text: string) => (isTooHigh(text) ? priceTooLarge : priceInvalid);
  if (usesLimit(draft.orderType) && figures.limit === null) mistakes.price = priceMistake(draft.price);
  if (usesTrigger(draft.orderType) && figures.trigger === null) {
    const field = triggerField(draft.orderType);
    mistakes[field] = isTooHigh(draft[field]) ? stopPriceTooLarge : stopPriceInvalid;
  }
  if (figures.target === null) mistakes.target = priceMistake(draft.target);
  if (figures.stopLoss === null) mistakes.stopLoss = priceMistake(draft.stopLoss);
  return mistakes;
}

/** The price that the exchange counts with: the limit on its tick, otherwise the trigger, otherwise the last price. */
export function countedPrice({
  side,
  figures,
  tick,
  last,
}: Pick<CheckInput, 'side' | 'figures' | 'tick' | 'last'>): Paise {
  return onTick(side, figures.limit ?? 0, tick) || figures.trigger || last;
}

function checkMoney(input: CheckInput, quantity: Quantity): string | null {
  const { draft, terms, balance } = input;
  const value = quantity * countedPrice(input);
  const charges = totalCharges(chargesOn(terms, 'buy', value, draft.isIntraday ? value : 0));
  if (draft.isIntraday) {
    const required = oneFifth(value) + charges;
    return required > balance ? tradeMessages.insufficientMargin(required, balance) : null;
  }
  return value + charges > balance ? tradeMessages.insufficientBalance : null;
}

function checkExits(input: CheckInput): string | null {
  const { draft, figures, tick } = input;
  const price = countedPrice(input);
  // The target is the limit of a sale, even when it comes with a buy.
  const isAround = (figures.stopLoss ?? 0) < price && price < onTick('SELL', figures.target ?? 0, tick);
  return draft.hasExits && !isAround ? tradeMessages.exitsOnWrongSide(price) : null;
}

/** The first reason to refuse the order, as a sentence; null when there is none. All fields must be readable. */
export function refusalOf(input: CheckInput): string | null {
  const { side, draft, figures, tick, limits, availableQuantity } = input;
  // A buyer's limit below one tick comes to nothing.
  if (usesLimit(draft.orderType) && onTick(side, figures.limit ?? 0, tick) === 0) return tradeMessages.priceBelowTick;
  const quantity = figures.quantity ?? 0;
  const limit = side === 'BUY' ? limits.maxBuyLimit : limits.maxSellLimit;
  if (quantity > limit) return side === 'BUY' ? tradeMessages.overBuyLimit(limit) : tradeMessages.overSellLimit(limit);
  if (side === 'BUY') return checkMoney(input, quantity) ?? checkExits(input);
  return quantity > availableQuantity ? tradeMessages.notEnoughShares : checkExits(input);
}
