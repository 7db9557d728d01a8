// Answers to "what if": a sale at some price and from which price on it brings a profit, a buy and a sale at two prices, a move of everything.
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { change, counted, list, money, percent, percentChange, shares, table, written } from './wording.ts';

export const answerOutcome: Answerer = async (tools, { stocks: [stock], quantity, supposed, goal }) => {
  const found = await tools.use('outcome', {
    stock,
    quantity: quantity ?? undefined,
    ...(supposed ?? goal),
  });
  if (isProblem(found)) return notFound(found);
  const { symbol, held, averagePrice, cost, price, lastPrice, fromLastPercent, value, gross, net } = found;
  const { buyCharges, saleCharges, breakEvenPrice } = found;
  const stake =
    held === 0
      ? `You hold no shares of ${symbol}. ${shares(found.quantity)} would cost about ${money(cost)} now, ${money(averagePrice)} each.`
      : `You hold ${shares(held)} of ${symbol}. ${found.quantity === held ? 'They' : `${shares(found.quantity)} of them`} cost ${money(cost)}, on average ${money(averagePrice)} each.`;
  const at =
    supposed === null && goal === null
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

/** `If I buy at 100 and sell at 110`: of any stock. */
export const answerTrip: Answerer = async (tools, { quantity, trip }) => {
  // No other question gets here.
  const found = await tools.use('trip', { ...trip!, quantity: quantity ?? undefined });
  if (isProblem(found)) return notFound(found);
  const { buyPrice, sellPrice, cost, value, gross, net, buyCharges, saleCharges, breakEvenPrice } = found;
  const text = written(
    `${quantity === null ? 'For example, ' : ''}${shares(found.quantity)} bought at ${money(buyPrice)} and sold at ${money(sellPrice)}:`,
    list([
      `They cost ${money(cost)} and bring ${money(value)}: ${change(gross)} before charges.`,
      `Charges are ${money(buyCharges)} for the buy and ${money(saleCharges)} for the sale: ${change(net)} after both.`,
      `Break-even, with the charges of both: ${money(breakEvenPrice)} a share.`,
    ]),
    'The charges are those of one order each by the rates in force.',
  );
  return answer(text, [], ['How do charges work?', 'What is break-even?', 'How are my trades doing?']);
};

/** A bad day, where the question names no figure. */
const CRASH_PERCENT = -20;

/** `If the market falls by 10%`: everything that is held, moved alike. */
export const answerShock: Answerer = async (tools, { supposed }) => {
  const changePercent = supposed !== null && 'changePercent' in supposed ? supposed.changePercent : CRASH_PERCENT;
  const found = await tools.use('shock', { changePercent });
  const { holdings, value, after, largest } = found;
  const verb = changePercent < 0 ? 'fell' : 'rose';
  if (holdings === 0)
    return answer(
      'You hold no shares, so a move of the market changes nothing for you.',
      [],
      ['What is my balance?', 'What moves today?', 'What is beta?'],
    );
  const all = holdings === 1 ? `your shares of ${largest[0].symbol}` : `all your ${counted(holdings, 'stock')}`;
  const text = written(
    `If ${all} ${verb} by ${percent(Math.abs(changePercent))}, they would be worth ${money(after)} instead of ${money(value)}: ${change(found.change)}, before charges.`,
    table(
      ['Stock', 'Worth now', 'Change'],
      largest.map(({ symbol, currentValue, change: moved }) => [symbol, money(currentValue), change(moved)]),
    ),
    holdings > largest.length && `The ${largest.length} largest are shown.`,
    'Stocks never all move alike: those with a beta above one have moved more than the market, and those below it less.',
  );
  const [first] = largest;
  return answer(
    text,
    largest.map(({ symbol }) => symbol),
    [`How risky is ${first.symbol}?`, 'How is my portfolio spread?', 'What is beta?'],
  );
};
