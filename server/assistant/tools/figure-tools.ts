// The tool about the asker's own figures beyond sums: streaks, payoff, risk, and how far trades went against and for them.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';

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
