// The stocks desk on the wire: the list with terms and state, a new stock, halts of one stock, its terms, and corporate actions.
import { fromPercent } from '../wire/percent.ts';
import * as z from 'zod/mini';
import { MOST_NEW_SHARES, MOST_OLD_SHARES } from '../../core/market/corporate-action.ts';
import { MAX_PRICE } from '../../core/trade/check-order.ts';
import type { Paise } from '../../core/money.ts';
import { actionKinds, stockHalt } from '../market/corporate.ts';
import { stock } from '../market.ts';
import { corporateMessages } from '../messages/corporate.ts';
import { stockMessages } from '../messages/stocks.ts';
import {
  count,
  day,
  idInput,
  nameText,
  ONE_PARAGRAPH,
  percent,
  positiveRupees,
  rupees,
  SYMBOL_PATTERN,
  symbolInput,
  text,
  wholeNumber,
} from '../wire.ts';
import { toPaise } from '../wire/sums.ts';

/** The ticks in the exchange's table, in rupees, and its price bands in percent. */
export const ticks: readonly number[] = [0.01, 0.05, 0.1, 0.5, 1, 5];
export const bands: readonly number[] = [2, 5, 10, 20];

/** The highest first price: ten lakh rupees, so that the price has room to rise. */
const MOST_FIRST_PRICE: Paise = MAX_PRICE / 10;
const FEWEST_SHARES = 100_000;
const MOST_SHARES = 10_000_000_000;
export const USUAL_SHARES = 10_000_000;

const oneOf = (choices: readonly number[], error: string) =>
  z.number({ error }).check(z.refine((value) => choices.includes(value), { error, abort: true }));

const tickInput = z.pipe(oneOf(ticks, stockMessages.tickInvalid), z.transform(toPaise));
const bandInput = z.pipe(oneOf(bands, stockMessages.bandInvalid), z.transform(fromPercent));

const newSymbol = z.string({ error: stockMessages.symbolRequired }).check(
  z.trim(),
  z.toUpperCase(),
  z.minLength(1, { error: stockMessages.symbolRequired, abort: true }),
  z.regex(SYMBOL_PATTERN, { error: stockMessages.symbolInvalid, abort: true }),
  // The stock's page has the symbol in its address, where ".." would lead elsewhere; and a "-" would begin a formula or an option.
  z.regex(/^[A-Z0-9]/, { error: stockMessages.symbolBegins }),
);

export const listStockInput = z
  .object({
    symbol: newSymbol,
    name: nameText(80, stockMessages.nameInvalid, stockMessages.nameRequired),
    sector: nameText(40, stockMessages.sectorInvalid, stockMessages.sectorRequired),
    tickSize: tickInput,
    priceBand: bandInput,
    price: positiveRupees(stockMessages.priceInvalid, stockMessages.priceInvalid, {
      most: MOST_FIRST_PRICE,
      error: stockMessages.priceTooHigh,
    }),
    sharesIssued: z._default(wholeNumber(FEWEST_SHARES, MOST_SHARES, stockMessages.sharesInvalid), USUAL_SHARES),
  })
  .check(
    z.refine(({ price, tickSize }) => price % tickSize === 0, { error: stockMessages.priceOffTick, path: ['price'] }),
  );

export const haltStockInput = z.object({
  symbol: symbolInput,
  isHalted: z.boolean({ error: stockMessages.haltFlagInvalid }),
  /** Shown to everybody during the halt. */
  reason: z._default(text(200, stockMessages.reasonTooLong, ONE_PARAGRAPH), ''),
});

/** `seen`: the terms that were on screen while choosing; refused if others are in force by now. */
export const updateStockInput = z.object({
  symbol: symbolInput,
  tickSize: tickInput,
  priceBand: bandInput,
  seen: z.optional(z.object({ tickSize: rupees, priceBand: percent })),
});

export const listedStock = z.extend(stock, {
  /** The name again, as the list's column is called. */
  company: z.string(),
  status: z.enum(['Active', 'Halted']),
  /** Percent from the previous close in each direction, and the resulting prices of today. */
  priceBand: percent,
  lowestPrice: rupees,
  highestPrice: rupees,
  sharesIssued: count,
  /** People's waiting orders. */
  openOrders: count,
  /** Null while it trades. */
  halt: z.nullable(stockHalt),
  /** The next corporate action in words, with its day. */
  nextAction: z.nullable(z.object({ text: z.string(), effectiveDate: day })),
});

const ratioPart = (most: number) => z.optional(wholeNumber(1, most, corporateMessages.ratioInvalid));

/** A split or bonus names `from` and `to`, a dividend `perShare`. */
export const planActionInput = z
  .object({
    symbol: symbolInput,
    kind: z.enum(actionKinds, { error: corporateMessages.kindInvalid }),
    from: ratioPart(MOST_OLD_SHARES),
    to: ratioPart(MOST_NEW_SHARES),
    perShare: z.optional(positiveRupees(corporateMessages.perShareInvalid, corporateMessages.perShareInvalid)),
    effectiveDate: z.iso.date({ error: corporateMessages.dayInvalid }),
  })
  .check(
    z.refine(({ kind, perShare }) => kind !== 'dividend' || perShare !== undefined, {
      error: corporateMessages.perShareInvalid,
      path: ['perShare'],
    }),
    z.refine(({ kind, from, to }) => kind === 'dividend' || (from !== undefined && to !== undefined && to > from), {
      error: corporateMessages.ratioInvalid,
      path: ['to'],
    }),
  );

export const actionIdInput = z.object({ id: idInput });

export const actionsInput = z.object({ symbol: z.optional(symbolInput) });

export type ListedStock = z.output<typeof listedStock>;
