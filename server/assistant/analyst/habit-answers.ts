// Answers about how the asker trades: for how long, which stocks, when it goes best, and how that compares with the index.
import { observationWords } from '../../../contract/trade/observation-words.ts';
import type { ToolResult } from '../tools/toolbox.ts';
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

type Habits = ToolResult<'habits'>;
type Group = Habits['stocks'][number];

const NEXT = ['How are my trades doing?', 'What is overtrading?', 'How much did I pay in charges?'];
const FEW = 30;

function groupTable(head: string, groups: readonly Group[]): string {
  const rows = groups.map(({ name, trades, winRate, netPL, held }) => [
    name,
    count(trades),
    winRate === null ? '-' : percent(winRate),
    change(netPL),
    held ?? '-',
  ]);
  return table([head, 'Closed trades', 'Win rate', 'Net result', 'Held on average'], rows);
}

/** Where the results were best and worst, if there is a choice. */
function extremes(what: string, groups: readonly Group[]): string | false {
  if (groups.length < 2) return false;
  const sorted = groups.toSorted((one, other) => other.averageNet - one.averageNet);
  const [best, worst] = [sorted[0], sorted[sorted.length - 1]];
  return `Best ${what}, for each trade: ${best.name} with ${change(best.averageNet)}; worst: ${worst.name} with ${change(worst.averageNet)}.`;
}

/** Whether winners are held as long as losers, where there are both. */
function outcomeWords({ won, lost }: Habits): string | false {
  if (won === null || lost === null) return false;
  const verdict =
    won.seconds < lost.seconds
      ? 'You hold losers longer than winners: a habit of most beginners, who take small gains early and hope for the rest.'
      : 'You hold winners at least as long as losers.';
  return `${counted(won.trades, 'trade')} that won were held for ${won.held} on average, ${counted(lost.trades, 'trade')} that lost for ${lost.held}. ${verdict}`;
}

/** What the trades in each sector have brought; `sector` comes first if one is asked about. */
function sectorWords({ sectors }: Habits, sector: string | null): string {
  const asked = sectors.find(({ name }) => name === sector);
  const [best, worst] = [sectors[0], sectors[sectors.length - 1]];
  const inIt = (): string => {
    if (sector === null) return '';
    if (asked === undefined) return `You have closed no trade in the sector ${sector}.`;
    const { trades, wins, netPL } = asked;
    return `${sector}: ${counted(trades, 'closed trade')}, ${count(wins)} of them won, ${change(netPL)} together.`;
  };
  return written(
    inIt(),
    sector === null &&
      best !== worst &&
      `By sector, the best result is ${change(best.netPL)} in ${best.name}, the worst ${change(worst.netPL)} in ${worst.name}.`,
    groupTable('Sector', sectors),
  );
}

export const answerHabits: Answerer = async (tools, { span, sector, text: asked }) => {
  const found = await tools.use('habits', { from: span?.from, to: span?.to });
  const { from, to, trades, averageHeld, medianHeld, stocks, bestStock, worstStock, weekdays, hours } = found;
  const when = from === null || to === null ? '' : `${dayWords(from)} to ${dayWords(to)}: `;
  if (trades === 0 || averageHeld === null || medianHeld === null)
    return answer(`${when}You have closed no trade, and habits show in closed trades only.`, [], NEXT);
  const isAboutOutcome = /\b(?:winners?|losers?|wins?|loss(?:es)?|winning|losing|profits?|cut|early)\b/.test(asked);
  const isAboutTime =
    /\b(?:when|days?|weekdays?|hours?|times?|mornings?|afternoons?|evenings?|nights?|\w+days?|weekends?)\b/.test(
      asked,
    ) && !/\bhold/.test(asked);
  if (sector !== null || /\b(?:sectors?|industr(?:y|ies))\b/.test(asked))
    return answer(
      written(
        `${when}${counted(trades, 'closed trade')}.`,
        sectorWords(found, sector),
        'Results are after all charges.',
      ),
      [],
      NEXT,
    );
  const [most] = stocks;
  const text = written(
    `${when}${counted(trades, 'closed trade')}. You held for ${averageHeld} on average; the middle one for ${medianHeld}. You traded ${most.name} most: ${counted(most.trades, 'closed trade')}.`,
    isAboutOutcome && outcomeWords(found),
    !isAboutTime &&
      bestStock !== null &&
      worstStock !== null &&
      bestStock.name !== worstStock.name &&
      `By stock, the best result is ${change(bestStock.netPL)} with ${bestStock.name}, the worst ${change(worstStock.netPL)} with ${worstStock.name}.`,
    isAboutTime ? null : groupTable('Stock', stocks),
    isAboutTime && list([extremes('weekday', weekdays), extremes('hour', hours)]),
    isAboutTime && groupTable('Day of the first buy', weekdays),
    isAboutTime && groupTable('Hour of the first buy', hours),
    'Results are after all charges.',
    trades < FEW && 'So few trades say little: luck decides most of it.',
  );
  return answer(
    text,
    stocks.map(({ name }) => name),
    NEXT,
  );
};

const texts = { count, money, change: percentChange, percent };

export const answerMistakes: Answerer = async (tools, { span, text: asked }) => {
  const found = await tools.use('habits', { from: span?.from, to: span?.to });
  const { from, to, trades, observations, before, turns, sizes, stops } = found;
  const when = from === null || to === null ? '' : `${dayWords(from)} to ${dayWords(to)}: `;
  const next = ['Do I cut my winners short?', 'When do I trade best?', 'What is overtrading?'];
  if (trades === 0)
    return answer(`${when}You have closed no trade, and mistakes show in closed trades only.`, [], next);
  const lines = observations.map((observation) => {
    const { title, text } = observationWords(observation, texts);
    return `**${title}.** ${text}`;
  });
  const text = written(
    `${when}${counted(trades, 'closed trade')}.`,
    lines.length === 0
      ? 'Nothing stands out that chance could not have made: not what was begun after a loss, late in a day, with a large sum or without a stop, nor for how long losers are held.'
      : list(lines),
    /\b(?:loss|win|losing|winning|revenge)/.test(asked) && groupTable('Begun', before),
    /\bover-?trad/.test(asked) && groupTable('Trade of its day', turns),
    /\b(?:large|size|sizes|sums?)\b/.test(asked) && groupTable('Size', sizes),
    /\bstop\b/.test(asked) && groupTable('Stop', stops),
    lines.length > 0 &&
      'Differences are named only when they are larger than chance often makes. What goes together need not be the cause.',
    trades < FEW && 'So few trades say little: luck decides most of it.',
  );
  return answer(text, [], next);
};

export const answerBenchmark: Answerer = async (tools, { span }) => {
  const found = await tools.use('benchmark', { from: span?.from, to: span?.to });
  const { index, from, to, profit, returnPercent, indexReturnPercent, ahead } = found;
  const next = ['How am I doing?', 'What is my balance?', 'How is the index doing?'];
  if (from === null || to === null || indexReturnPercent === null || ahead === null)
    return answer('Your account has no day yet that could be compared with the index.', [], next);
  const verdict =
    ahead === 0
      ? 'just as much as the index'
      : `${figure(Math.abs(ahead))} points ${ahead > 0 ? 'more' : 'less'} than the index`;
  return answer(
    written(
      `From ${dayWords(from)} to ${dayWords(to)} your account returned ${percentChange(returnPercent)} and the ${index} ${percentChange(indexReturnPercent)}: ${verdict}.`,
      `In rupees, trading has made ${change(profit)}. What was paid in or earned as a reward counts in neither figure; cash that was not invested does count, and moves with nothing.`,
    ),
    [],
    next,
  );
};
