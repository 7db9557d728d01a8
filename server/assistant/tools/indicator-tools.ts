// The tool for technical indicators: all indicators of one stock now, with their lengths and thresholds.
import type { ToolInput } from '../../../contract/assistant.ts';
import {
  averageTrueRange,
  directionalMovement,
  onBalanceVolume,
  stochastic,
  volumeWeightedPrice,
} from '../../../core/market/indicators/bar-indicators.ts';
import {
  bollingerBands,
  convergenceDivergence,
  exponentialMovingAverage,
  relativeStrength,
  simpleMovingAverage,
} from '../../../core/market/indicators/price-indicators.ts';
import { dayStartAt, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { daysOf, findStock, isProblem, round } from './market-tools.ts';

function last(line: readonly (number | null)[]): number | null {
  const value = line.at(-1) ?? null;
  return value === null ? null : round(value);
}

const OBV_DAYS = 20;

/** Indicators on daily bars including today's; VWAP from the minutes of the day. */
export async function indicators(asker: Asker, { stock: name }: ToolInput<'indicators'>) {
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const { symbol, price } = stock;
  const bars = await daysOf(asker, symbol);
  const closes = bars.map(({ close }) => close);
  const macd = convergenceDivergence(closes);
  const bands = bollingerBands(closes);
  const [upper, lower] = [last(bands.upper), last(bands.lower)];
  const slow = stochastic(bars);
  const direction = directionalMovement(bars);
  const range = last(averageTrueRange(bars));
  const balance = onBalanceVolume(bars);
  return {
    symbol,
    name: stock.name,
    price,
    bars: bars.length,
    movingAverages: [20, 50, 200].map((days) => ({ days, value: last(simpleMovingAverage(closes, days)) })),
    ema: { days: 20, value: last(exponentialMovingAverage(closes, 20)) },
    rsi: { days: 14, value: last(relativeStrength(closes)), low: 30, high: 70 },
    macd: {
      fast: 12,
      slow: 26,
      smooth: 9,
      value: last(macd.macd),
      signal: last(macd.signal),
      histogram: last(macd.histogram),
    },
    bollinger: {
      days: 20,
      width: 2,
      upper,
      middle: last(bands.middle),
      lower,
      place: placeBetween(price, lower, upper),
    },
    atr: { days: 14, value: range, percent: range === null ? null : round((range / price) * 100) },
    stochastic: { days: 14, k: last(slow.k), d: last(slow.d), low: 20, high: 80 },
    adx: {
      days: 14,
      value: last(direction.adx),
      plus: last(direction.plus),
      minus: last(direction.minus),
      weak: 20,
      strong: 25,
    },
    obv: { days: OBV_DAYS, change: (balance.at(-1) ?? 0) - (balance.at(-1 - OBV_DAYS) ?? 0) },
    vwap: { value: await averagePriceToday(asker, symbol) },
  };
}

/** Where a price stands from the lower line to the upper, in percent. */
function placeBetween(price: number, lower: number | null, upper: number | null): number | null {
  if (lower === null || upper === null || upper === lower) return null;
  return Math.round(((price - lower) / (upper - lower)) * 100);
}

async function averagePriceToday(asker: Asker, symbol: string): Promise<number | null> {
  const from = Math.ceil(dayStartAt(marketDay(asker.now())) / 1000);
  const { bars } = await asker.read('GET /bars', { symbol, interval: '1m', from });
  return last(volumeWeightedPrice(bars));
}
