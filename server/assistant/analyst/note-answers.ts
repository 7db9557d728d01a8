// The answer about what the asker has written in the diary, and how the trades with a tag or a mood went.
import { isProblem } from '../tools/market-tools.ts';
import type { ToolResult } from '../tools/toolbox.ts';
import type { Problem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { timeOf } from './span.ts';
import { change, count, counted, dayWords, list, percent, table, written } from './wording.ts';

type Notes = Exclude<ToolResult<'notes'>, Problem>;

const NEXT = ['How are my trades doing?', 'When do I trade best?', 'How long do I hold?'];

function groupTable(head: string, groups: Notes['tags']): string | false {
  const rows = groups.map(({ name, trades, winRate, netPL, averageNet }) => [
    name,
    count(trades),
    winRate === null ? '-' : percent(winRate),
    change(netPL),
    change(averageNet),
  ]);
  return rows.length > 0 && table([head, 'Closed trades', 'Win rate', 'Net result', 'For each trade'], rows);
}

function noteLine({ date, symbol, net, notes, tags, mood }: Notes['notes'][number]): string {
  const what = symbol === null || net === null ? 'the day' : `${symbol}, ${change(net)}`;
  const marks = [...tags.map((tag) => `#${tag}`), ...(mood === null ? [] : [mood])].join(' ');
  return `${dayWords(date)}, ${what}${marks === '' ? '' : ` (${marks})`}${notes === '' ? '' : `: ${notes}`}`;
}

export const answerNotes: Answerer = async (tools, { stocks: [stock], span, day, text: asked }) => {
  const time = timeOf(day, span);
  const found = await tools.use('notes', { stock, ...time });
  if (isProblem(found)) return notFound(found);
  const { total, notes, tags, moods, symbol } = found;
  const about = symbol === null ? '' : ` about trades in ${symbol}`;
  const isAboutGroups = symbol === null && /\b(?:tags?|setups?|moods?|strateg\w+|plan|feel\w*)\b/.test(asked);
  const how =
    'Press a trade in the diary to write beside it why you made it and how you felt. With tags such as #plan or #impulse, their results can be compared here.';
  if (total === 0)
    return answer(
      written(`You have written nothing${about} in the diary${time.from === undefined ? '' : ' in that time'}.`, how),
      [],
      NEXT,
    );
  const groups = [groupTable('Tag', tags), groupTable('Mood', moods)].filter((each) => each !== false);
  const text = isAboutGroups
    ? written(
        groups.length === 0
          ? `None of your notes has a tag or a mood. ${how}`
          : 'Closed trades by what you wrote beside them, after all charges:',
        ...groups,
      )
    : written(
        notes.length < total
          ? `The newest ${notes.length} of ${counted(total, 'note')}${about}:`
          : `${counted(total, 'note')}${about}:`,
        list(notes.map(noteLine)),
      );
  return answer(
    text,
    notes.flatMap((note) => note.symbol ?? []),
    NEXT,
  );
};
