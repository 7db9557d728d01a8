// Answers about stocks: price, overview, indicators, risk and comparison of two.
import type { ToolResult } from '../tools/toolbox.ts';
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound, wordsFor } from './answer.ts';
import type { Answerer } from './answer.ts';
import {
  count,
  counted,
  dayTitle,
  dayWords,
  figure,
  list,
  money,
  onDay,
  percent,
  percentChange,
  shares,
  table,
  written,
} from './wording.ts';

type Quote = Exclude<ToolResult<'quote'>, { problem: string }>;
type Trend = Exclude<ToolResult<'trend'>, { problem: string }>;
type Risk = Exclude<ToolResult<'risk'>, { problem: string }>;
type Indicators = Exclude<ToolResult<'indicators'>, { problem: string }>;

function priceLine(quote: Quote): string {
  const { symbol, name, price, change: moved, changePercent, previousClose } = quote;
  const direction = moved > 0 ? 'up' : 'down';
  const move = moved === 0 ? 'unchanged' : `${direction} ${money(Math.abs(moved))} (${percentChange(changePercent)})`;
  return `${symbol} (${name}) last traded at ${money(price)}, ${move} from the previous close of ${money(previousClose)}.${haltWords(quote)}`;
}

function haltWords({ isHalted, isMarketHalted }: Quote): string {
  if (isHalted) return ' Trading in it is halted now; its page says since when, and why.';
  return isMarketHalted ? ' All trading is halted now.' : '';
}

function bookLine({ bid, ask, spread, spreadPercent, phase }: Quote): string {
  if (bid === null && ask === null)
    return phase === 'closed'
      ? 'The market is closed, and nobody waits in the book.'
      : 'Nobody waits in the book right now.';
  if (bid === null || ask === null) {
    const only = bid ?? ask;
    return `Only ${bid === null ? 'sellers wait' : 'buyers wait'} in the book: ${shares(only?.quantity ?? 0)} at ${money(only?.price ?? 0)}.`;
  }
  const gap =
    spread === null || spreadPercent === null ? '' : ` The spread is ${money(spread)} (${percent(spreadPercent)}).`;
  return `Best bid ${money(bid.price)} for ${shares(bid.quantity)}, best ask ${money(ask.price)} for ${shares(ask.quantity)}.${gap}`;
}

function rangeLine({ open, high, low, volume, day }: Quote): string {
  // Before the first trade they are the close of the day before.
  if (volume === 0) return day.isToday ? 'Nothing of it has traded today.' : `Nothing of it traded ${onDay(day)}.`;
  return `${dayTitle(day)}: open ${money(open)}, high ${money(high)}, low ${money(low)}, ${shares(volume)} traded.`;
}

export const answerQuote: Answerer = async (tools, { stocks: [stock], text: asked }) => {
  const quote = await tools.use('quote', { stock });
  if (isProblem(quote)) return notFound(quote);
  const { symbol } = quote;
  return answer(
    written(
      /\bhalt/.test(asked) && !quote.isHalted && `Trading in ${symbol} is not halted.`,
      priceLine(quote),
      rangeLine(quote),
      bookLine(quote),
    ),
    [symbol],
    [`Trend of ${symbol}`, `Indicators of ${symbol} now`, `How risky is ${symbol}?`],
  );
};

function returnRows({ returns, day }: Trend): string[][] {
  return returns.map(({ span, since, from, percent: moved }) => [
    span === 'today' ? dayTitle(day) : `1 ${span}`.replace('1 3', '3'),
    percentChange(moved),
    since === null || from === null ? 'since the previous close' : `from ${money(from)} on ${dayWords(since)}`,
  ]);
}

function yearLine({ year, yearlyVolatilityPercent, volumeToday, averageVolume, volumeDays, day }: Trend): string[] {
  const place =
    year === null
      ? null
      : `High of the last year ${money(year.high)} on ${dayWords(year.highOn)}: the price is ${percent(year.belowHighPercent)} below it.`;
  const low =
    year === null
      ? null
      : `Low of the last year ${money(year.low)} on ${dayWords(year.lowOn)}: the price is ${percent(year.aboveLowPercent)} above it.`;
  const swings =
    yearlyVolatilityPercent === null
      ? null
      : `Volatility over the last year: ${percent(yearlyVolatilityPercent)} a year.`;
  const volume =
    averageVolume === null
      ? null
      : `Volume ${onDay(day)} ${count(volumeToday)}; an average day of the last ${count(volumeDays)} had ${count(averageVolume)}.`;
  return [place, low, swings, volume].filter((line) => line !== null);
}

/** Says whether the returns of all periods agree, and nothing about the future. */
function trendWords({ returns, symbol }: Trend): string {
  const longer = returns.filter(({ span }) => span !== 'today');
  if (longer.length === 0) return `${symbol} has too little history to speak of a trend.`;
  const up = longer.filter(({ percent: moved }) => moved > 0).length;
  if (up === longer.length)
    return `${symbol} is higher than at the beginning of each of these spans. That describes the past; it does not say what comes next.`;
  if (up === 0)
    return `${symbol} is lower than at the beginning of each of these spans. That describes the past; it does not say what comes next.`;
  return `The spans disagree: the direction of ${symbol} depends on how far back you look.`;
}

/** What the company does. */
const BUSINESS =
  /\b(?:sectors?|industry|industries|business|what does .{1,40} (?:do|make|sell)|(?:kind|sort|type) of (?:a )?(?:company|business|stock|firm))\b/;

export const answerOverview: Answerer = async (tools, { stocks: [stock], text: asked }) => {
  const quote = await tools.use('quote', { stock });
  if (isProblem(quote)) return notFound(quote);
  const trend = await tools.use('trend', { stock });
  if (isProblem(trend)) return notFound(trend);
  const { symbol } = quote;
  const text = written(
    BUSINESS.test(asked) &&
      `${quote.name} is of the sector ${quote.sector}. It is an invented company, so there is no more to know of its business.`,
    priceLine(quote),
    table(['Span', 'Return', 'Measured'], returnRows(trend)),
    list(yearLine(trend)),
    trendWords(trend),
  );
  return answer(
    text,
    [symbol],
    [`Indicators of ${symbol} now`, `How risky is ${symbol}?`, `What would 10 shares of ${symbol} cost me?`],
  );
};

function indicatorRows(found: Indicators): string[][] {
  const { price, movingAverages, ema, rsi, macd, bollinger, atr, stochastic, adx, obv, vwap } = found;
  const side = (value: number) => (price >= value ? 'price is above' : 'price is below');
  const rows: (string[] | null)[] = [
    ...movingAverages.map(({ days, value }) => (value === null ? null : [`SMA ${days}`, money(value), side(value)])),
    ema.value === null ? null : [`EMA ${ema.days}`, money(ema.value), side(ema.value)],
    rsi.value === null
      ? null
      : [
          `RSI ${rsi.days}`,
          figure(rsi.value),
          wordsFor(rsi.value, rsi.low, rsi.high, [
            `below ${rsi.low}, called oversold`,
            `between ${rsi.low} and ${rsi.high}`,
            `above ${rsi.high}, called overbought`,
          ]),
        ],
    macd.value === null || macd.signal === null
      ? null
      : [
          `MACD ${macd.fast}, ${macd.slow}, ${macd.smooth}`,
          figure(macd.value),
          `${macd.value >= macd.signal ? 'above' : 'below'} its signal ${figure(macd.signal)}`,
        ],
    bollinger.upper === null || bollinger.lower === null
      ? null
      : [
          `Bollinger ${bollinger.days}, ${bollinger.width}`,
          `${money(bollinger.lower)} to ${money(bollinger.upper)}`,
          bollinger.place === null ? 'no width' : `price at ${count(bollinger.place)}% of the band`,
        ],
    atr.value === null || atr.percent === null
      ? null
      : [`ATR ${atr.days}`, money(atr.value), `${percent(atr.percent)} of the price`],
    stochastic.k === null || stochastic.d === null
      ? null
      : [
          `Stochastic ${stochastic.days}`,
          `%K ${figure(stochastic.k)}, %D ${figure(stochastic.d)}`,
          wordsFor(stochastic.k, stochastic.low, stochastic.high, [
            'near the bottom of its range',
            'inside its range',
            'near the top of its range',
          ]),
        ],
    adx.value === null || adx.plus === null || adx.minus === null
      ? null
      : [
          `ADX ${adx.days}`,
          figure(adx.value),
          `${wordsFor(adx.value, adx.weak, adx.strong, ['hardly a trend', 'a weak trend', 'a clear trend'])}, +DI ${figure(adx.plus)}, -DI ${figure(adx.minus)}`,
        ],
    [
      `OBV, change over ${obv.days} days`,
      count(obv.change),
      obv.change >= 0 ? 'more volume on rising days' : 'more volume on falling days',
    ],
    vwap.value === null ? null : ['VWAP today', money(vwap.value), side(vwap.value)],
  ];
  return rows.filter((row) => row !== null);
}

export const answerIndicators: Answerer = async (tools, { stocks: [stock], terms }) => {
  const found = await tools.use('indicators', { stock });
  if (isProblem(found)) return notFound(found);
  const { symbol, name, price, bars } = found;
  const term = terms.find((each) => each !== 'Technical analysis');
  const meaning = term === undefined ? null : await tools.use('explain', { term });
  const text = written(
    `Indicators of ${symbol} (${name}) on ${counted(bars, 'daily bar')}, at ${money(price)}:`,
    table(['Indicator', 'Value', 'Reading'], indicatorRows(found)),
    meaning !== null && !isProblem(meaning) && `${meaning.term}: ${meaning.text}`,
    'All of them are computed from past prices and describe what has happened. None of them knows the next price.',
  );
  return answer(text, [symbol], [`Trend of ${symbol}`, `How risky is ${symbol}?`, 'What is RSI?']);
};

function riskLines({
  usualDayPercent,
  yearlyVolatilityPercent,
  worstDay,
  bestDay,
  deepestFall,
  beta,
  correlation,
  atr,
  days,
}: Risk): string {
  return list([
    `A usual day moves about ${percent(usualDayPercent)} up or down (${counted(days, 'day')} measured).`,
    yearlyVolatilityPercent !== null && `That is a volatility of ${percent(yearlyVolatilityPercent)} a year.`,
    atr !== null &&
      `From low to high it covers about ${money(atr.value)} a day (${percent(atr.percent)}; ATR ${atr.days}).`,
    `Worst day ${percentChange(worstDay.percent)} on ${dayWords(worstDay.on)}, best day ${percentChange(bestDay.percent)} on ${dayWords(bestDay.on)}.`,
    `Deepest fall: ${percent(deepestFall.percent)}, from ${dayWords(deepestFall.from)} to ${dayWords(deepestFall.to)}.`,
    beta !== null &&
      correlation !== null &&
      `Against the index: beta ${figure(beta)}, correlation ${figure(correlation)}.`,
  ]);
}

export const answerRisk: Answerer = async (tools, { stocks: [stock] }) => {
  const risk = await tools.use('risk', { stock });
  if (isProblem(risk)) return notFound(risk);
  const { symbol, name, price } = risk;
  const text = written(
    `How ${symbol} (${name}) has moved over the last year, to ${money(price)} now:`,
    riskLines(risk),
    'The past shows the size of the moves, not their direction, and a worse day than the worst so far can come.',
  );
  return answer(text, [symbol], ['What is beta?', `Trend of ${symbol}`, `How much of ${symbol} can I buy?`]);
};

const allOfThem = new Intl.ListFormat('en-IN');

/** A table has room for no more. */
const MOST_COMPARED = 4;

export const answerCompare: Answerer = async (tools, { stocks }) => {
  const [one, other] = stocks;
  if (other === undefined)
    return answer(
      `I find one stock in this question, ${one}. A comparison needs two that are listed here, by symbol or by name.`,
      [one],
      [`Trend of ${one}`, `How risky is ${one}?`, 'What moves today?'],
    );
  const found = await tools.use('compare', { stocks: stocks.slice(0, MOST_COMPARED) });
  if (isProblem(found)) return notFound(found);
  const { compared, correlation } = found;
  const [first, second] = compared;
  const spans = first.returns.flatMap(({ span, percent: moved }) => {
    const others = compared.slice(1).flatMap(({ returns }) => returns.find((each) => each.span === span) ?? []);
    const title = span === 'today' ? dayTitle(first.day) : `Return, ${`1 ${span}`.replace('1 3', '3')}`;
    if (others.length + 1 < compared.length) return [];
    return [[title, percentChange(moved), ...others.map((each) => percentChange(each.percent))]];
  });
  const each = (of: (risk: Risk) => number | null, words: (value: number) => string) =>
    compared.map(({ risk }) => {
      const value = risk === null ? null : of(risk);
      return value === null ? '–' : words(value);
    });
  const rows = [
    ['Price', ...compared.map(({ price }) => money(price))],
    ...spans,
    ['Usual day', ...each((risk) => risk.usualDayPercent, percent)],
    ['Volatility a year', ...each((risk) => risk.yearlyVolatilityPercent, percent)],
    ['Deepest fall in a year', ...each((risk) => risk.deepestFall.percent, percent)],
    ['Beta', ...each((risk) => risk.beta, figure)],
  ];
  const together =
    correlation === null
      ? null
      : `Their daily moves have a correlation of ${figure(correlation)}: ${correlation > 0.6 ? 'they mostly move together, so holding both spreads little risk' : correlation > 0.3 ? 'they often move together' : 'they go their own ways'}.`;
  const symbols = compared.map(({ symbol }) => symbol);
  const text = written(
    `${allOfThem.format(compared.map(({ symbol, name }) => `${symbol} (${name})`))}:`,
    table(['Figure', ...symbols], rows),
    stocks.length > compared.length &&
      'More stocks than these have no room in one table: please ask for the others by themselves.',
    together,
    'Which of them suits you depends on how much you may lose and what you hold already; the figures alone do not decide it.',
  );
  return answer(text, symbols, [
    `How risky is ${first.symbol}?`,
    `How risky is ${second.symbol}?`,
    'How is my portfolio spread?',
  ]);
};
