// The tool about shares that the asker has sold: what they would be worth now, in all and by stock.
import type { ToolInput } from '../../../contract/assistant.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem, round } from './market-tools.ts';

/** Without days the newest only: what was sold years ago says nothing about how somebody sells now. */
const NEWEST = 20;
const MOST_STOCKS = 8;

/** For how many shares one share stands now that was sold on that day: splits and bonuses since then. */
async function growthOf(asker: Asker, symbol: string): Promise<(soldAt: string) => number> {
  const { past } = await asker.read('GET /stockNews', { symbol });
  return (soldAt) => {
    const day = dayText(marketDay(Date.parse(soldAt)));
    // Carried out before the first trade of its day.
    return past
      .filter(({ effectiveDate }) => effectiveDate > day)
      .reduce((growth, { from, to }) => (from === null || to === null ? growth : (growth * to) / from), 1);
  };
}

export async function sold(asker: Asker, { stock: name, from, to }: ToolInput<'sold'>) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const [diary, listed] = await Promise.all([
    asker.read('GET /tradeDiary', { from, to }),
    asker.read('GET /stocks', {}),
  ]);
  const prices = new Map(listed.map(({ symbol, price }) => [symbol, price]));
  const found = diary.trades
    .flatMap(({ details }) => details)
    .filter(({ symbol }) => prices.has(symbol) && symbol === (stock?.symbol ?? symbol))
    .toSorted((one, other) => other.time.localeCompare(one.time));
  const closed = from === undefined ? found.slice(0, NEWEST) : found;
  const symbols = [...new Set(closed.map(({ symbol }) => symbol))];
  const growths = new Map(
    await Promise.all(symbols.map(async (symbol) => [symbol, await growthOf(asker, symbol)] as const)),
  );
  const trips = closed.map(({ symbol, quantity, exit, time }) => {
    const shares = quantity * growths.get(symbol)!(time);
    // The diary has the price of a sale on average, to the paisa: the sum may be off by half a paisa for each share.
    return { symbol, shares, brought: exit * quantity, worth: shares * prices.get(symbol)! };
  });
  return {
    symbol: stock?.symbol ?? null,
    from: from ?? null,
    to: to ?? null,
    all: found.length,
    ...sumOf(trips),
    higher: trips.filter(({ worth, brought }) => round(worth) > round(brought)).length,
    stocks: symbols
      .map((symbol) => {
        const sum = sumOf(trips.filter((trip) => trip.symbol === symbol));
        return { symbol, price: prices.get(symbol)!, soldAt: round(sum.brought / sum.shares), ...sum };
      })
      .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
      .slice(0, MOST_STOCKS),
    stocksInAll: symbols.length,
  };
}

/** Shares as they are counted now. */
function sumOf(trips: readonly { shares: number; brought: number; worth: number }[]) {
  const add = (of: (trip: (typeof trips)[number]) => number): number => trips.reduce((sum, trip) => sum + of(trip), 0);
  const [brought, worth] = [round(add((trip) => trip.brought)), round(add((trip) => trip.worth))];
  return {
    trades: trips.length,
    shares: Math.round(add((trip) => trip.shares)),
    brought,
    worth,
    difference: round(worth - brought),
    differencePercent: brought === 0 ? 0 : round(((worth - brought) / brought) * 100),
  };
}
