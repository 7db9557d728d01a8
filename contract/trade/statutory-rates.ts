// Rates of statutory charges between the wire and core. Apart from their schema, so that the ticket can come without a parser.
import { dayText } from '../../core/market/day.ts';
import type { StatutoryRates } from '../../core/trade/statutory.ts';
import type { WireStatutoryRates } from './statutory.ts';
import { dayNumber } from '../wire/day-number.ts';

/** Hundred-millionths in a percent. */
const PARTS = 1_000_000;

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
    from: dayNumber(from),
    sttDelivery: parts(percents.sttDelivery),
    sttIntradaySell: parts(percents.sttIntradaySell),
    exchange: parts(percents.exchange),
    sebi: parts(percents.sebi),
    stampDelivery: parts(percents.stampDelivery),
    stampIntraday: parts(percents.stampIntraday),
    gst: parts(percents.gst),
  };
}
