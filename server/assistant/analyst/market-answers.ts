// Answers about the market as a whole, its sectors, and terms of the glossary.
import { isProblem } from '../tools/market-tools.ts';
import type { Problem } from '../tools/market-tools.ts';
import type { ToolResult } from '../tools/toolbox.ts';
import { answer, notFound } from './answer.ts';
import type { Answer, Answerer } from './answer.ts';
import { change, counted, dayWords, figure, money, onDay, percentChange, table, written } from './wording.ts';

interface Line {
  readonly symbol: string;
  readonly name: string;
  readonly price: number;
  readonly changePercent: number;
}

export function rows(lines: readonly Line[]): string[][] {
  return lines.map(({ symbol, name, price, changePercent }) => [
    symbol,
    name,
    money(price),
    percentChange(changePercent),
  ]);
}

export const HEAD = ['Stock', 'Company', 'Price', 'Change'];

export const answerMovers: Answerer = async (tools) => {
  const [movers, index] = [await tools.use('movers', {}), await tools.use('index', {})];
  const { gainers, losers, mostTraded, rising, falling, unchanged, day } = movers;
  const when = onDay(day);
  const traded = mostTraded.filter(({ valueTraded }) => valueTraded > 0);
  const text = written(
    `The ${index.name} stands at ${figure(index.value)} (${percentChange(index.changePercent)} ${when}). ${counted(rising, 'stock')} rising, ${falling} falling, ${unchanged} unchanged.`,
    gainers.length > 0 && `Largest gains ${when}:`,
    gainers.length > 0 && table(HEAD, rows(gainers)),
    losers.length > 0 && `Largest losses ${when}:`,
    losers.length > 0 && table(HEAD, rows(losers)),
    traded.length === 0 ? `No stock has traded ${when}.` : 'Most traded by value:',
    traded.length > 0 &&
      table(
        [...HEAD, 'Value traded'],
        traded.map((each) => [...rows([each])[0], money(each.valueTraded)]),
      ),
  );
  const symbols = [...gainers, ...losers, ...mostTraded].map(({ symbol }) => symbol);
  return answer(text, symbols, [`Trend of ${symbols[0] ?? 'the index'}`, 'How is the index doing?', 'How was my day?']);
};

export const answerIndex: Answerer = async (tools, question) => {
  const found = await tools.use('index', {});
  const { name, value, change: moved, changePercent, previousClose, day, returns, notCounted } = found;
  const spans = returns.map(({ span, since, percent }) => [
    `1 ${span}`,
    percentChange(percent),
    `since ${dayWords(since)}`,
  ]);
  const text = written(
    /\b(?:nifty|sensex)\b/.test(question.text) &&
      'The indices of real exchanges are not kept here: this market has its own companies, and an index of them.',
    `The ${name} stands at ${figure(value)} points, ${change(moved).replace('₹', '')} (${percentChange(changePercent)}) from the previous close of ${figure(previousClose)}${day.isToday ? '' : `, ${onDay(day)}`}.`,
    spans.length > 0 && table(['Span', 'Return', 'Measured'], spans),
    notCounted === 0
      ? 'It counts all companies of this market, weighted by their size.'
      : `It counts the ${counted(found.counted, 'company', 'companies')} that this market began with, weighted by their size. ${counted(notCounted, 'stock')} imported or listed since then ${notCounted === 1 ? 'is' : 'are'} not part of it.`,
  );
  return answer(text, [], ['What moves today?', 'What is beta?', 'How is my portfolio spread?']);
};

export const answerSector: Answerer = async (tools, question) => {
  const found = await tools.use('sector', { sector: question.sector ?? undefined });
  if (isProblem(found)) return noSector(found);
  if ('sectors' in found) return answerSectors(found, onDay(found.day));
  const { sector, count, averageChangePercent, stocks, day } = found;
  const text = written(
    `${sector}: ${counted(count, 'stock')}, on average ${percentChange(averageChangePercent)} ${onDay(day)}.`,
    table(HEAD, rows(stocks)),
  );
  const [first, second] = stocks.map(({ symbol }) => symbol);
  return answer(
    text,
    stocks.map(({ symbol }) => symbol),
    [`Trend of ${first}`, ...(second === undefined ? [] : [`Compare ${first} and ${second}`]), 'What moves today?'],
  );
};

export function noSector({ problem, near }: Problem): Answer {
  return answer(
    written(problem, `These exist: ${near.join(', ')}.`),
    [],
    near.map((name) => `${name} stocks`),
  );
}

type AllSectors = Pick<Extract<ToolResult<'sector'>, { sectors: readonly object[] }>, 'count' | 'sectors'>;

/** `when` says for which days: `on 5 Nov 2026`. */
export function answerSectors({ count: all, sectors }: AllSectors, when: string): Answer {
  const lines = sectors.map(({ sector, count, averageChangePercent }) => [
    sector,
    String(count),
    percentChange(averageChangePercent),
  ]);
  return answer(
    written(
      `${counted(all, 'sector')}, by the average change of their stocks ${when}:`,
      table(['Sector', 'Stocks', 'Change'], lines),
    ),
    [],
    sectors.slice(0, 3).map(({ sector }) => `${sector} stocks`),
  );
}

export const answerExplain: Answerer = async (tools, { terms, text: asked }) => {
  const wanted = terms.length > 0 ? terms.slice(0, 2) : [asked.slice(0, 80)];
  const found = [];
  for (const term of wanted) found.push(await tools.use('explain', { term }));
  const known = found.flatMap((each) => (isProblem(each) ? [] : [each]));
  if (known.length === 0) return notFound(found.flatMap((each) => (isProblem(each) ? [each] : []))[0]);
  const text = written(...known.map(({ term, text: meaning }) => `${term}: ${meaning}`));
  return answer(
    text,
    [],
    ['What is a stop order?', 'What is margin?', 'How do charges work?'].filter(
      (each) => !known.some(({ term }) => each.toLowerCase().includes(term.toLowerCase())),
    ),
  );
};
