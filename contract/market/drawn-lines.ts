// The lines that a person has drawn on the chart of a stock: what they are on the wire, and which version of them is meant.
import * as z from 'zod/mini';
import { drawnLineMessages } from '../messages/drawn-lines.ts';
import { count, positiveRupees, rupees, symbolInput, wholeNumber } from '../wire.ts';
import { MOST_LINES, MOST_RUPEES, MOST_SECONDS, slopedKinds } from './drawn-line-rules.ts';

const { invalid, tooMany } = drawnLineMessages;
const price = positiveRupees(invalid, invalid).check(z.lt(100 * MOST_RUPEES, { error: invalid }));
const point = z.object({ second: wholeNumber(0, MOST_SECONDS, invalid), price });

const levelInput = z.object({ kind: z.literal('horizontal'), price });
const slopedInput = z.object({ kind: z.enum(slopedKinds), from: point, to: point });
const lineInput = z.union([levelInput, slopedInput], { error: invalid });

/** The id of the newest split or bonus that the prices know of; empty for none so far. */
const split = z.string({ error: invalid }).check(z.regex(/^\d{0,15}$/, { error: invalid }));

export const drawnLinesInput = z.object({
  symbol: symbolInput,
  /** The version that was changed; 0 while none has been kept. */
  version: wholeNumber(0, 1_000_000_000, invalid),
  split,
  lines: z.array(lineInput, { error: invalid }).check(z.maxLength(MOST_LINES, tooMany(MOST_LINES))),
});

const pointData = z.object({ second: count, price: rupees });
const lineData = z.union([
  z.object({ kind: z.literal('horizontal'), price: rupees }),
  z.object({ kind: z.enum(slopedKinds), from: pointData, to: pointData }),
]);

export const drawnLinesData = z.object({
  symbol: z.string(),
  version: count,
  split: z.string(),
  lines: z.array(lineData).check(z.maxLength(MOST_LINES)),
});

/** As it is stored: prices in paise. */
export type KeptLine = z.output<typeof lineInput>;
export type DrawnLinesData = z.output<typeof drawnLinesData>;
export type WireLine = z.output<typeof lineData>;
