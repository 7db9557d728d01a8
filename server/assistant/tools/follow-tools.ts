// Tools about what the asker follows: watchlists with prices, and waiting price alerts.
import type { Asker } from '../asker.ts';
import { line } from './overview-tools.ts';
import { round } from './market-tools.ts';

const MOST_SHOWN = 20;

export async function watchlists(asker: Asker) {
  const [lists, stocks] = await Promise.all([asker.read('GET /watchlists', {}), asker.read('GET /stocks', {})]);
  const known = new Map(stocks.map((stock) => [stock.symbol, stock]));
  return {
    lists: lists.map(({ name, symbols }) => ({
      name,
      count: symbols.length,
      stocks: symbols.slice(0, MOST_SHOWN).flatMap((symbol) => {
        const stock = known.get(symbol);
        return stock === undefined ? [] : [line(stock)];
      }),
    })),
  };
}

/** The nearest to its price first. */
export async function alerts(asker: Asker) {
  const [waiting, stocks] = await Promise.all([asker.read('GET /priceAlerts', {}), asker.read('GET /stocks', {})]);
  const prices = new Map(stocks.map(({ symbol, price }) => [symbol, price]));
  const found = waiting.map(({ symbol, price, direction }) => {
    const now = prices.get(symbol) ?? price;
    return { symbol, price, direction, now, awayPercent: now === 0 ? 0 : round((Math.abs(price - now) / now) * 100) };
  });
  found.sort((one, other) => one.awayPercent - other.awayPercent);
  return { total: found.length, alerts: found.slice(0, MOST_SHOWN) };
}
