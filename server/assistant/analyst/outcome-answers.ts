// Answers to "what if": what the asker's shares would bring at some price, and from which price on they bring a profit.
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { change, list, money, percentChange, shares, written } from './wording.ts';

export const answerOutcome: Answerer = async (tools, { stocks: [stock], quantity, supposed }) => {
  const found = await tools.use('outcome', { stock, quantity: quantity ?? undefined, ...supposed });
  if (isProblem(found)) return notFound(found);
  const { symbol, held, averagePrice, cost, price, lastPrice, fromLastPercent, value, gross, net } = found;
  const { buyCharges, saleCharges, breakEvenPrice } = found;
  const stake =
    held === 0
      ? `You hold no shares of ${symbol}. ${shares(found.quantity)} would cost about ${money(cost)} now, ${money(averagePrice)} each.`
      : `You hold ${shares(held)} of ${symbol}. ${found.quantity === held ? 'They' : `${shares(found.quantity)} of them`} cost ${money(cost)}, on average ${money(averagePrice)} each.`;
  const at =
    supposed === null
      ? `At the last price of ${money(lastPrice)}:`
      : `Sold at ${money(price)}, ${percentChange(fromLastPercent)} from the last price of ${money(lastPrice)}:`;
  const text = written(
    stake,
    at,
    list([
      `They bring ${money(value)}: ${change(gross)} before charges.`,
      `Charges are about ${money(buyCharges)} for the buy and ${money(saleCharges)} for the sale: ${change(net)} after both.`,
      `Break-even, with the charges of both: ${money(breakEvenPrice)} a share.`,
    ]),
    'The charges are those of one order each by the rates in force. Whether the price gets there, nobody knows.',
  );
  return answer(text, [symbol], [`How risky is ${symbol}?`, `Trend of ${symbol}`, 'How do charges work?']);
};
