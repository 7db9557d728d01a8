// Answers about the asker's position in one stock.
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { change, counted, dayWords, list, money, onDay, percentChange, shares, timeWords, written } from './wording.ts';

export const answerPosition: Answerer = async (tools, { stocks: [stock], span }) => {
  const found = await tools.use('position', { stock, from: span?.from, to: span?.to });
  if (isProblem(found)) return notFound(found);
  const { symbol, price, day, held, sales, lastBuy } = found;
  const when = sales.from === null || sales.to === null ? 'So far' : `${dayWords(sales.from)} to ${dayWords(sales.to)}`;
  const text = written(
    held === null
      ? `You hold no shares of ${symbol}.`
      : `You hold ${shares(held.quantity)} of ${symbol} at an average of ${money(held.averagePrice)}: they cost ${money(held.cost)}.`,
    list([
      held !== null &&
        `At ${money(price)} they are worth ${money(held.currentValue)}: ${change(held.overallProfit)} (${percentChange(held.profitPercent)}), ${onDay(day)} ${change(held.todaysProfit)}.`,
      held !== null && held.inOrders > 0 && `In open sell orders: ${shares(held.inOrders)}.`,
      sales.trades === 0
        ? `${when} you sold none of it.`
        : `${when} you sold ${shares(sales.shares)} in ${counted(sales.trades, 'closed trade')}: ${change(sales.gross)} before charges, ${change(sales.net)} after those of buying and selling.`,
      lastBuy !== null &&
        `Last bought: ${shares(lastBuy.quantity)} at ${money(lastBuy.price)} on ${timeWords(lastBuy.at)}, with order #${lastBuy.order}.`,
    ]),
  );
  return answer(text, [symbol], [`Trend of ${symbol}`, 'How is my portfolio spread?', 'How are my trades doing?']);
};
