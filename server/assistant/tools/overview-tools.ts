// Tools about the whole market: movers of the day, the index, a sector, and the glossary.
import type { Stock } from '../../../contract/market.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { INDEX_SYMBOL } from '../../../core/market/index-symbol.ts';
import { returnBetween } from '../../../core/market/indicators/returns.ts';
import { findTerm, TERM_NAMES } from '../../../contract/messages/glossary/glossary.ts';
import { DAY_MS, dayText, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';
import type { Problem } from './market-tools.ts';
import { quotesDay } from './quotes-day.ts';

const SHOWN = 5;

/** A stock in a list. */
export function line({ symbol, name, price, changePercent }: Stock) {
  return { symbol, name, price, changePercent };
}

export type MovedStock = Pick<Stock, 'sector' | 'changePercent'>;

function meanChange(stocks: readonly MovedStock[]): number {
  return round(stocks.reduce((sum, { changePercent }) => sum + changePercent, 0) / Math.max(stocks.length, 1));
}

export async function movers(asker: Asker) {
  const stocks = await asker.read('GET /stocks', {});
  const byChange = stocks.toSorted((one, other) => other.changePercent - one.changePercent);
  const byValue = stocks.toSorted((one, other) => other.price * other.volume - one.price * one.volume);
  return {
    day: quotesDay(asker),
    stocks: stocks.length,
    rising: stocks.filter(({ change }) => change > 0).length,
    falling: stocks.filter(({ change }) => change < 0).length,
    unchanged: stocks.filter(({ change }) => change === 0).length,
    gainers: byChange
      .filter(({ change }) => change > 0)
      .slice(0, SHOWN)
      .map(line),
    losers: byChange
      .filter(({ change }) => change < 0)
      .slice(-SHOWN)
      .reverse()
      .map(line),
    mostTraded: byValue
      .slice(0, SHOWN)
      .map((stock) => ({ ...line(stock), valueTraded: round(stock.price * stock.volume) })),
  };
}

const SPANS = [
  ['week', 7],
  ['month', 30],
  ['year', 365],
] as const;

/** Stocks that were imported or listed are not part of the index. */
const COUNTED: ReadonlySet<string> = new Set(COMPANIES.map(({ symbol }) => symbol));

export async function index(asker: Asker) {
  const [now, { bars }, stocks] = await Promise.all([
    asker.read('GET /index', {}),
    asker.read('GET /bars', { symbol: INDEX_SYMBOL, interval: '1D' }),
    asker.read('GET /stocks', {}),
  ]);
  const counted = stocks.filter((stock) => COUNTED.has(stock.symbol)).length;
  const { symbol, name, value, change, changePercent, previousClose } = now;
  const today = asker.now() / 1000;
  const returns = SPANS.flatMap(([span, days]) => {
    const from = bars.findLast(({ timestamp }) => timestamp <= today - (days * DAY_MS) / 1000);
    const move = returnBetween(from?.close, value);
    if (from === undefined || move === null) return [];
    return [{ span, since: dayText(marketDay(from.timestamp * 1000)), percent: round(move * 100) }];
  });
  return {
    symbol,
    name,
    value,
    change,
    changePercent,
    previousClose,
    day: quotesDay(asker),
    counted,
    notCounted: stocks.length - counted,
    returns,
  };
}

export async function sector(asker: Asker, { sector: wanted }: ToolInput<'sector'>) {
  const stocks = await asker.read('GET /stocks', {});
  const day = quotesDay(asker);
  if (wanted === undefined) return { day, ...allSectors(stocks) };
  const name = sectorNamed(wanted, stocks);
  if (name === undefined) return noSector(stocks);
  const members = stocks
    .filter((stock) => stock.sector === name)
    .toSorted((one, other) => other.changePercent - one.changePercent);
  const averageChangePercent = meanChange(members);
  return { day, sector: name, count: members.length, averageChangePercent, stocks: members.map(line) };
}

export function noSector(stocks: readonly Stock[]): Problem {
  return { problem: 'There is no such sector.', near: [...new Set(stocks.map((stock) => stock.sector))] };
}

/** All of them, the one that has risen most first. */
export function allSectors(stocks: readonly MovedStock[]) {
  const sectors = [...new Set(stocks.map(({ sector }) => sector))]
    .map((sector) => {
      const members = stocks.filter((stock) => stock.sector === sector);
      return { sector, count: members.length, averageChangePercent: meanChange(members) };
    })
    .toSorted((one, other) => other.averageChangePercent - one.averageChangePercent);
  return { count: sectors.length, sectors };
}

/** Everyday words for sectors. */
const SECTOR_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(bank|banks|banking|finance|financial|financials|insurance|nbfc)\b/i, 'Financials'],
  [/\b(it sector|it stocks|it companies|information technology|tech|technology|software)\b/i, 'Information Technology'],
  [/\b(pharma|health|healthcare|health care|hospital|hospitals|medical)\b/i, 'Health Care'],
  [/\b(staples|fmcg|consumer staples|food|foods)\b/i, 'Consumer Staples'],
  [/\b(discretionary|auto|autos|automobile|retail|consumer discretionary)\b/i, 'Consumer Discretionary'],
  [/\b(energy|oil|gas|refinery|refineries)\b/i, 'Energy'],
  [/\b(materials|metal|metals|steel|cement|chemicals)\b/i, 'Materials'],
  [/\b(industrials|industrial|infra|infrastructure|engineering|logistics)\b/i, 'Industrials'],
  [/\b(telecom|media|communication|communications|communication services)\b/i, 'Communication Services'],
  [/\b(utilities|utility|power|electricity)\b/i, 'Utilities'],
  [/\b(real estate|realty|property|housing)\b/i, 'Real Estate'],
];

/** The sector that a text names: by its own name, or by an everyday word for it. */
export function sectorNamed(text: string, stocks: readonly Pick<Stock, 'sector'>[]): string | undefined {
  const sectors = [...new Set(stocks.map((stock) => stock.sector))];
  const said = text.toLowerCase();
  const own = sectors.find((name) => said.includes(name.toLowerCase()));
  if (own !== undefined) return own;
  const [, name] = SECTOR_WORDS.find(([words]) => words.test(text)) ?? [];
  return sectors.find((each) => each === name);
}

export function explain(_asker: Asker, { term: name }: ToolInput<'explain'>) {
  const found = findTerm(name);
  if (found !== undefined) return Promise.resolve({ term: found.term, also: found.also, text: found.text });
  const words = name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 2);
  const near = TERM_NAMES.filter((each) => words.some((word) => each.includes(word)));
  return Promise.resolve({ problem: 'That term is not in the glossary.', near: near.slice(0, 5) } satisfies Problem);
}
