// Tools about how the asker trades: how long shares were held, the results by stock, sector, weekday and hour of the first buy, and what the
// index did meanwhile.
import type { ToolInput } from '../../../contract/assistant.ts';
import { heldWords } from '../../../contract/messages/held.ts';
import type { Stock } from '../../../contract/market.ts';
import type { DiaryGroup } from '../../../contract/trade/diary.ts';
import { beforeNames, sizeNames, stopNames, turnNames } from '../../../contract/trade/observation-words.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MOST_STOCKS = 5;

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00 to ${String(hour).padStart(2, '0')}:59`;

/** After charges; how long in words, null without a trade. */
function lineOf(name: string, { trades, wins, winRate, netPL, expectancy, averageHeldSeconds }: DiaryGroup) {
  return {
    name,
    trades,
    wins,
    winRate,
    netPL,
    averageNet: expectancy ?? 0,
    held: averageHeldSeconds === null ? null : heldWords(averageHeldSeconds),
  };
}

/** How many trades, and how long their shares were held on average: null without one. */
function heldOf(trades: readonly { heldSeconds: number }[]) {
  const seconds = trades.reduce((sum, { heldSeconds }) => sum + heldSeconds, 0) / trades.length;
  return trades.length === 0 ? null : { trades: trades.length, seconds: Math.round(seconds), held: heldWords(seconds) };
}

/** The sector that a stock has now, the best result first. */
function sectorsOf(trades: readonly { symbol: string; net: number; heldSeconds: number }[], stocks: readonly Stock[]) {
  const sectors = new Map(stocks.map(({ symbol, sector }) => [symbol, sector]));
  const sectorOf = (symbol: string): string => sectors.get(symbol) ?? 'No sector';
  return [...new Set(trades.map(({ symbol }) => sectorOf(symbol)))]
    .map((name) => {
      const its = trades.filter(({ symbol }) => sectorOf(symbol) === name);
      const wins = its.filter(({ net }) => net > 0).length;
      const netPL = round(its.reduce((sum, { net }) => sum + net, 0));
      return {
        name,
        trades: its.length,
        wins,
        winRate: round((wins / its.length) * 100),
        netPL,
        averageNet: round(netPL / its.length),
        held: heldOf(its)?.held ?? null,
      };
    })
    .toSorted((one, other) => other.netPL - one.netPL);
}

export async function habits(asker: Asker, { from, to }: ToolInput<'habits'>) {
  const [found, diary, listed] = await Promise.all([
    asker.read('GET /diaryAnalytics', { from, to }),
    asker.read('GET /tradeDiary', { from, to }),
    asker.read('GET /stocks', {}),
  ]);
  const { trades, averageHeldSeconds, medianHeldSeconds, bySymbol, byWeekday, byHour, observations } = found;
  const linesOf = (groups: readonly DiaryGroup[], names: Readonly<Record<string, string>>) =>
    groups.map((group) => lineOf(names[group.key], group));
  const closed = diary.trades.flatMap(({ details }) => details);
  const byResult = bySymbol.toSorted((one, other) => other.netPL - one.netPL).map((group) => lineOf(group.key, group));
  const traded = bySymbol.toSorted((one, other) => other.trades - one.trades);
  return {
    from: from ?? null,
    to: to ?? null,
    trades,
    averageHeld: averageHeldSeconds === null ? null : heldWords(averageHeldSeconds),
    medianHeld: medianHeldSeconds === null ? null : heldWords(medianHeldSeconds),
    won: heldOf(closed.filter(({ net }) => net > 0)),
    lost: heldOf(closed.filter(({ net }) => net < 0)),
    bestStock: byResult.at(0) ?? null,
    worstStock: byResult.at(-1) ?? null,
    sectors: sectorsOf(closed, listed),
    stocks: traded.slice(0, MOST_STOCKS).map((group) => lineOf(group.key, group)),
    weekdays: byWeekday.map((group) => lineOf(WEEKDAYS[Number(group.key)], group)),
    hours: byHour.map((group) => lineOf(hourName(Number(group.key)), group)),
    before: linesOf(found.byBefore, beforeNames),
    turns: linesOf(found.byTurn, turnNames),
    sizes: linesOf(found.bySize, sizeNames),
    stops: linesOf(found.byStop, stopNames),
    observations,
  };
}

/** Both returns are of the same days; the account's is time-weighted, so deposits do not touch it. */
export async function benchmark(asker: Asker, { from, to }: ToolInput<'benchmark'>) {
  const { account, equity } = await asker.read('GET /diaryAnalytics', { from, to });
  const { returnPercent, profit, startEquity, endEquity } = account;
  // Before the account held anything, there is nothing to compare.
  const indexReturnPercent = startEquity === 0 && endEquity === 0 ? null : account.indexReturnPercent;
  const { name } = await asker.read('GET /index', {});
  return {
    index: name,
    from: equity.at(0)?.date ?? null,
    to: equity.at(-1)?.date ?? null,
    profit,
    returnPercent,
    indexReturnPercent,
    ahead: indexReturnPercent === null ? null : round(returnPercent - indexReturnPercent),
  };
}
