// The sentences of orders, and of the limits they may meet: spec points 5 and 8 word for word, and what they leave open.
import type { Paise } from '../../core/money.ts';
import type { StatutoryKind } from '../../core/trade/statutory.ts';
import { MAX_PRICE } from '../../core/trade/check-order.ts';
import { groupedText, rupeeText } from './sums.ts';

export const tradeMessages = {
  stockRequired: 'Choose a stock.',
  quantityInvalid: 'Quantity must be a whole number of at least 1.',
  quantityTooLarge: 'Quantity is too large.',
  priceInvalid: 'Price must be a sum above zero with at most two decimals.',
  /** A buyer's limit rounds down, and this one to nothing. */
  priceBelowTick: 'Price must be at least one tick of this stock.',
  stopPriceInvalid: 'Stop price must be a sum above zero with at most two decimals.',
  priceTooLarge: `Price can be at most ${rupeeText(MAX_PRICE)}.`,
  stopPriceTooLarge: `Stop price can be at most ${rupeeText(MAX_PRICE)}.`,
  priceRequired: 'A limit order needs a price.',
  stopPriceRequired: 'A stop order needs a stop price.',
  sideInvalid: 'Type must be BUY or SELL.',
  orderTypeInvalid: 'Order type must be MARKET, LIMIT, STOP, STOP-LIMIT or BRACKET.',
  statusInvalid: 'Status must be PENDING, COMPLETED or FAILED.',
  validityInvalid: 'Validity must be DAY, GTC, IOC or FOK.',
  overBuyLimit: (limit: number) => `You cannot buy more than ${limit} units at a time.`,
  overSellLimit: (limit: number) => `You cannot sell more than ${limit} units at a time.`,
  overRollingBuyLimit: (limit: number, symbol: string, hours: number, already: number) =>
    `You cannot buy more than ${limit} units of ${symbol} in ${hours} hours. Already bought: ${already}.`,
  overRollingSellLimit: (limit: number, symbol: string, hours: number, already: number) =>
    `You cannot sell more than ${limit} units of ${symbol} in ${hours} hours. Already sold: ${already}.`,
  /** Appended to these two. */
  openOrdersCount: (open: number) => ` Your open orders count too: ${open}.`,
  insufficientMargin: (required: Paise, available: Paise) =>
    `Insufficient margin. Required: ${rupeeText(required)}, Available: ${rupeeText(available)}`,
  insufficientBalance: 'Insufficient balance to buy Istock.',
  notEnoughShares: 'Not enough Istock to sell',
  sellFailed: 'Error placing sell order.',
  /** After a silence: the key of the first try makes the second one harmless. */
  orderUnanswered:
    'It is not known whether this order was placed. Send it again to find out: it is placed once at most.',
  sellPlaced: 'Sell order placed successfully.',
  orderPlaced: 'Order placed successfully.',
  orderCanceled: 'Order canceled.',
  alreadyEnded: (status: string) => `Order is already ${status}`,
  exitsInvalid:
    'A target and a stop loss belong to a buy or to a bracket sale, and both are sums above zero with at most two decimals.',
  exitsTooLarge: `A target and a stop loss can be at most ${rupeeText(MAX_PRICE)}.`,
  bracketWaits: 'A bracket sale waits for its prices, so its validity must be DAY or GTC.',
  exitsOnWrongSide: (price: Paise) => `The target must be above ${rupeeText(price)}, and the stop loss below it.`,
  exitMissing: 'Set both a target and a stop loss, or neither.',
  priceMissing: 'The price is missing: this order needs one.',
  unknownStock: 'There is no such stock.',
  priceNotOwn: 'This order has no limit price to change: it trades at the market price.',
  stopPriceMissing: 'The stop price is missing: this order needs one.',
  orderModified: 'Order changed.',
  stopPriceFixed: 'Stop price cannot be changed: the order has none, or the price has reached it already.',
  alreadyFilled: (filled: number) =>
    `${groupedText(filled)} ${filled === 1 ? 'share is' : 'shares are'} filled already. The quantity must be more than that.`,
  addedToList: (symbol: string) => `${symbol} has been added to your Istock list.`,
  marketLoadFailed: 'Error loading initial data',
  marketHalted: 'All trading is halted for now. Open orders can be canceled.',
} as const;

/** What each part of the statutory charges is called on a receipt. */
export const statutoryNames: Readonly<Record<StatutoryKind, string>> = {
  'transaction-tax': 'Securities transaction tax',
  'exchange-charge': 'Exchange transaction charge',
  'turnover-fee': 'SEBI turnover fee',
  'stamp-duty': 'Stamp duty',
  gst: 'GST',
};

export const statementMessages = {
  movementsInvalid: 'Ask for 1 to 10,000 movements.',
} as const;
