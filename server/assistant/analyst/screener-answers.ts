// The answer to which stocks there are at some price, or which have moved so much today.
import { isProblem } from '../tools/market-tools.ts';
import type { Problem } from '../tools/market-tools.ts';
import type { ToolResult } from '../tools/toolbox.ts';
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import { HEAD, noSector, rows } from './market-answers.ts';
import { count as countOf, counted, figure, money, onDay, percent, percentChange, table, written } from './wording.ts';

const HEADINGS = {
  cheapest: 'the lowest price first',
  dearest: 'the highest price first',
  risen: 'the largest gain first',
  fallen: 'the largest loss first',
  volume: 'the largest volume first',
  'near-high': 'the nearest to its high of the year first',
  'near-low': 'the nearest to its low of the year first',
  volatile: 'the most volatile first',
  calm: 'the least volatile first',
  'rsi-low': 'the lowest RSI first',
  'rsi-high': 'the highest RSI first',
  'far-from-average': 'the farthest from it first',
  'longest-run': 'the longest run first',
};

export const answerScreener: Answerer = async (tools, { sought, sector }) => {
  const found = await tools.use('screener', { ...sought, sector: sector ?? undefined });
  if (isProblem(found)) return noSector(found);
  const { count, shown, stocks, first, priceFrom, priceTo } = found;
  const symbols = stocks.map(({ symbol }) => symbol);
  const text = written(
    `${foundWords(found)}${count > 1 ? `, ${HEADINGS[first]}` : ''}.`,
    count === 0 ? beyond(found) : tableOf(found),
    count > shown &&
      `These are the first ${shown}. The screen Stocks shows them all, and can be ordered by price and by change.`,
    (first === 'volatile' || first === 'calm') &&
      'Volatility is how widely the daily returns of the last year scatter, put into yearly terms. It says how far prices move, not in which direction.',
    count > 0 &&
      (first === 'rsi-low' || first === 'rsi-high') &&
      'An RSI tells how one-sided the last days were. What is oversold can go on falling, and what is overbought can go on rising.',
    count > 0 &&
      priceFrom === undefined &&
      (first === 'cheapest' || priceTo !== undefined) &&
      'A low price does not make a company cheap: it says only into how many shares the company is cut.',
  );
  const [one, other] = symbols;
  return answer(text, symbols, [
    ...(one === undefined ? [] : [`Price and trend of ${one}`]),
    ...(other === undefined ? [] : [`Compare ${one} and ${other}`]),
    'What moves today?',
  ]);
};

/** With the column that the stocks are ordered by. */
function tableOf({ first, stocks }: Found): string {
  const lines = rows(stocks);
  const withColumns = (names: readonly string[], cells: (at: number) => readonly string[]): string =>
    table(
      [...HEAD, ...names],
      lines.map((line, at) => [...line, ...cells(at)]),
    );
  if (first === 'volume') return withColumns(['Volume'], (at) => [countOf(stocks[at].volume)]);
  if (first === 'near-high')
    return withColumns(['High of the year', 'Below it'], (at) => {
      const { year } = stocks[at];
      return year === null ? ['', ''] : [money(year.high), `${figure(year.belowHighPercent)}%`];
    });
  if (first === 'near-low')
    return withColumns(['Low of the year', 'Above it'], (at) => {
      const { year } = stocks[at];
      return year === null ? ['', ''] : [money(year.low), `${figure(year.aboveLowPercent)}%`];
    });
  if (first === 'volatile' || first === 'calm')
    return withColumns(['Volatility a year'], (at) => {
      const { yearlyVolatilityPercent } = stocks[at];
      return [yearlyVolatilityPercent === null ? '' : `${figure(yearlyVolatilityPercent)}%`];
    });
  if (first === 'rsi-low' || first === 'rsi-high')
    return withColumns(['RSI'], (at) => {
      const { rsi } = stocks[at];
      return [rsi === null ? '' : figure(rsi)];
    });
  if (first === 'far-from-average')
    return withColumns(['Average', 'From it'], (at) => {
      const { average } = stocks[at];
      return average === null ? ['', ''] : [money(average.value), percentChange(average.awayPercent)];
    });
  if (first === 'longest-run') return withColumns(['Days in a row'], (at) => [countOf(stocks[at].daysRun)]);
  return table(HEAD, lines);
}

type Found = Exclude<ToolResult<'screener'>, Problem>;

/** `12 of 60 stocks cost ₹100.00 or less` */
function foundWords(found: Found): string {
  const { among, count, sector } = found;
  const where = sector === null ? '' : ` of ${sector}`;
  const told = conditions(found, count === 1);
  const all = `${counted(among, 'stock')}${where}`;
  return told.length === 0 ? all : `${count === 0 ? 'None' : count} of ${all} ${told.join(' and ')}`;
}

function conditions(found: Found, isOne: boolean): string[] {
  const { priceFrom, priceTo, changeFrom, changeTo, rsiFrom, rsiTo, averageDays, isBelow, daysInARow, day } = found;
  const cost = isOne ? 'costs' : 'cost';
  const has = isOne ? 'has' : 'have';
  const told: string[] = [];
  if (priceFrom !== undefined && priceTo !== undefined)
    told.push(`${cost} between ${money(priceFrom)} and ${money(priceTo)}`);
  else if (priceTo !== undefined) told.push(`${cost} ${money(priceTo)} or less`);
  else if (priceFrom !== undefined) told.push(`${cost} ${money(priceFrom)} or more`);
  if (changeFrom !== undefined) told.push(`${has} risen by ${percent(changeFrom)} or more ${onDay(day)}`);
  if (changeTo !== undefined) told.push(`${has} fallen by ${percent(-changeTo)} or more ${onDay(day)}`);
  if (rsiFrom !== undefined) told.push(`${has} an RSI of ${figure(rsiFrom)} or more`);
  if (rsiTo !== undefined) told.push(`${has} an RSI of ${figure(rsiTo)} or less`);
  if (daysInARow !== undefined)
    told.push(
      `${has} ${found.isFalling === true ? 'fallen' : 'risen'} on ${countOf(daysInARow)} days in a row or more, the running one included`,
    );
  if (averageDays !== undefined)
    told.push(
      `${isOne ? 'is' : 'are'} ${isBelow === true ? 'below' : 'above'} the average of ${countOf(averageDays)} days`,
    );
  return told;
}

/** What there is instead, when a price was asked for that nothing has. */
function beyond({ priceFrom, priceTo, cheapest, dearest }: Found): string | null {
  if ((priceFrom === undefined && priceTo === undefined) || cheapest === null || dearest === null) return null;
  return `Prices go from ${money(cheapest.price)} (${cheapest.symbol}) to ${money(dearest.price)} (${dearest.symbol}).`;
}
