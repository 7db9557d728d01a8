// Tools about what prices did in days that are over: one stock, and which stocks rose or fell most.
import type { Bar } from '../../../contract/market.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import { returnBetween } from '../../../core/market/indicators/returns.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { dayStartAt, dayText, marketDay } from '../../../core/market/day.ts';
import { INDEX_SYMBOL } from '../../../core/market/index-symbol.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem, round } from './market-tools.ts';
import { allSectors, noSector, sectorNamed } from './overview-tools.ts';
import type { MovedStock } from './overview-tools.ts';

const dayOf = ({ timestamp }: Bar): string => dayText(marketDay(timestamp * 1000));

/** Longer than any stock has not traded. */
const LONGEST_PAUSE_DAYS = 60;

/** The bars of these days, the running one too, and the last close before them. */
async function daysWithin(asker: Asker, symbol: string, { from, to }: { from: string; to: string }) {
  const secondOf = (day: number, less = 0): number => Math.max(0, dayStartAt(day) / 1000 - less);
  const { bars } = await asker.read('GET /bars', {
    symbol,
    interval: '1D',
    from: secondOf(dayNumber(from) - LONGEST_PAUSE_DAYS),
    to: secondOf(dayNumber(to) + 1, 1),
  });
  const days = bars.filter((bar) => dayOf(bar) >= from && dayOf(bar) <= to);
  return { days, before: bars.findLast((bar) => dayOf(bar) < from)?.close };
}

/** What shares bought at a price of then are worth at one of now, before charges. */
function boughtAt(then: number, now: number, quantity: number) {
  const [cost, worth] = [round(then * quantity), round(now * quantity)];
  return { quantity, cost, worth, gain: round(worth - cost) };
}

/** In shares of today: a split changes the prices before it. */
export async function past(asker: Asker, { stock: name, from, to, quantity }: ToolInput<'past'>) {
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const { days, before } = await daysWithin(asker, stock.symbol, { from, to });
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined)
    return { problem: `There are no prices of ${stock.symbol} for that time.`, near: [] };
  const high = days.reduce((best, bar) => (bar.high > best.high ? bar : best));
  const low = days.reduce((best, bar) => (bar.low < best.low ? bar : best));
  const move = returnBetween(before ?? first.open, last.close);
  return {
    symbol: stock.symbol,
    name: stock.name,
    price: stock.price,
    from: dayOf(first),
    to: dayOf(last),
    days: days.length,
    before: before ?? null,
    open: first.open,
    close: last.close,
    high: high.high,
    highOn: dayOf(high),
    low: low.low,
    lowOn: dayOf(low),
    volume: days.reduce((sum, { volume }) => sum + volume, 0),
    changePercent: move === null ? null : round(move * 100),
    bought: quantity === undefined ? null : boughtAt(first.close, stock.price, quantity),
  };
}

const SHOWN = 10;
const USUAL_DAYS = 30;

/** What the index did in these days; null where it has no figures of them. */
async function indexWithin(asker: Asker, time: { from: string; to: string }) {
  const { days, before } = await daysWithin(asker, INDEX_SYMBOL, time);
  const value = days.at(-1)?.close;
  const move = returnBetween(before, value ?? 0);
  if (before === undefined || value === undefined || move === null) return null;
  const { name } = await asker.read('GET /index', {});
  return { name, before, value, changePercent: round(move * 100) };
}

/** From the close before the first day to that of the last one; stocks without both are left out. */
export async function leaders(asker: Asker, { sector, hasFallen = false, ...time }: ToolInput<'leaders'>) {
  const all = await asker.read('GET /stocks', {});
  const named = sector === undefined ? undefined : sectorNamed(sector, all);
  if (sector !== undefined && named === undefined) return noSector(all);
  const today = marketDay(asker.now());
  const from = time.from ?? dayText(today - USUAL_DAYS);
  const to = time.to ?? dayText(today);
  const found: (MovedStock & { symbol: string; name: string; before: number; close: number })[] = [];
  for (const { symbol, name, sector: of } of all.filter((stock) => named === undefined || stock.sector === named)) {
    const { days, before } = await daysWithin(asker, symbol, { from, to });
    const close = days.at(-1)?.close;
    const move = returnBetween(before, close ?? 0);
    if (before === undefined || close === undefined || move === null) continue;
    found.push({ symbol, name, sector: of, before, close, changePercent: round(move * 100) });
  }
  const way = hasFallen ? -1 : 1;
  const moved = found
    .filter(({ changePercent }) => way * changePercent > 0)
    .toSorted((one, other) => way * (other.changePercent - one.changePercent));
  return {
    from,
    to,
    sector: named ?? null,
    hasFallen,
    among: found.length,
    rising: found.filter(({ changePercent }) => changePercent > 0).length,
    falling: found.filter(({ changePercent }) => changePercent < 0).length,
    index: named === undefined ? await indexWithin(asker, { from, to }) : null,
    bySector: named === undefined ? allSectors(found) : null,
    stocks: moved.slice(0, SHOWN),
  };
}
