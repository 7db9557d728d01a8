// What the address of the diary holds: the view, the month or the days it spans, and the selected day with its time.
import { addressText } from '../../address-text.ts';
import { isTag, tagOf } from '../../../contract/trade/diary.ts';
import { isDay, isMonth, isTime } from './calendar.ts';

const diaryViews = ['daily', 'monthly', 'custom'] as const;
export type DiaryView = (typeof diaryViews)[number];

export interface DiarySearch {
  /** Left out for monthly. */
  view?: DiaryView;
  /** Left out for the running month. */
  month?: string;
  /** The selected day. */
  day?: string;
  /** Trades from this time of the day on. */
  time?: string;
  from?: string;
  to?: string;
  /** Left out for the calendar. */
  show?: 'analysis';
  /** The trade that is open, by its id. */
  trade?: string;
  /** Only trades with this tag. */
  tag?: string;
}

export function diarySearch(search: Record<string, unknown>): DiarySearch {
  const { month, day, time, from, to, trade } = search;
  const tag = tagOf(addressText(search.tag));
  return {
    view: diaryViews.find((known) => known === search.view && known !== 'monthly'),
    month: isMonth(month) ? month : undefined,
    day: isDay(day) ? day : undefined,
    time: isTime(time) ? time : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    show: search.show === 'analysis' ? 'analysis' : undefined,
    trade: typeof trade === 'string' && /^\d+-\d{4}-\d\d-\d\d$/.test(trade) ? trade : undefined,
    tag: isTag(tag) ? tag : undefined,
  };
}

/** What `show` chooses between. */
export const showChoices = [
  { value: 'diary' as const, label: 'Diary' },
  { value: 'analysis' as const, label: 'Analysis' },
];
