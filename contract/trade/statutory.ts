// Statutory charges on the wire: what was paid by law, part by part, and the rates in percent with the day from which they hold.
import * as z from 'zod/mini';
import { dayText } from '../../core/market/trading-hours.ts';
import type { StatutoryRates } from '../../core/trade/statutory.ts';
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

/** Hundred-millionths in a percent. */
const PARTS = 1_000_000;
const DAY_MS = 86_400_000;

export function wireRates({ from, ...rates }: StatutoryRates): WireStatutoryRates {
  return {
    from: dayText(from),
    sttDelivery: rates.sttDelivery / PARTS,
    sttIntradaySell: rates.sttIntradaySell / PARTS,
    exchange: rates.exchange / PARTS,
    sebi: rates.sebi / PARTS,
    stampDelivery: rates.stampDelivery / PARTS,
    stampIntraday: rates.stampIntraday / PARTS,
    gst: rates.gst / PARTS,
  };
}

export function ratesFromWire({ from, ...percents }: WireStatutoryRates): StatutoryRates {
  const parts = (percent: number): number => Math.round(percent * PARTS);
  return {
    from: Date.parse(from) / DAY_MS,
    sttDelivery: parts(percents.sttDelivery),
    sttIntradaySell: parts(percents.sttIntradaySell),
    exchange: parts(percents.exchange),
    sebi: parts(percents.sebi),
    stampDelivery: parts(percents.stampDelivery),
    stampIntraday: parts(percents.stampIntraday),
    gst: parts(percents.gst),
  };
}
