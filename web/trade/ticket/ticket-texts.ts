// The ticket's sentences about what will happen: on the button, under the figures, beside the validity.
import type { OrderSide, OrderType, Validity } from '../../../contract/trade.ts';
import { rupeesFromPaise } from '../../../core/money.ts';
import type { Paise } from '../../../core/money.ts';
import { countText, moneyText } from '../../ui/number-text.ts';
import type { DraftFigures } from './draft.ts';
import { onTick } from './estimate.ts';
import type { Estimate, ExitOutcome } from './estimate.ts';

interface ButtonWords {
  quantity: string;
  symbol: string;
  limit: string;
  trigger: string;
}

const buyTexts: Record<Exclude<OrderType, 'BRACKET'>, (words: ButtonWords) => string> = {
  MARKET: ({ quantity, symbol }) => `Buy ${quantity} ${symbol} at market`,
  LIMIT: ({ quantity, symbol, limit }) => `Buy ${quantity} ${symbol} at ${limit}`,
  STOP: ({ quantity, symbol, trigger }) => `Buy ${quantity} ${symbol} from ${trigger}`,
  'STOP-LIMIT': ({ quantity, symbol, limit, trigger }) => `Buy ${quantity} ${symbol} from ${trigger}, up to ${limit}`,
};

const sellTexts: Record<OrderType, (words: ButtonWords) => string> = {
  MARKET: ({ quantity, symbol }) => `Sell ${quantity} ${symbol} at market`,
  LIMIT: ({ quantity, symbol, limit }) => `Sell ${quantity} ${symbol} at ${limit}`,
  STOP: ({ quantity, symbol, trigger }) => `Sell ${quantity} ${symbol} from ${trigger}`,
  'STOP-LIMIT': ({ quantity, symbol, limit, trigger }) =>
    `Sell ${quantity} ${symbol} from ${trigger}, down to ${limit}`,
  BRACKET: ({ quantity, symbol }) => `Sell ${quantity} ${symbol} at target or stop loss`,
};

/**
 * What the button will do: 'Buy 5 MERIT at market', with a limit as the exchange will take it, on its tick. Only side and stock while the
 * fields cannot be read.
 */
export function buttonText(
  side: OrderSide,
  symbol: string,
  type: OrderType,
  { quantity, limit, trigger, tick }: DraftFigures & { tick: Paise },
): string {
  if (quantity === null || limit === null || trigger === null)
    return side === 'BUY' ? `Buy ${symbol}` : `Sell ${symbol}`;
  const words = {
    quantity: countText(quantity),
    symbol,
    limit: moneyText(rupeesFromPaise(onTick(side, limit, tick))),
    trigger: moneyText(rupeesFromPaise(trigger)),
  };
  return (side === 'BUY' && type !== 'BRACKET' ? buyTexts[type] : sellTexts[type])(words);
}

/** What a bracket would come to, in rupees: what a buy will have gained, or what a sale brings. */
export function outcomeText(side: OrderSide, { atTarget, atStop }: ExitOutcome): string {
  if (side === 'SELL')
    return `The target brings ${moneyText(rupeesFromPaise(atTarget))}, the stop loss about ${moneyText(rupeesFromPaise(atStop))}, after charges.`;
  const words = (sum: number) => `${sum < 0 ? 'lose' : 'gain'} about ${moneyText(rupeesFromPaise(Math.abs(sum)))}`;
  return `At the target you ${words(atTarget)}, at the stop loss you ${words(atStop)}, charges included.`;
}

export const typeTexts: Record<OrderType, string> = {
  MARKET: 'Trades at once at the best prices of the book, at most 5% from the last price.',
  LIMIT: 'Trades at your price or a better one, and waits when there is none.',
  STOP: 'Waits until the last price reaches the trigger, then trades at market.',
  'STOP-LIMIT': 'Waits until the last price reaches the trigger, then trades at your price or better.',
  BRACKET: 'Sells at the target, or at market once the price falls to the stop loss.',
};

export const validityTexts: Record<Validity, string> = {
  DAY: 'Open until the end of the day.',
  GTC: 'Open until you cancel it.',
  IOC: 'What does not trade at once is canceled.',
  FOK: 'All of it at once, or nothing.',
};

/** A halt is announced once, in the footer where it stays visible, and replaces anything else there is to say about the order. */
export function spoken(
  halt: string | null,
  queued: string | null,
  warning: string | null,
): { queued: string | null; warning: string | null } {
  return halt === null ? { queued, warning } : { queued: null, warning: halt };
}

/** Whether a refusal is one of the two sentences for too little cash (spec 5). */
export function isShortOfCash(refusal: string | null): boolean {
  return refusal !== null && /^Insufficient (balance|margin)/.test(refusal);
}

interface MeantOrder {
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly validity: Validity;
  readonly quantity: number;
  /** Until the book has loaded it says nothing, least of all that it is empty. */
  readonly isBookKnown: boolean;
}

/** How the order is likely to go, judging by the book. */
export function fillText({ side, type, validity, quantity, isBookKnown }: MeantOrder, estimate: Estimate): string {
  const count = countText(quantity);
  if (type === 'BRACKET') return 'Waits for the first of the two prices. The figures are those of the target.';
  if (type === 'STOP' || type === 'STOP-LIMIT')
    return side === 'BUY'
      ? 'Waits for the price to rise to the trigger.'
      : 'Waits for the price to fall to the trigger.';
  if (!isBookKnown) return '';
  if (estimate.beyond > 0 && estimate.now === 0) return 'Nobody offers the other side right now.';
  if (estimate.beyond > 0)
    return `${countText(estimate.now)} of ${count} ${estimate.now === 1 ? 'stands' : 'stand'} in the five best levels; the rest trades at worse prices.`;
  if (estimate.waiting === 0) return 'The book can fill the whole order now.';
  if (validity === 'FOK')
    return 'The five best levels cannot fill it whole: without more behind them, nothing would trade.';
  const rest = countText(estimate.waiting);
  if (validity === 'IOC')
    return estimate.now === 0
      ? 'The book has nothing at this price: nothing would trade.'
      : `${countText(estimate.now)} can trade now, ${rest} would be canceled.`;
  return estimate.now === 0
    ? 'The whole order would wait in the book for this price.'
    : `${countText(estimate.now)} can trade now, ${rest} ${estimate.waiting === 1 ? 'waits' : 'wait'} in the book.`;
}
