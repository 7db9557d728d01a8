// Answers about how much is at risk: with the stops that are set, and in a position that is being planned.
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { sizeAsked } from './size-asked.ts';
import { change, count, list, money, percent, shares, table, written } from './wording.ts';

export const answerStops: Answerer = async (tools, { stocks: [stock] }) => {
  const found = await tools.use('stops', { stock });
  if (isProblem(found)) return notFound(found);
  const { symbol, holdings, stops, fromNow, fromCost, withoutStop, worthWithoutStop, isCut } = found;
  const next = ['How is my portfolio spread?', 'How do I set a stop loss?', 'What if the market falls 10%?'];
  const of = symbol === null ? '' : ` of ${symbol}`;
  if (holdings === 0) return answer(`You hold no shares${of}, so no stop loss has anything to protect.`, [], next);
  const hasTarget = stops.some(({ target }) => target !== null);
  const bare = withoutStop.map(
    ({ symbol, quantity, worth }) => `${shares(quantity)} of ${symbol}, worth ${money(worth)}`,
  );
  const text = written(
    stops.length === 0
      ? `No stop loss protects what you hold${of}.`
      : `If every stop loss of yours${symbol === null ? '' : ` in ${symbol}`} were reached, the shares under them would bring ${change(fromNow)} against the prices now, and ${change(fromCost)} against what they cost, before charges.`,
    stops.length > 0 &&
      table(
        ['Order', 'Stock', 'Qty', 'Stop', ...(hasTarget ? ['Target'] : []), 'Price now', 'From now', 'From cost'],
        stops.map((each) => [
          `#${each.order}`,
          each.symbol,
          count(each.quantity),
          money(each.stop),
          ...(hasTarget ? [each.target === null ? '-' : money(each.target)] : []),
          money(each.currentPrice),
          change(each.fromNow),
          change(each.fromCost),
        ]),
      ),
    bare.length > 0 && `Without a stop loss (${money(worthWithoutStop)} in all):`,
    bare.length > 0 && list(bare),
    stops.length > 0 && 'Where the price jumps past a stop, the sale brings less than that.',
    isCut && 'There are more open orders than were looked at; My Orders has them all.',
  );
  return answer(
    text,
    [...stops, ...withoutStop].map((each) => each.symbol),
    next,
  );
};

/** Never which stop or size is right: how they follow from what may be lost. */
export const answerSizing: Answerer = async (tools, { stocks: [stock], text: asked }) => {
  const found = await tools.use('sizing', { stock, ...sizeAsked(asked) });
  if (isProblem(found)) return notFound(found);
  const {
    symbol,
    price,
    balance,
    capital,
    riskPercent,
    mayLose,
    atr,
    ranges,
    distance,
    distancePercent,
    stop,
    byRisk,
    value,
  } = found;
  const text = written(
    `How a size follows from a stop, for ${symbol} at ${money(price)}:`,
    list([
      `If you may lose ${percent(riskPercent)} of your ${money(capital)}, that is ${money(mayLose)}.`,
      ranges === null
        ? `The stop at ${money(stop)} is ${money(distance)} (${percent(distancePercent)}) below the price.`
        : `A stop ${ranges} times the usual daily range of ${money(atr ?? 0)} (ATR) away is ${money(distance)} (${percent(distancePercent)}) below the price, at ${money(stop)}.`,
      `${money(mayLose)} over ${money(distance)} comes to ${shares(byRisk)}, worth ${money(value)}.`,
      value > balance && `That is more than the ${money(balance)} you can spend.`,
      ranges === null &&
        atr !== null &&
        distance < atr &&
        `A usual day covers ${money(atr)} (ATR): such a stop is within what an ordinary day does.`,
    ]),
    'This is the method, not a tip: nobody knows which stop will hold. Charges, and a price that jumps past the stop, come on top.',
  );
  return answer(
    text,
    [symbol],
    [`How risky is ${symbol}?`, `Charges of ${Math.max(1, byRisk)} ${symbol}`, 'What is risk per trade?'],
  );
};
