// The tool that looks through the whole market for stocks by price, by the change of the day, and by what their last year or days were like.
import type { Bar, Stock } from '../../../contract/market.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';
import { relativeStrength, simpleMovingAverage } from '../../../core/market/indicators/price-indicators.ts';
import { daysOf, round, yearlyVolatility, yearRangeOf } from './market-tools.ts';
import { line, noSector, sectorNamed } from './overview-tools.ts';
import { quotesDay } from './quotes-day.ts';

const SHOWN = 15;
/** In days, where a question names none. */
export const USUAL_AVERAGE = 200;

type Input = ToolInput<'screener'>;

/** Null unless it is asked for, and where there are too few days. */
type Candidate = Stock & {
  readonly year: ReturnType<typeof yearRangeOf>;
  readonly yearlyVolatilityPercent: number | null;
  readonly rsi: number | null;
  readonly average: { readonly value: number; readonly awayPercent: number } | null;
  /** On how many days in a row it has risen, or (below zero) fallen. */
  readonly run: number;
};

/** What must be asked of the days of each stock before it can be ordered so. */
const NEEDS_DAYS: ReadonlySet<Input['first']> = new Set<Input['first']>([
  'near-high',
  'near-low',
  'volatile',
  'calm',
  'rsi-low',
  'rsi-high',
  'far-from-average',
  'longest-run',
]);

const awayOf = ({ average }: Candidate): number => (average === null ? -1 : Math.abs(average.awayPercent));

/** Those without a figure come last. */
const ORDERS: Record<NonNullable<Input['first']>, (one: Candidate, other: Candidate) => number> = {
  cheapest: (one, other) => one.price - other.price,
  dearest: (one, other) => other.price - one.price,
  risen: (one, other) => other.changePercent - one.changePercent,
  fallen: (one, other) => one.changePercent - other.changePercent,
  volume: (one, other) => other.volume - one.volume,
  'near-high': (one, other) => (one.year?.belowHighPercent ?? Infinity) - (other.year?.belowHighPercent ?? Infinity),
  'near-low': (one, other) => (one.year?.aboveLowPercent ?? Infinity) - (other.year?.aboveLowPercent ?? Infinity),
  volatile: (one, other) => (other.yearlyVolatilityPercent ?? -1) - (one.yearlyVolatilityPercent ?? -1),
  'rsi-low': (one, other) => (one.rsi ?? Infinity) - (other.rsi ?? Infinity),
  'rsi-high': (one, other) => (other.rsi ?? -1) - (one.rsi ?? -1),
  'far-from-average': (one, other) => awayOf(other) - awayOf(one),
  'longest-run': (one, other) => Math.abs(other.run) - Math.abs(one.run),
  calm: (one, other) => (one.yearlyVolatilityPercent ?? Infinity) - (other.yearlyVolatilityPercent ?? Infinity),
};

function candidateOf(stock: Stock, days: readonly Bar[], averageDays: number | undefined): Candidate {
  const closes = days.map(({ close }) => close);
  const rsi = relativeStrength(closes).at(-1) ?? null;
  const value = (averageDays === undefined ? null : simpleMovingAverage(closes, averageDays).at(-1)) ?? null;
  return {
    ...stock,
    year: yearRangeOf(days, stock.price),
    yearlyVolatilityPercent: yearlyVolatility(days),
    rsi: rsi === null ? null : round(rsi),
    average: value === null ? null : { value: round(value), awayPercent: round((stock.price / value - 1) * 100) },
    run: runOf(closes),
  };
}

function runOf(closes: readonly number[]): number {
  let run = 0;
  for (let at = closes.length - 1; at > 0; at--) {
    const direction = Math.sign(closes[at] - closes[at - 1]);
    if (direction === 0 || (run !== 0 && direction !== Math.sign(run))) break;
    run += direction;
  }
  return run;
}

const isByDays = ({ rsiFrom, rsiTo, averageDays, daysInARow }: Input): boolean =>
  (rsiFrom ?? rsiTo ?? averageDays ?? daysInARow) !== undefined;

/** What has too few days for a figure that is asked for does not fit. */
function fitsByDays({ rsi, average, run }: Candidate, wanted: Input): boolean {
  const { rsiFrom, rsiTo, averageDays, isBelow = false, daysInARow, isFalling = false } = wanted;
  if (daysInARow !== undefined && (isFalling ? -run : run) < daysInARow) return false;
  if (rsiFrom !== undefined && (rsi === null || rsi < rsiFrom)) return false;
  if (rsiTo !== undefined && (rsi === null || rsi > rsiTo)) return false;
  return (
    averageDays === undefined || (average !== null && (isBelow ? average.awayPercent < 0 : average.awayPercent > 0))
  );
}

export async function screener(asker: Asker, { sector, first = 'cheapest', ...wanted }: Input) {
  const all = await asker.read('GET /stocks', {});
  const named = sector === undefined ? undefined : sectorNamed(sector, all);
  if (sector !== undefined && named === undefined) return noSector(all);
  const among = named === undefined ? all : all.filter((stock) => stock.sector === named);
  const fitting = among.filter((stock) => fits(stock, wanted));
  const needsDays = NEEDS_DAYS.has(first) || isByDays(wanted);
  // An order by the distance from an average needs one, even where nothing has to be above or below it.
  const averageDays = wanted.averageDays ?? (first === 'far-from-average' ? USUAL_AVERAGE : undefined);
  const found: Candidate[] = [];
  for (const stock of fitting) {
    const candidate = candidateOf(stock, needsDays ? await daysOf(asker, stock.symbol) : [], averageDays);
    if (fitsByDays(candidate, wanted)) found.push(candidate);
  }
  found.sort(ORDERS[first]);
  const shown = found.slice(0, SHOWN);
  return {
    ...wanted,
    averageDays,
    first,
    day: quotesDay(asker),
    sector: named ?? null,
    among: among.length,
    count: found.length,
    shown: shown.length,
    stocks: shown.map((stock) => {
      const { volume, year, yearlyVolatilityPercent, rsi, average, run } = stock;
      return { ...line(stock), volume, year, yearlyVolatilityPercent, rsi, average, daysRun: Math.abs(run) };
    }),
    /** The ends of what there is, for who looks beyond them. */
    cheapest: among.length === 0 ? null : line(among.reduce((low, each) => (each.price < low.price ? each : low))),
    dearest: among.length === 0 ? null : line(among.reduce((high, each) => (each.price > high.price ? each : high))),
  };
}

function fits(
  { price, changePercent }: Stock,
  { priceFrom = 0, priceTo = Infinity, changeFrom = -Infinity, changeTo = Infinity }: Input,
): boolean {
  return price >= priceFrom && price <= priceTo && changePercent >= changeFrom && changePercent <= changeTo;
}
