// Statutory charges on the wire: what was paid by law, part by part, and the rates in percent with the day from which they hold.
import * as z from 'zod/mini';
import { day, rupees } from '../wire.ts';

/** Beside brokerage and flat fee: all of it, and its parts, which add up to it. Empty where nothing is charged by law. */
export const statutoryFields = {
  statutoryCharges: rupees,
  statutoryItems: z.array(z.object({ name: z.string(), amount: rupees })),
};

/** In percent. */
export const statutoryRates = z.object({
  /** The first day on which they hold. */
  from: day,
  sttDelivery: z.number(),
  sttIntradaySell: z.number(),
  exchange: z.number(),
  sebi: z.number(),
  stampDelivery: z.number(),
  stampIntraday: z.number(),
  gst: z.number(),
});

export type WireStatutoryRates = z.output<typeof statutoryRates>;
