// Tools about the asker's own figures: what each month brought, streaks, payoff, risk, how far trades went against and for them,
// and what sales brought by how long the shares were held.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';
import { round } from './market-tools.ts';

export async function figures(asker: Asker, { from, to }: ToolInput<'figures'>) {
  const found = await asker.read('GET /diaryAnalytics', { from, to });
  const { trades, payoff, averageWin, averageLoss, longestWins, longestLosses, current } = found;
  const { stopped, expectancyR, ways, account } = found;
  const { maxDrawdown, maxDrawdownPercent, returnPercent, sharpe, sortino, volatilityPercent, days, daysNeeded } =
    account;
  return {
    from: from ?? null,
    to: to ?? null,
    trades,
    payoff,
    averageWin,
    averageLoss,
    longestWins,
    longestLosses,
    current,
    stopped,
    expectancyR,
    waysKnown: ways.known,
    averageMae: ways.averageMae,
    averageMfe: ways.averageMfe,
    keptPercent: ways.averageEfficiency === null ? null : Math.round(ways.averageEfficiency * 100),
    account: { maxDrawdown, maxDrawdownPercent, returnPercent, sharpe, sortino, volatilityPercent, days, daysNeeded },
  };
}

/** What was sold in some days, or ever, against what it had cost: by how long the shares were held. */
export async function gains(asker: Asker, { from, to }: ToolInput<'gains'>) {
  const { total, sameDay, shortTerm, longTerm } = await asker.read('GET /profitReport', { from, to });
  const withRates = (of: typeof total) => {
    const rate = (part: number): number | null => (of.cost === 0 ? null : round((part / of.cost) * 100));
    return { ...of, profitPercent: rate(of.profit), netPercent: rate(of.net) };
  };
  return {
    from: from ?? null,
    to: to ?? null,
    total: withRates(total),
    sameDay: withRates(sameDay),
    shortTerm: withRates(shortTerm),
    longTerm: withRates(longTerm),
  };
}

const MONTHS_SHOWN = 12;

const monthOf = ({ date }: { date: string }): string => date.slice(0, 7);

/** The newest months in which the asker traded, the newest first; how many there are, and the best and the worst of all. */
export async function months(asker: Asker) {
  const { trades: days } = await asker.read('GET /tradeDiary', {});
  const byMonth = new Map<string, typeof days>();
  for (const day of days) byMonth.set(monthOf(day), [...(byMonth.get(monthOf(day)) ?? []), day]);
  const found = [...byMonth]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, of]) => {
      const closed = of.flatMap(({ details }) => details);
      const sum = (part: (day: (typeof of)[number]) => number) => round(of.reduce((all, day) => all + part(day), 0));
      return {
        from: `${month}-01`,
        trades: closed.length,
        wins: closed.filter(({ pnl }) => pnl > 0).length,
        gross: sum(({ overallPL }) => overallPL),
        charges: sum(({ charges }) => charges),
        net: sum(({ netPL }) => netPL),
      };
    });
  const byNet = found.toSorted((one, other) => other.net - one.net);
  const months = found.slice(0, MONTHS_SHOWN);
  return { months, total: found.length, best: byNet.at(0) ?? null, worst: byNet.at(-1) ?? null };
}
