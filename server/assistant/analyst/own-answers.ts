// Answers about the asker's own account: portfolio, balance, a day, and performance.
import type { Toolbox, ToolResult } from '../tools/toolbox.ts';
import { answer } from './answer.ts';
import { LARGEST } from './rules/record-rules.ts';
import type { Answerer } from './answer.ts';
import { earnedWords } from './lesson-answers.ts';
import {
  change,
  count,
  counted,
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

type Portfolio = ToolResult<'portfolio'>;

/** How concentrated the portfolio is. */
function spreadWords({ concentration, sectors }: Portfolio): string[] {
  if (concentration === null) return [];
  const { positions, equalPositions, herfindahl, largest, topThreePercent, largestSector } = concentration;
  const few = positions === 1 ? 'Everything is in one stock: what happens to it happens to all of it.' : null;
  const word =
    equalPositions < 3
      ? 'that is concentrated'
      : equalPositions < 8
        ? 'that is moderately spread'
        : 'that is widely spread';
  return [
    `Largest position: ${largest.symbol} with ${percent(largest.weightPercent)} of the value.`,
    ...(positions > 3 ? [`The three largest together: ${percent(topThreePercent)}.`] : []),
    `Largest sector: ${largestSector.sector} with ${percent(largestSector.weightPercent)}; ${counted(sectors.length, 'sector')} in all.`,
    few ??
      `The Herfindahl index is ${figure(herfindahl)}: the money is spread as if over ${percent(equalPositions).replace('%', '')} equal positions, of ${count(positions)} you hold; ${word}.`,
  ];
}

/** The part of the sector that the question names. */
function sectorWords({ sectors }: Portfolio, name: string): string {
  const own = sectors.find(({ sector }) => sector === name);
  if (own === undefined) return `You hold no stock of the sector ${name}.`;
  return `${name}: ${money(own.value)}, ${percent(own.weightPercent)} of what your stocks are worth.`;
}

/** The stock that has gained most for its holder, and the one that has gained least: so far, and on the day of the prices if that is asked. */
function extremeWords({ positions, day }: Portfolio, asksOfDay: boolean): string[] {
  if (positions.length < 2) return [];
  const sorted = positions.toSorted((one, other) => other.profitPercent - one.profitPercent);
  const said = ({ symbol, overallProfit, profitPercent }: Portfolio['positions'][number]) =>
    `${symbol} with ${change(overallProfit)} (${percentChange(profitPercent)})`;
  const ofDay = positions.toSorted((one, other) => other.todaysProfit - one.todaysProfit);
  const saidOfDay = ({ symbol, todaysProfit }: Portfolio['positions'][number]) =>
    `${symbol} with ${change(todaysProfit)}`;
  return [
    ...(asksOfDay ? [`Best for you ${onDay(day)}: ${saidOfDay(ofDay[0])}; worst: ${saidOfDay(ofDay.at(-1)!)}.`] : []),
    `Best for you so far: ${said(sorted[0])}; worst: ${said(sorted[sorted.length - 1])}.`,
  ];
}

export const answerPortfolio: Answerer = async (tools, { text: asked, sector }) => {
  const found = await tools.use('portfolio', {});
  const {
    value,
    cost,
    overallProfit,
    overallProfitPercent,
    todaysProfit,
    day,
    balance,
    heldBalance,
    cashPercent,
    positions,
    intraday,
    borrowed,
    sectors,
  } = found;
  if (positions.length === 0) {
    const text = written(
      'You hold no stocks.',
      `Your free cash is ${money(balance)}${heldBalance > 0 ? `, and open orders hold ${money(heldBalance)}` : ''}.`,
    );
    return answer(text, [], ['What moves today?', 'What is diversification?', 'What is my balance?']);
  }
  const rows = positions.map(
    ({ symbol, quantity, averagePrice, currentPrice, currentValue, weightPercent, overallProfit: profit }) => [
      symbol,
      count(quantity),
      money(averagePrice),
      money(currentPrice),
      money(currentValue),
      percent(weightPercent),
      change(profit),
    ],
  );
  const text = written(
    sector !== null && sectorWords(found, sector),
    `Your portfolio is worth ${money(value)}. It cost ${money(cost)}, so the overall profit is ${change(overallProfit)} (${percentChange(overallProfitPercent)}); ${onDay(day)} ${change(todaysProfit)}. Cash is ${percent(cashPercent)} of everything you have.`,
    table(['Stock', 'Qty', 'Avg price', 'Price', 'Value', 'Weight', 'Profit'], rows),
    intraday.length > 0 &&
      `Intraday: ${intraday.map(({ symbol, quantity }) => `${count(quantity)} ${symbol}`).join(', ')}, with ${money(borrowed)} borrowed.`,
    list([...extremeWords(found, /\btoday\b/.test(asked)), ...spreadWords(found)]),
    sectors.length > 1 &&
      table(
        ['Sector', 'Value', 'Weight'],
        sectors.map((each) => [each.sector, money(each.value), percent(each.weightPercent)]),
      ),
  );
  const { symbol } = positions[0];
  return answer(
    text,
    positions.map((each) => each.symbol),
    [`How risky is ${symbol}?`, 'How was my day?', 'What is concentration?'],
  );
};

export const answerBalance: Answerer = async (tools, { text: asked }) => {
  const { balance, heldBalance, openOrders, portfolioValue, borrowed, total, onMargin } = await tools.use(
    'balance',
    {},
  );
  const text = written(
    `You can spend ${money(balance)}.`,
    list([
      heldBalance > 0
        ? `Set aside for ${counted(openOrders, 'open order')}: ${money(heldBalance)}.`
        : openOrders > 0
          ? `No money is set aside for your ${counted(openOrders, 'open order')}.`
          : 'No open order holds anything.',
      `Your stocks are worth ${money(portfolioValue)}${borrowed > 0 ? `, of which ${money(borrowed)} is borrowed for intraday` : ''}.`,
      `Together: ${money(total)}.`,
    ]),
    /\b(?:margin|intraday|leverage)\b/.test(asked) &&
      `Intraday you pay a fifth of the value yourself, so this pays for shares worth up to about ${money(onMargin)}, less the charges.`,
    'It is practice money: it can be topped up, and never paid out.',
  );
  return answer(text, [], ['How is my portfolio spread?', 'Show my open orders', 'How do charges work?']);
};

export const answerTrail: Answerer = async (tools) => {
  const found = await tools.use('trail', {});
  const { deposited, rewards, total, result, totalTrades, closedResult, charges, beforeCharges, heldResult, rest } =
    found;
  const { balance, heldBalance, portfolioValue } = await tools.use('balance', {});
  const text = written(
    `You have paid in ${money(deposited)}${rewards > 0 ? `, and rewards have brought ${money(rewards)}` : ''}. Everything together is worth ${money(total)} now: ${change(result)}.`,
    list([
      `${counted(totalTrades, 'closed trade')} made ${change(closedResult)} before charges.`,
      `Charges of all orders: ${change(-charges)}${charges > 0 ? `; without them it would be ${change(beforeCharges)}` : ''}.`,
      `Shares that you hold have changed by ${change(heldResult)} since you bought them.`,
      rest !== 0 &&
        `The rest, ${change(rest)}, are dividends, what corporate actions paid out, and bonuses that have expired.`,
    ]),
    `Of the money, ${money(balance)} can be spent, ${money(heldBalance)} is set aside for open orders, and ${money(portfolioValue)} is in shares. Lessons are paid for separately. Each top-up and reward stands under Add money.`,
  );
  return answer(text, [], ['How are my trades doing?', 'What do I hold?', 'How do charges work?']);
};

export const answerDay: Answerer = async (tools, { day }) => {
  const found = await tools.use('day', { date: day ?? undefined });
  const {
    date,
    isToday,
    bought,
    sold,
    trips,
    realisedGross,
    charges,
    realisedNet,
    unrealisedToday,
    togetherToday,
    heldDay,
    openOrders,
    isCut,
  } = found;
  const name = isToday ? 'Today' : `On ${dayWords(date)}`;
  if (bought.fills + sold.fills === 0 && trips.length === 0) {
    const held =
      unrealisedToday === null
        ? null
        : `What you hold moved by ${change(unrealisedToday)} ${onDay(heldDay)}; ${counted(openOrders, 'order')} open.`;
    return answer(
      written(isToday ? 'You have not traded today.' : `You did not trade on ${dayWords(date)}.`, held),
      [],
      ['How is my portfolio spread?', 'What moves today?', 'How are my trades doing?'],
    );
  }
  const text = written(
    isCut &&
      'That day has so many fills that what was bought and sold counts the newest 1,000 alone; the diary has them all.',
    `${name} you bought ${shares(bought.shares)} for ${money(bought.value)} in ${counted(bought.fills, 'fill')} and sold ${shares(sold.shares)} for ${money(sold.value)} in ${counted(sold.fills, 'fill')}.`,
    list([
      `Realised profit before charges: ${change(realisedGross)}.`,
      `Charges: ${money(charges)}.`,
      `Realised profit after charges: ${change(realisedNet)}.`,
      unrealisedToday !== null && `Change today of what you still hold: ${change(unrealisedToday)}.`,
      togetherToday !== null && `Both together: ${change(togetherToday)}.`,
    ]),
    trips.length > 0 &&
      table(
        ['Sold', 'Qty', 'Entry', 'Exit', 'Gross'],
        trips.map((trip) => [trip.symbol, count(trip.quantity), money(trip.entry), money(trip.exit), change(trip.pnl)]),
      ),
  );
  return answer(
    text,
    trips.map(({ symbol }) => symbol),
    ['How are my trades doing?', 'How do charges work?', 'What is net profit?'],
  );
};

/** What was paid and for what. */
function chargesWords({ charges, brokerage, flatFees, statutoryCharges }: ToolResult<'performance'>): string {
  const law = statutoryCharges > 0 ? `, statutory charges ${money(statutoryCharges)}` : '';
  return `Charges paid: ${money(charges)}. Of that, brokerage ${money(brokerage)}, flat fees ${money(flatFees)}${law}.`;
}

/** The gain or loss of what is still held, which no closed trade contains. */
async function heldWords(tools: Toolbox): Promise<string | false> {
  const { positions, overallProfit } = await tools.use('portfolio', {});
  return (
    positions.length > 0 && `What you still hold stands at ${change(overallProfit)}; only a sale makes that final.`
  );
}

/** What an instructor earns is not from trades alone. */
async function taughtWords(tools: Toolbox, asked: string): Promise<string | false> {
  if (!/\bearn/.test(asked)) return false;
  const { taught } = await tools.use('lessons', {});
  return taught !== null && earnedWords(taught);
}

export const answerPerformance: Answerer = async (tools, { span, text: asked }) => {
  const found = await tools.use('performance', { from: span?.from, to: span?.to });
  const taught = await taughtWords(tools, asked);
  const held = span === null && (await heldWords(tools));
  const paid =
    /\b(?:charges?|brokerage|fees?|commissions?|gst|stt|stamp duty)\b/.test(asked) &&
    found.charges > 0 &&
    chargesWords(found);
  const {
    from,
    to,
    totalTrades,
    wins,
    winRate,
    averageWin,
    averageLoss,
    overallPL,
    charges,
    netPL,
    profitFactor,
    expectancy,
    best,
    worst,
    largest,
    bestDay,
    worstDay,
    daysWon,
    daysLost,
  } = found;
  const when = from === null || to === null ? null : `${dayWords(from)} to ${dayWords(to)}: `;
  if (totalTrades === 0) {
    const text = written(
      when === null
        ? 'You have not closed a trade yet: performance counts from the first sale.'
        : `${when}you closed no trade.`,
      paid === false && charges > 0 ? `Charges${when === null ? ' so far' : ''}: ${money(charges)}.` : paid,
      held,
      taught,
    );
    return answer(text, [], ['How is my portfolio spread?', 'What is expectancy?', 'How do charges work?']);
  }
  // 0 where there is no such trade
  const averages = [
    ...(averageWin === 0 ? [] : [`average win ${change(averageWin)}`]),
    ...(averageLoss === 0 ? [] : [`average loss ${change(averageLoss)}`]),
  ].join(', ');
  const text = written(
    paid,
    largest !== null &&
      LARGEST.test(asked) &&
      `The largest of your closed trades: ${shares(largest.quantity)} of ${largest.symbol} that had cost ${money(largest.cost)}, sold on ${dayWords(largest.date)}: ${change(largest.pnl)} before charges.`,
    `${when ?? ''}${counted(totalTrades, 'closed trade')}, ${count(wins)} of them won before charges: a win rate of ${percent(winRate)}.`,
    list([
      averages !== '' && `Before charges, ${averages}.`,
      profitFactor === null
        ? 'There has been no loss yet, so there is no profit factor.'
        : `Profit factor, before charges: ${figure(profitFactor)}.`,
      expectancy !== null && `Average result of a trade, before charges: ${change(expectancy)}.`,
      `Gross ${change(overallPL)}, charges ${money(charges)}, net ${change(netPL)}.`,
      best !== null && `Best, before charges: ${best.symbol}, ${change(best.pnl)} on ${dayWords(best.date)}.`,
      worst !== null && `Worst, before charges: ${worst.symbol}, ${change(worst.pnl)} on ${dayWords(worst.date)}.`,
      bestDay !== null &&
        worstDay !== null &&
        bestDay !== worstDay &&
        `Best day: ${dayWords(bestDay.date)}, ${change(bestDay.netPL)} after the charges of the day; worst: ${dayWords(worstDay.date)}, ${change(worstDay.netPL)}. ${counted(daysWon, 'day')} ended with a gain, ${count(daysLost)} with a loss.`,
    ]),
    held,
    overallPL > 0 &&
      netPL < 0 &&
      'The prices brought a gain and the charges took more than all of it: fewer, larger trades pay less.',
    taught,
    totalTrades < 30 && 'So few trades say little: luck decides most of it.',
  );
  return answer(
    text,
    [best?.symbol, worst?.symbol].filter((symbol) => symbol !== undefined),
    ['How was my day?', 'What is profit factor?', 'How do charges work?'],
  );
};
