// The tool that looks through the whole market for stocks by price, by the change of the day, and by what their last year was like.
import type { Stock } from '../../../contract/market.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';
import { daysOf, yearlyVolatility, yearRangeOf } from './market-tools.ts';
import { line, noSector, sectorNamed } from './overview-tools.ts';

const SHOWN = 15;

type Input = ToolInput<'screener'>;

/** Null unless it is asked for, and where there are too few days. */
type Candidate = Stock & {
  readonly year: ReturnType<typeof yearRangeOf>;
  readonly yearlyVolatilityPercent: number | null;
};

/** Those without a year's range or volatility come last. */
const ORDERS: Record<NonNullable<Input['first']>, (one: Candidate, other: Candidate) => number> = {
  cheapest: (one, other) => one.price - other.price,
  dearest: (one, other) => other.price - one.price,
  risen: (one, other) => other.changePercent - one.changePercent,
  fallen: (one, other) => one.changePercent - other.changePercent,
  volume: (one, other) => other.volume - one.volume,
  'near-high': (one, other) => (one.year?.belowHighPercent ?? Infinity) - (other.year?.belowHighPercent ?? Infinity),
  'near-low': (one, other) => (one.year?.aboveLowPercent ?? Infinity) - (other.year?.aboveLowPercent ?? Infinity),
  volatile: (one, other) => (other.yearlyVolatilityPercent ?? -1) - (one.yearlyVolatilityPercent ?? -1),
  calm: (one, other) => (one.yearlyVolatilityPercent ?? Infinity) - (other.yearlyVolatilityPercent ?? Infinity),
};

export async function screener(asker: Asker, { sector, first = 'cheapest', ...wanted }: Input) {
  const all = await asker.read('GET /stocks', {});
  const named = sector === undefined ? undefined : sectorNamed(sector, all);
  if (sector !== undefined && named === undefined) return noSector(all);
  const among = named === undefined ? all : all.filter((stock) => stock.sector === named);
  const fitting = among.filter((stock) => fits(stock, wanted));
  const isByRange = first === 'near-high' || first === 'near-low';
  const isByVolatility = first === 'volatile' || first === 'calm';
  const found: Candidate[] = [];
  for (const stock of fitting) {
    const days = isByRange || isByVolatility ? await daysOf(asker, stock.symbol) : [];
    const year = isByRange ? yearRangeOf(days, stock.price) : null;
    found.push({ ...stock, year, yearlyVolatilityPercent: isByVolatility ? yearlyVolatility(days) : null });
  }
  found.sort(ORDERS[first]);
  const shown = found.slice(0, SHOWN);
  return {
    ...wanted,
    first,
    sector: named ?? null,
    among: among.length,
    count: found.length,
    shown: shown.length,
    stocks: shown.map((stock) => {
      const { volume, year, yearlyVolatilityPercent } = stock;
      return { ...line(stock), volume, year, yearlyVolatilityPercent };
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
