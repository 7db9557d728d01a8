// A practice as a few lines of text, appended to the note of a day.
import type { DiaryNote } from '../../../../contract/trade/diary.ts';
import type { Interval } from '../../../../contract/market.ts';
import { toRupees } from '../../../../contract/wire/sums.ts';
import { barTimeText } from '../../../chart/chart-time.ts';
import { countOf, countText, moneyText, signedMoneyText } from '../../../ui/number-text.ts';
import { PRACTICE_PURSE } from './practice.ts';
import type { PracticeSummary } from './practice-summary.ts';

export interface PracticeSpan {
  symbol: string;
  interval: Interval;
  /** In seconds: the first order, and the bar shown. */
  from: number;
  to: number;
}

export function diaryText({ figures, open, profit, fall, holding }: PracticeSummary, span: PracticeSpan): string {
  const { symbol, interval, from, to } = span;
  const signed = (paise: number): string => signedMoneyText(toRupees(paise));
  const time = (second: number): string => barTimeText(second, interval);
  const won = `${countText(figures.wins)} won, ${countText(figures.losses)} lost`;
  return [
    `Practice in a replay of ${symbol} (${interval}), ${time(from)} to ${time(to)}.`,
    `${countOf(figures.trades, 'closed trade')}: ${won}.${open ? ` ${countOf(open.quantity, 'share')} still held.` : ''}`,
    `Profit after charges ${signed(profit)} on ${moneyText(toRupees(PRACTICE_PURSE))}; buy and hold ${signed(holding)}.`,
    `Biggest fall of the purse ${moneyText(toRupees(fall))}.`,
  ].join('\n');
}

/** Existing text stays above it, and what was copied before is not copied again. If there is no room left, the server says so. */
export function noteWith(note: DiaryNote, text: string): DiaryNote {
  if (note.notes.includes(text)) return note;
  return { ...note, notes: note.notes === '' ? text : `${note.notes}\n\n${text}` };
}
