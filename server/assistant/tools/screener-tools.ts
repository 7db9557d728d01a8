// The tool that looks through the whole market for stocks by price and by the change of the day.
import type { Stock } from '../../../contract/market.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';
import { daysOf, yearRangeOf } from './market-tools.ts';
import { line, noSector, sectorNamed } from './overview-tools.ts';

const SHOWN = 15;

type Input = ToolInput<'screener'>;

type Candidate = Stock & { readonly year: ReturnType<typeof yearRangeOf> };

/** Those without a year's range come last. */
const ORDERS: Record<NonNullable<Input['first']>, (one: Candidate, other: Candidate) => number> = {
  cheapest: (one, other) => one.price - other.price,
  dearest: (one, other) => other.price - one.price,
  risen: (one, other) => other.changePercent - one.changePercent,
  fallen: (one, other) => one.changePercent - other.changePercent,
  volume: (one, other) => other.volume - one.volume,
  'near-high': (one, other) => (one.year?.belowHighPercent ?? Infinity) - (other.year?.belowHighPercent ?? Infinity),
  'near-low': (one, other) => (one.year?.aboveLowPercent ?? Infinity) - (other.year?.aboveLowPercent ?? Infinity),
};

export async function screener(asker: Asker, { sector, first = 'cheapest', ...wanted }: Input) {
  const all = await asker.read('GET /stocks', {});
  const named = sector === undefined ? undefined : sectorNamed(sector, all);
  if (sector !== undefined && named === undefined) return noSector(all);
  const among = named === undefined ? all : all.filter((stock) => stock.sector === named);
  const fitting = among.filter((stock) => fits(stock, wanted));
  const isByYear = first === 'near-high' || first === 'near-low';
  const found: Candidate[] = [];
  for (const stock of fitting)
    found.push({ ...stock, year: isByYear ? yearRangeOf(await daysOf(asker, stock.symbol), stock.price) : null });
  found.sort(ORDERS[first]);
  const shown = found.slice(0, SHOWN);
  return {
    ...wanted,
    first,
    sector: named ?? null,
    among: among.length,
    count: found.length,
    shown: shown.length,
    stocks: shown.map((stock) => ({ ...line(stock), volume: stock.volume, year: stock.year })),
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
