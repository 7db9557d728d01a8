// The answer to whether the asker sold too early: what the shares of closed trades would be worth now.
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { timeOf } from './span.ts';
import { change, count, counted, daysClause, money, percentChange, shares, table, written } from './wording.ts';

const NEXT = ['What mistakes do I repeat?', 'How long do I hold?', 'How are my trades doing?'];

export const answerSold: Answerer = async (tools, { stocks: [stock], day, span }) => {
  const found = await tools.use('sold', { stock, ...timeOf(day, span) });
  if (isProblem(found)) return notFound(found);
  const { symbol, trades, all, higher, difference, stocks, stocksInAll } = found;
  const where = symbol === null ? '' : ` in ${symbol}`;
  if (trades === 0) return answer(`You have closed no trade${where}${daysClause(found, ' yet')}.`, [], NEXT);
  const which = `${all > trades ? 'the newest of ' : ''}your closed trades${where}${daysClause(found, '')}`;
  const verdict =
    difference > 0
      ? 'So far, keeping them would have brought more.'
      : difference < 0
        ? 'So far, selling was better than keeping them.'
        : 'So far, selling and keeping them come to the same.';
  const rows = stocks.map((each) => [
    each.symbol,
    count(each.shares),
    money(each.soldAt),
    money(each.price),
    change(each.difference),
    percentChange(each.differencePercent),
  ]);
  const text = written(
    `In ${trades === all ? '' : `${count(trades)} trades, `}${which}, you sold ${shares(found.shares)} for about ${money(found.brought)}. At the prices now they would be worth ${money(found.worth)}: ${change(difference)} (${percentChange(found.differencePercent)}). ${verdict}`,
    `The price is higher now than at the sale in ${count(higher)} of ${counted(trades, 'trade')}.`,
    table(['Stock', 'Shares sold', 'Sold at', 'Price now', 'Since then', 'In percent'], rows),
    stocks.length < stocksInAll &&
      `The ${count(stocks.length)} of ${counted(stocksInAll, 'stock')} in which it makes most.`,
    'Charges, dividends and what the money was used for since are not counted, and the prices now are one moment of many: whether a sale was right shows in the plan that it followed.',
  );
  return answer(
    text,
    stocks.map((each) => each.symbol),
    NEXT,
  );
};
