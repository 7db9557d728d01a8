// The sentences of the watchlist and of price alerts.
import type { Paise } from '../../core/money.ts';
import { rupeeText } from './sums.ts';

export const watchMessages = {
  removedFromList: (symbol: string) => `${symbol} has been removed from your Istock list.`,
  addedTo: (symbols: string, list: string) => `${symbols} has been added to ${list}.`,
  removedFrom: (symbol: string, list: string) => `${symbol} has been removed from ${list}.`,
  movedTo: (symbol: string, list: string) => `${symbol} has been moved to ${list}.`,
  notOnList: (symbol: string, list: string) => `${symbol} is not on ${list}.`,
  made: (list: string) => `The watchlist ${list} has been made.`,
  renamed: (list: string) => `The watchlist is now called ${list}.`,
  removed: (list: string) => `The watchlist ${list} has been removed.`,
  nameRequired: 'Give the watchlist a name.',
  nameTooLong: 'The name of a watchlist has at most 40 characters.',
  nameTaken: (list: string) => `You have a watchlist named ${list} already.`,
  unknownList: 'You have no such watchlist.',
  firstStays: (list: string) => `${list} cannot be renamed or removed.`,
  tooManyLists: (most: number) => `You can have ${most} watchlists. Remove one first.`,
  orderRequired: 'Send what is to be ordered as a list.',
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
