// The highest and lowest price of a stock in the last 52 weeks: from its days, which change daily, and from the current one.
import { useCall } from '../query.ts';
import { useToday } from '../trade/diary/use-today.ts';
import { spanOf } from './price-span.ts';
import type { PriceSpan } from './price-span.ts';

const YEAR_SECONDS = 364 * 86_400;
const YEAR_STALE_MS = 10 * 60_000;

/** Undefined until known; `running` is undefined for an unknown stock. */
export function useYearRange(symbol: string, running: PriceSpan | undefined): PriceSpan | undefined {
  // Daily bars start at midnight UTC of their date.
  const from = Date.parse(useToday()) / 1000 - YEAR_SECONDS;
  const options = { enabled: running !== undefined, staleTime: YEAR_STALE_MS };
  const { data } = useCall('GET /bars', { symbol, interval: '1D', from }, options);
  return data && spanOf(data.bars, running);
}
