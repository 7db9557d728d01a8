// Answers about what prices did in days that are over, and about two periods of the asker's trading side by side.
import { isProblem } from '../tools/market-tools.ts';
import type { Toolbox, ToolResult } from '../tools/toolbox.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { answerSectors } from './market-answers.ts';
import type { Span } from './span.ts';
import { spansIn, timeOf } from './span.ts';
import {
  change,
  count,
  counted,
  dayWords,
  figure,
  list,
  money,
  monthWords,
  percent,
  percentChange,
  shares,
  table,
  written,
} from './wording.ts';

/** What the index did meanwhile. */
async function indexWords(tools: Toolbox, time: Span): Promise<string | false> {
  const found = await tools.use('leaders', time);
  if (isProblem(found) || found.index === null) return false;
  const { name, before, value, changePercent } = found.index;
  return `In the same time, the ${name} went from ${figure(before)} to ${figure(value)} points: ${percentChange(changePercent)}.`;
}

export const answerPast: Answerer = async (tools, { stocks: [stock], day, span, quantity, text: asked }) => {
  // No question without a time gets here.
  const time = timeOf(day, span) as Span;
  const isSupposed = /\b(?:if|had) i\b/.test(asked);
  const found = await tools.use('past', { stock, ...time, quantity: isSupposed ? (quantity ?? 1) : undefined });
  if (isProblem(found)) return notFound(found);
  const {
    symbol,
    name,
    price,
    bought,
    from,
    to,
    days,
    before,
    open,
    close,
    high,
    highOn,
    low,
    lowOn,
    volume,
    changePercent,
  } = found;
  const isOneDay = days === 1;
  const moved =
    changePercent === null || before === null
      ? ''
      : `, ${percentChange(changePercent)} from the ${money(before)} before`;
  const text = written(
    isOneDay
      ? `${symbol} (${name}) on ${dayWords(from)}: it closed at ${money(close)}${moved}.`
      : `${symbol} (${name}) from ${dayWords(from)} to ${dayWords(to)}: it ended at ${money(close)}${moved}.`,
    list([
      `Open ${money(open)}, high ${money(high)}${isOneDay ? '' : ` on ${dayWords(highOn)}`}, low ${money(low)}${isOneDay ? '' : ` on ${dayWords(lowOn)}`}.`,
      `Volume ${count(volume)} shares${isOneDay ? '' : ` on ${counted(days, 'day')}`}.`,
      `Now it trades at ${money(price)}.`,
    ]),
    /\b(?:index|market|nifty|sensex|benchmark)\b/.test(asked) && (await indexWords(tools, time)),
    bought !== null &&
      `${shares(bought.quantity)} bought at the close of ${dayWords(from)} would have cost ${money(bought.cost)} and be worth ${money(bought.worth)} now: ${change(bought.gain)}, before charges.`,
  );
  return answer(text, [symbol], [`Price and trend of ${symbol}`, `How risky is ${symbol}?`, 'How is the index doing?']);
};

export const answerLeaders: Answerer = async (tools, { day, span, sector, text: asked }) => {
  const hasFallen = /\b(?:f[ae]ll\w*|los(?:ers?|t|ing)|worst|down|drop\w*|declin\w*|weakest)\b/.test(asked);
  const found = await tools.use('leaders', { ...timeOf(day, span), sector: sector ?? undefined, hasFallen });
  if (isProblem(found)) return notFound(found);
  const { from, to, among, rising, falling, stocks, bySector, index } = found;
  if (among === 0)
    return answer(
      from === to ? 'There are no prices of that day and the one before it.' : 'There are no prices of all those days.',
      [],
      ['What moves today?', 'How is the index doing?'],
    );
  const when = from === to ? `on ${dayWords(from)}` : `from ${dayWords(from)} to ${dayWords(to)}`;
  if (/\bsectors?\b/.test(asked) && bySector !== null) return answerSectors(bySector, when);
  const symbols = stocks.map(({ symbol }) => symbol);
  const text = written(
    index !== null &&
      `The ${index.name} went from ${figure(index.before)} to ${figure(index.value)} points: ${percentChange(index.changePercent)}.`,
    `${from === to ? `On ${dayWords(from)}` : `From ${dayWords(from)} to ${dayWords(to)}`}, of ${counted(among, 'stock')}${found.sector === null ? '' : ` of ${found.sector}`} ${count(rising)} rose and ${count(falling)} fell.${symbols.length === 0 ? '' : ` The largest ${hasFallen ? 'losses' : 'gains'}:`}`,
    symbols.length > 0 &&
      table(
        ['Stock', 'Company', 'Before', 'Close', 'Change'],
        stocks.map((each) => [
          each.symbol,
          each.name,
          money(each.before),
          money(each.close),
          percentChange(each.changePercent),
        ]),
      ),
    'What has risen or fallen most says nothing about what comes next.',
  );
  return answer(text, symbols, [
    ...symbols.slice(0, 1).map((symbol) => `Price and trend of ${symbol}`),
    'What moves today?',
    'How is the index doing?',
  ]);
};

export const answerPeriods: Answerer = async (tools, { text: asked, now }) => {
  const asksOfTwo = spansIn(asked, now);
  // `Am I getting better?` names none.
  const spans = (asksOfTwo.length === 2 ? asksOfTwo : spansIn('this month and last month', now)).toSorted(
    (one, other) => (one.from < other.from ? -1 : 1),
  );
  const found: ToolResult<'performance'>[] = [];
  for (const span of spans) found.push(await tools.use('performance', span));
  const rows = found.map(({ from, to, totalTrades, winRate, overallPL, charges, netPL, expectancy }) => [
    `${dayWords(from!)} to ${dayWords(to!)}`,
    count(totalTrades),
    totalTrades === 0 ? '-' : percent(winRate),
    change(overallPL),
    money(charges),
    change(netPL),
    expectancy === null ? '-' : change(expectancy),
  ]);
  const text = written(
    'Your closed trades, side by side:',
    table(['Time', 'Closed trades', 'Win rate', 'Gross', 'Charges', 'Net', 'Gross of each'], rows),
    'A period that is not over yet has had fewer days.',
  );
  return answer(text, [], ['How are my trades doing?', 'When do I trade best?', 'How much did I pay in charges?']);
};

export const answerMonths: Answerer = async (tools) => {
  const { months, total, best, worst } = await tools.use('months', {});
  const next = ['Am I getting better?', 'How are my trades doing?', 'How did I do against the index?'];
  if (best === null || worst === null) return answer('You have not traded yet.', [], next);
  const rows = months.map(({ from, trades, wins, gross, charges, net }) => [
    monthWords(from),
    count(trades),
    count(wins),
    change(gross),
    money(charges),
    change(net),
  ]);
  const text = written(
    months.length > 1 &&
      `After charges your best month was ${monthWords(best.from)} with ${change(best.net)}, your worst ${monthWords(worst.from)} with ${change(worst.net)}.`,
    months.length < total && `The newest ${count(months.length)} of ${counted(total, 'month')} with trades:`,
    table(['Month', 'Closed trades', 'Won', 'Gross', 'Charges', 'Net'], rows),
    'Gross counts in the month of the sale, charges in the month in which they were paid.',
  );
  return answer(text, [], next);
};
