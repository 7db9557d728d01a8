// Finds a note in a diary, and puts a saved note into a diary that is already loaded, so that it need not be fetched again.
import type { DiaryNote, TradeDiaryData } from '../../../contract/trade/diary.ts';
import { isDay } from './calendar.ts';
import type { DiaryRange } from './diary-days.ts';

/** A loaded diary with this note in it: at its trade, or among the notes of days. */
export function withNote(
  diary: TradeDiaryData,
  note: DiaryNote,
  { from = '', to = '9999' }: DiaryRange,
): TradeDiaryData {
  const { id, notes, tags, mood } = note;
  const isOfThese = isDay(id) && id >= from && id <= to;
  const trades = diary.trades.map((day) =>
    day.details.some(({ _id }) => _id === id)
      ? { ...day, details: day.details.map((one) => (one._id === id ? { ...one, notes, tags, mood } : one)) }
      : day,
  );
  if (!isOfThese) return { ...diary, trades };
  const isEmpty = notes === '' && tags.length === 0 && mood === null;
  const others = diary.dayNotes.filter((one) => one.id !== id);
  return { ...diary, trades, dayNotes: isEmpty ? others : [...others, note] };
}

/** The note of that trade or day, if the diary includes it; an empty one if there is none. */
export function noteIn(diary: TradeDiaryData, id: string): DiaryNote {
  const trade = diary.trades.flatMap(({ details }) => details).find(({ _id }) => _id === id);
  const { notes, tags, mood } = trade ??
    diary.dayNotes.find((one) => one.id === id) ?? { notes: '', tags: [], mood: null };
  return { id, notes, tags, mood };
}
