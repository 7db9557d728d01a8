// Answers about the asker's own figures: streaks, payoff, drawdown, risk, how far trades went against and for them, and what sales brought by
// how long the shares were held.
import { answer } from './answer.ts';
import type { Answerer } from './answer.ts';
import {
  change,
  count,
  counted,
  dayWords,
  figure,
  list,
  money,
  percent,
  percentChange,
  table,
  written,
} from './wording.ts';

const NEXT = ['How did I do against the index?', 'How long do I hold?', 'What is drawdown?'];
const FEW = 30;

export const answerFigures: Answerer = async (tools, { span }) => {
  const found = await tools.use('figures', { from: span?.from, to: span?.to });
  const { from, to, trades, payoff, averageWin, averageLoss, longestWins, longestLosses, current, account } = found;
  const { stopped, expectancyR, waysKnown, averageMae, averageMfe, keptPercent } = found;
  const when = from === null || to === null ? '' : `${dayWords(from)} to ${dayWords(to)}: `;
  const { maxDrawdown, maxDrawdownPercent, returnPercent, sharpe, sortino, volatilityPercent, days, daysNeeded } =
    account;
  const risk = list([
    `Return of the account: ${percentChange(returnPercent)}; deepest fall from a peak ${money(Math.abs(maxDrawdown))} (${percent(Math.abs(maxDrawdownPercent))}).`,
    sharpe !== null &&
      `Sharpe ratio ${figure(sharpe)}${sortino === null ? '' : `, Sortino ratio ${figure(sortino)}`}${volatilityPercent === null ? '' : `; volatility ${percent(volatilityPercent)} a year`}.`,
    sharpe === null &&
      days < daysNeeded &&
      `Sharpe ratio and volatility need ${count(daysNeeded)} days; there ${days === 1 ? 'is' : 'are'} ${count(days)}.`,
  ]);
  if (trades === 0)
    return answer(written(`${when}You have closed no trade, so there are no streaks and no payoff.`, risk), [], NEXT);
  const text = written(
    `${when}${counted(trades, 'closed trade')}, after all charges:`,
    list([
      `Longest run of wins ${count(longestWins)}, of losses ${count(longestLosses)}${current === null ? '' : `; now ${counted(current.length, current.kind, current.kind === 'win' ? 'wins' : 'losses')} in a row`}.`,
      averageWin !== null &&
        averageLoss !== null &&
        payoff !== null &&
        `Average win ${change(averageWin)}, average loss ${change(averageLoss)}: a payoff of ${figure(payoff)} for each rupee lost.`,
      expectancyR !== null &&
        `${counted(stopped, 'trade')} had a stop: on average ${figure(expectancyR)} times what it risked (R).`,
      stopped === 0 && 'No trade had a stop, so there is no result in units of the risk (R).',
      averageMae !== null &&
        averageMfe !== null &&
        `On the way, ${counted(waysKnown, 'trade')} went ${money(Math.abs(averageMae))} against you and ${money(averageMfe)} for you on average${keptPercent === null ? '' : `; ${count(keptPercent)}% of that gain was kept`}.`,
    ]),
    risk,
    trades < FEW && 'So few trades say little: luck decides most of it.',
  );
  return answer(text, [], NEXT);
};

/** `Am I better at intraday or delivery?`, `my profit in percent` */
export const answerGains: Answerer = async (tools, { span }) => {
  const { from, to, total, ...terms } = await tools.use('gains', { from: span?.from, to: span?.to });
  const when = from === null || to === null ? '' : `${dayWords(from)} to ${dayWords(to)}: `;
  const next = ['How are my trades doing?', 'How long do I hold?', 'How did I do in each month?'];
  if (total.quantity === 0) return answer(`${when}You have sold nothing${when === '' ? ' yet' : ''}.`, [], next);
  const inPercent = (rate: number | null): string => (rate === null ? '-' : percentChange(rate));
  const rows = [
    ['On the day of the buy', terms.sameDay] as const,
    ['Within twelve months', terms.shortTerm] as const,
    ['Later', terms.longTerm] as const,
  ]
    .filter(([, of]) => of.quantity > 0)
    .map(([name, of]) => [
      name,
      count(of.quantity),
      money(of.cost),
      change(of.profit),
      money(of.charges),
      change(of.net),
      inPercent(of.netPercent),
    ]);
  const text = written(
    `${when}You sold ${counted(total.quantity, 'share')} for ${money(total.proceeds)}, which had cost ${money(total.cost)}: ${change(total.profit)} (${inPercent(total.profitPercent)}) before charges, ${change(total.net)} (${inPercent(total.netPercent)}) after those of buying and selling.`,
    table(['Sold', 'Shares', 'Cost', 'Gross', 'Charges', 'Net', 'Net of cost'], rows),
    'Intraday sales stand among those of the same day. The profit report under Diary has every line of it.',
  );
  return answer(text, [], next);
};
