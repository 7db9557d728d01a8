// The sentences of the stocks desk: listing, halts of one stock, and its terms.
import type { Paise } from '../../core/money.ts';
import { rupeeText } from './sums.ts';

export const stockMessages = {
  symbolRequired: 'Symbol is required.',
  symbolInvalid: 'A symbol can have up to 20 letters, digits and the marks . & -',
  symbolBegins: 'A symbol begins with a letter or a digit.',
  symbolTaken: (symbol: string) => `${symbol} is listed already. Choose another symbol.`,
  symbolOfIndex: (symbol: string) => `${symbol} is the market index. Choose another symbol.`,
  nameRequired: 'Company name is required.',
  nameInvalid: 'A company name can be at most 80 characters long.',
  sectorRequired: 'Sector is required.',
  sectorInvalid: 'A sector can be at most 40 characters long.',
  tickInvalid: 'Choose one of the ticks.',
  bandInvalid: 'Choose one of the price bands.',
  priceInvalid: 'First price must be above zero, with at most two decimals.',
  priceTooHigh: 'First price can be at most 10,00,000.',
  priceOffTick: 'First price must be a multiple of the tick.',
  sharesInvalid: 'Shares in issue must be a whole number from 1,00,000 to 10,00,00,00,000.',
  termsImpossible:
    'Between the edges of this band there would be fewer than two prices. Choose a finer tick or a wider band.',
  lastOutsideBand: (low: Paise, high: Paise) =>
    `The last price lies outside the new band of ${rupeeText(low)} to ${rupeeText(high)}. Choose a wider band, or wait for a new day.`,
  listed: (symbol: string) => `${symbol} is listed and is trading.`,
  halted: (symbol: string) => `Trading in ${symbol} is halted.`,
  haltedBecause: (reason: string) => `Reason: ${reason}`,
  resumed: (symbol: string) => `Trading in ${symbol} has resumed.`,
  haltedAlready: (symbol: string) => `Trading in ${symbol} is halted already.`,
  notHalted: (symbol: string) => `Trading in ${symbol} is not halted.`,
  haltFlagInvalid: 'isHalted must be true or false.',
  reasonTooLong: 'A reason can be at most 200 characters.',
  termsSame: 'The tick and the band already have these values.',
  termsChanged: (symbol: string, ended: number) =>
    ended === 0
      ? `${symbol} has its new tick and band.`
      : `${symbol} has its new tick and band. ${ended === 1 ? '1 open order' : `${ended} open orders`} ended because of that.`,
} as const;
