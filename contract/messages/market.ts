// The sentences of the watchlist and of price alerts.
import type { Paise } from '../../core/money.ts';
import { rupeeText } from './sums.ts';

export const watchMessages = {
  removedFromList: (symbol: string) => `${symbol} has been removed from your Istock list.`,
  nameRequired: 'Give the watchlist a name.',
  tooManyLists: (most: number) => `You can have ${most} watchlists. Remove one first.`,
  listFull: (most: number) => `A watchlist has room for ${most} stocks. Remove one first.`,
  directionInvalid: 'Direction must be above or below.',
} as const;

export const alertMessages = {
  set: {
    above: (symbol: string, price: Paise) => `You will be told when ${symbol} reaches ${rupeeText(price)} or more.`,
    below: (symbol: string, price: Paise) => `You will be told when ${symbol} reaches ${rupeeText(price)} or less.`,
  },
  reached: {
    above: (symbol: string, reached: Paise, price: Paise) =>
      `${symbol} rose to ${rupeeText(reached)}. Your alert was set at ${rupeeText(price)}.`,
    below: (symbol: string, reached: Paise, price: Paise) =>
      `${symbol} fell to ${rupeeText(reached)}. Your alert was set at ${rupeeText(price)}.`,
  },
  alreadyThere: {
    above: (symbol: string, last: Paise) => `${symbol} is at ${rupeeText(last)} already. Choose a higher price.`,
    below: (symbol: string, last: Paise) => `${symbol} is at ${rupeeText(last)} already. Choose a lower price.`,
  },
  tooMany: (most: number) => `You can have ${most} price alerts at a time. Remove one first.`,
  removed: 'The price alert is removed.',
} as const;
