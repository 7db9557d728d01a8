// Answers about what trading costs and what is allowed: charges and margin with the asker's own numbers, what is affordable, why an order would be refused, and the rules.
import { dayText, marketDay } from '../../../core/market/day.ts';
import { isProblem } from '../tools/market-tools.ts';
import type { Toolbox, ToolResult } from '../tools/toolbox.ts';
import { nowText } from './market-words.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import type { Question } from './question.ts';
import { count, dayWords, list, money, percent, percentChange, shares, written } from './wording.ts';

/** The stock of the question, or the asker's largest holding, or the most traded stock. */
async function exampleStock(tools: Toolbox, { stocks: [stock] }: Question): Promise<string | undefined> {
  if (stock !== undefined) return stock;
  const { positions } = await tools.use('portfolio', {});
  if (positions.length > 0) return positions[0].symbol;
  return (await tools.use('movers', {})).mostTraded.at(0)?.symbol;
}

const EXAMPLE_SHARES = 10;

type Cost = Exclude<ToolResult<'cost'>, { problem: string }>;

/** Begins with a small letter, unless the name begins with an abbreviation in capitals. */
function inSentence(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : `${name[0].toLowerCase()}${name.slice(1)}`;
}

/** The statutory charges, if there are any. */
function statutoryText(rates: ToolResult<'rules'>['statutoryRates']): string | false {
  if (rates === null) return false;
  const { from, sttDelivery, sttIntradaySell, exchange, sebi, stampDelivery, stampIntraday, gst } = rates;
  const parts = [
    `securities transaction tax ${exact(sttDelivery)} of what is bought or sold for delivery and ${exact(sttIntradaySell)} of intraday sales`,
    `exchange transaction charge ${exact(exchange)}`,
    `SEBI turnover fee ${exact(sebi)}`,
    `stamp duty ${exact(stampDelivery)} of delivery buys and ${exact(stampIntraday)} of intraday buys`,
    `GST ${exact(gst)} of brokerage, flat fee, exchange charge and turnover fee`,
  ];
  return `Statutory charges come on top, by the rates since ${from}: ${parts.join('; ')}.`;
}

/** Not rounded: commission may have four decimals, and some statutory rates five. */
const exact = (rate: number): string => `${rate}%`;

/** Who pays less than the standard rate. */
const volumeLines = ({ volumeDiscounts }: ToolResult<'rules'>): string[] =>
  volumeDiscounts.map(
    (row) =>
      `Orders of ${count(row.minQuantity)} to ${shares(row.maxQuantity)} pay ${percent(row.discountPercent)} less brokerage.`,
  );
const promotionLines = ({ promotions }: ToolResult<'rules'>): string[] =>
  promotions.map((row) => `Promotion in force: ${row.name}, ${percent(row.discountPercent)} less brokerage.`);

function costLines(found: Cost): string {
  const {
    quantity,
    symbol,
    estimatedPrice,
    value,
    brokerage,
    ratePercent,
    flatFee,
    statutoryItems,
    charges,
    saleCharges,
    roundTripCharges,
    breakEvenPrice,
    breakEvenPercent,
    cashAfter,
  } = found;
  return list([
    `Value: ${count(quantity)} × ${money(estimatedPrice)} = ${money(value)} (estimated from the book).`,
    `Charges of the buy: brokerage ${exact(ratePercent)} = ${money(brokerage)}, flat fee ${money(flatFee)}${statutoryItems.map(({ name, amount }) => `, ${inSentence(name)} ${money(amount)}`).join('')}, together ${money(charges)}.`,
    `Selling at the same price would cost about ${money(saleCharges)} again: ${money(roundTripCharges)} for the round trip.`,
    `Break-even: ${symbol} must be sold at ${money(breakEvenPrice)} (${percentChange(breakEvenPercent)}) to bring back what was spent.`,
    `Your cash after the buy: ${money(cashAfter)}${cashAfter < 0 ? ', so it is not enough' : ''}.`,
  ]);
}

function marginLines({ margin, marginPercent, value, balance }: Cost): string {
  return written(
    `Margin: bought intraday, you pay ${percent(marginPercent)} of the value yourself, ${margin === null ? '–' : money(margin)} of ${money(value)}, and the rest is lent for the day. Charges come on top.`,
    `A move of the price changes your own part by five times as much. Your free cash is ${money(balance)}.`,
  );
}

export const answerCost: Answerer = async (tools, question) => {
  const stock = await exampleStock(tools, question);
  const rules = await tools.use('rules', {});
  const found =
    stock === undefined
      ? null
      : await tools.use('cost', {
          stock,
          quantity: question.quantity ?? EXAMPLE_SHARES,
          isIntraday: question.isIntraday,
        });
  if (found !== null && isProblem(found)) return notFound(found);
  const { commissionPercent, flatFee, volumeDiscounts, promotions, statutoryRates } = rules;
  const { squareOffAt, lossOfMarginPercent } = rules;
  const wantsMargin = question.isIntraday || /\bmargin|leverage|intraday\b/.test(question.text);
  const text = written(
    `Each order that fills pays brokerage of ${exact(commissionPercent)} of its value and a flat fee of ${money(flatFee)}. Orders that do not fill pay nothing.`,
    statutoryText(statutoryRates),
    volumeDiscounts.length > 0 && list(volumeLines(rules)),
    promotions.length > 0 && list(promotionLines(rules)),
    found !== null && `With your numbers, for ${shares(found.quantity)} of ${found.symbol} at market:`,
    found !== null && costLines(found),
    found !== null && wantsMargin && marginLines(found),
    wantsMargin &&
      `The exchange sells what is still open intraday at ${squareOffAt}, or when the loss has reached ${percent(lossOfMarginPercent)} of the margin.`,
  );
  const symbol = found?.symbol;
  return answer(text, symbol === undefined ? [] : [symbol], [
    ...(symbol === undefined ? [] : [`How many ${symbol} can I buy?`]),
    wantsMargin ? 'How do charges work?' : 'How does margin work?',
    'What is break-even?',
  ]);
};

function mostInOrder({
  symbol,
  maxBuyLimit,
  inTimeframe,
}: Exclude<ToolResult<'affordable'>, { problem: string }>): string {
  if (inTimeframe === null) return `One order may name at most ${shares(maxBuyLimit)}.`;
  const { hours, already, inOpenOrders, left } = inTimeframe;
  const open = inOpenOrders === 0 ? '' : `, and ${count(inOpenOrders)} more are in your open orders`;
  return `At most ${shares(maxBuyLimit)} of ${symbol} may be bought within ${count(hours)} hours. You have bought ${count(already)}${open}: an order now may name ${left === 0 ? 'none' : `at most ${shares(left)}`}.`;
}

export const answerAffordable: Answerer = async (tools, question) => {
  const stock = await exampleStock(tools, question);
  // A price would be one of the stock; a sum is said with `for` and `with`.
  const cash = /\b(?:for|with|worth) (?:₹ ?|rs\.? ?|inr ?)?\d/.test(question.text) ? question.price : null;
  if (stock === undefined) return answer('No stock is listed yet.');
  const found = await tools.use('affordable', { stock, cash: cash ?? undefined });
  if (isProblem(found)) return notFound(found);
  const { symbol, price, balance, delivery, intraday, inOneOrder, inOneIntradayOrder } = found;
  const means = cash === null ? `your free cash of ${money(balance)} pays` : `${money(cash)} pays`;
  const text = written(
    question.stocks.length === 0 && `That depends on the stock. For example ${symbol}:`,
    `At the last price of ${money(price)}, ${means} for ${shares(delivery)} of ${symbol}, charges included, or for ${shares(intraday)} intraday on margin.`,
    cash !== null && cash > balance && `Your free cash is less: ${money(balance)}.`,
    (inOneOrder < delivery || inOneIntradayOrder < intraday) && mostInOrder(found),
    'That is what the money allows. How much is sensible is another question: it depends on what you can afford to lose.',
  );
  return answer(
    text,
    [symbol],
    [`What would 10 shares of ${symbol} cost me?`, `How risky is ${symbol}?`, 'What is position size?'],
  );
};

export const answerCheck: Answerer = async (tools, question) => {
  const {
    stocks: [stock],
    side,
    quantity,
    price,
    isIntraday,
  } = question;
  const found = await tools.use('check', {
    stock,
    side,
    quantity: quantity ?? 1,
    ...(price === null ? {} : { price }),
    isIntraday,
  });
  if (isProblem(found)) return notFound(found);
  const { symbol, sentence, isTaken, lastPrice, means } = found;
  const order = `${side} ${count(found.quantity)} ${symbol}${found.price === null ? ' at market' : ` at ${money(found.price)}`}${isIntraday ? ', intraday' : ''}`;
  const verdict = isTaken
    ? `The exchange would take this order now: ${order}.`
    : `The exchange would refuse this order now: ${order}. It would say: ${sentence}`;
  const figures =
    means &&
    list([
      `Last price ${money(lastPrice)}; estimated value ${money(means.value)}, charges ${money(means.charges)}.`,
      side === 'BUY'
        ? `Free cash ${money(means.balance)}.`
        : `You can sell ${shares(means.availableQuantity)}; shares held by open sell orders do not count.`,
    ]);
  const story = await tools.use('story', { stock: symbol });
  const refused = isProblem(story) ? [] : story.refused.filter((each) => each.symbol === symbol);
  const past =
    refused.length > 0 &&
    list(
      refused.map(
        ({ side: asked, quantity: many, sentence: said }) =>
          `Your order ${asked} ${count(many)} ${symbol} was refused recently: ${said}`,
      ),
    );
  return answer(
    written(verdict, figures, past),
    [symbol],
    [`How many ${symbol} can I buy?`, 'What is my balance?', 'What are the trading limits?'],
  );
};

function hoursText(hours: ToolResult<'rules'>['tradingHours']): string {
  if (hours === null) return 'The market is open day and night; a new day begins at midnight in India.';
  const { days, opensAt, closesAt, preOpenAt, auctionAt } = hours;
  return `Trading runs from ${opensAt} to ${closesAt} IST on ${days}. Orders for the opening auction at ${auctionAt} are collected from ${preOpenAt}; orders that come at other times wait for the next session.`;
}

function bandsText({ priceBands, marketProtectionPercent }: ToolResult<'rules'>): string {
  const protection = `A market order trades at most ${percent(marketProtectionPercent)} from the last price.`;
  if (priceBands === null) return protection;
  const { narrowest, widest } = priceBands;
  const band = narrowest === widest ? percent(widest) : `${percent(narrowest)} to ${percent(widest)}, by stock,`;
  return `Prices may go ${band} from the previous close in a day. ${protection}`;
}

/** The band of the stock that the question names. */
async function ownBandText(tools: Toolbox, stock: string | undefined, isClosed: boolean): Promise<string | false> {
  if (stock === undefined) return false;
  const found = await tools.use('quote', { stock });
  if (isProblem(found)) return false;
  const { symbol, previousClose, lowestPrice, highestPrice, tickSize } = found;
  const may = isClosed ? 'could go on its last trading day' : 'may go today';
  return `${symbol} ${may} from ${money(lowestPrice)} to ${money(highestPrice)}: its price band around the previous close of ${money(previousClose)}. Orders are priced in steps of ${money(tickSize)}, its tick, and one share is the smallest order.`;
}

/** Of today, what the market does now says it. */
function comingText({ dayAsked, tradingHours }: ToolResult<'rules'>, today: string): string | false {
  if (dayAsked === null || tradingHours === null || dayAsked.date === today) return false;
  const { date, isTradingDay, isWeekend, areHolidaysKnown } = dayAsked;
  const on = `On ${dayWords(date)} the market`;
  if (!isTradingDay) return `${on} is closed: ${isWeekend ? 'it is a weekend' : 'it is a holiday of the exchange'}.`;
  return areHolidaysKnown
    ? `${on} opens.`
    : `${on} opens by the calendar as it stands: no holidays of that year have been entered yet.`;
}

export const answerRules: Answerer = async (tools, { stocks: [stock], text: asked, coming, now }) => {
  const rules = await tools.use('rules', { day: coming ?? undefined });
  const ownBand = await ownBandText(tools, stock, rules.tradingHours?.phase === 'closed');
  const text = written(
    ownBand,
    /\bhalt|\bsuspend/.test(asked) && !rules.isMarketHalted && 'There is no halt of all trading.',
    comingText(rules, dayText(marketDay(now))),
    nowText(rules),
    'The rules in force:',
    list([
      hoursText(rules.tradingHours),
      `At most ${shares(rules.maxBuyLimit)} in one buy order and ${shares(rules.maxSellLimit)} in one sell order; the same per stock within ${count(rules.timeframeInHours)} hours.`,
      `Brokerage ${exact(rules.commissionPercent)} of the value and a flat fee of ${money(rules.flatFee)} for each order that fills.`,
      ...volumeLines(rules),
      ...promotionLines(rules),
      ...[statutoryText(rules.statutoryRates)].filter((line) => line !== false),
      bandsText(rules),
      `Intraday buys need ${percent(rules.marginPercent)} of the value; they are closed at ${rules.squareOffAt}, or when the loss reaches ${percent(rules.lossOfMarginPercent)} of the margin.`,
    ]),
  );
  return answer(text, ownBand === false ? [] : [stock], [
    'How do charges work?',
    'How does margin work?',
    'What is my balance?',
  ]);
};
