// The selected day of a diary, one's own or an opened one: its trades, the days with notes, and selecting another day.
import { useMemo, useState } from 'react';
import type { TradeDiaryData } from '../../../contract/trade/diary.ts';
import { selectedDay } from './diary-days.ts';
import type { DiarySearch } from './diary-search.ts';

interface DiaryDayOptions {
  search: DiarySearch;
  today: string;
  /** Undefined while it loads. */
  diary: TradeDiaryData | undefined;
  onChange: (changes: DiarySearch) => void;
}

export function useDiaryDay({ search, today, diary, onChange }: DiaryDayOptions) {
  /** Whether the day was opened by a button of the list: then the focus goes to its trades. */
  const [isViewed, setIsViewed] = useState(false);
  const selected = selectedDay(search, today);
  const record = diary?.trades.find((day) => day.date === selected);
  const noted = useMemo(() => new Set(diary?.dayNotes.map(({ id }) => id)), [diary]);
  const select = (day: string | undefined, byView: boolean): void => {
    setIsViewed(byView);
    onChange({ day, time: undefined, trade: undefined });
  };
  return { selected, record, noted, select, isViewed, setIsViewed };
}
