// The tool about what the asker has written in the diary: notes and tags of trades and days, and how trades with a tag or a mood went.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { DiaryGroup } from '../../../contract/trade/diary.ts';
import { cutText } from '../../../contract/wire/cut-text.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem } from './market-tools.ts';

const SHOWN = 8;
const MOST_GROUPS = 8;
const MOST_LETTERS = 240;

interface Written {
  readonly notes: string;
  readonly tags: readonly string[];
  readonly mood: string | null;
}

const isWritten = ({ notes, tags, mood }: Written): boolean => notes !== '' || tags.length > 0 || mood !== null;

/** One line, as far as an answer has room. */
function shortened({ notes, tags, mood }: Written): Written {
  const line = notes.replace(/\s+/g, ' ').trim();
  const cut = cutText(line, MOST_LETTERS);
  return { notes: cut.length < line.length ? `${cut}...` : line, tags, mood };
}

function groupOf({ key, trades, winRate, netPL, expectancy }: DiaryGroup) {
  return { name: key, trades, winRate, netPL, averageNet: expectancy ?? 0 };
}

/** Newest first; a note on a day has no symbol. */
export async function notes(asker: Asker, { stock: name, from, to }: ToolInput<'notes'>) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const [diary, { byTag, byMood }] = await Promise.all([
    asker.read('GET /tradeDiary', { from, to }),
    asker.read('GET /diaryAnalytics', { from, to }),
  ]);
  const ofTrades = diary.trades.flatMap(({ date, details }) =>
    details.map(({ symbol, net, ...each }) => ({ date, symbol, net, ...shortened(each) })),
  );
  const ofDays = diary.dayNotes.map(({ id, ...each }) => ({ date: id, symbol: null, net: null, ...shortened(each) }));
  const wanted = stock === null ? [...ofTrades, ...ofDays] : ofTrades.filter(({ symbol }) => symbol === stock.symbol);
  const found = wanted.filter(isWritten).toSorted((one, other) => (one.date < other.date ? 1 : -1));
  return {
    from: from ?? null,
    to: to ?? null,
    symbol: stock?.symbol ?? null,
    total: found.length,
    notes: found.slice(0, SHOWN),
    tags: byTag.slice(0, MOST_GROUPS).map(groupOf),
    moods: byMood.map(groupOf),
  };
}
