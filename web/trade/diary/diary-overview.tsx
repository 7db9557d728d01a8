// The top of a diary, one's own or a learner's: the month as a grid, and beside it the sums of the chosen day and of all days in view.
import type { DataOf } from '../../../contract/routes.ts';
import { Card } from '../../ui/card.tsx';
import { monthOf } from './calendar.ts';
import { rangeOf, rangeWords } from './diary-days.ts';
import type { DiarySearch } from './diary-search.ts';
import { MonthGrid } from './month-grid.tsx';
import { DaySummary, OverallSummary } from './summaries.tsx';

export interface DiaryOverviewProps {
  search: DiarySearch;
  today: string;
  diary: DataOf<'GET /tradeDiary'> | undefined;
  selected: string | undefined;
  /** Days with notes. */
  noted: ReadonlySet<string>;
  onSelect: (day: string) => void;
}

export function DiaryOverview({ search, today, diary, selected, noted, onSelect }: DiaryOverviewProps) {
  const isMonth = (search.view ?? 'monthly') === 'monthly';
  const { from, to } = rangeOf(search, today);
  // Where the days in view are this one alone, their sums are its sums.
  const summed = from === to ? undefined : selected;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      {isMonth && (
        <Card flush className="@container p-1 sm:p-3">
          <MonthGrid
            month={monthOf(from ?? today)}
            today={today}
            days={diary?.trades}
            noted={noted}
            selected={selected}
            onSelect={onSelect}
          />
        </Card>
      )}
      <div className={isMonth ? 'flex min-w-0 flex-col gap-4' : 'grid min-w-0 gap-4 sm:grid-cols-2 lg:col-span-2'}>
        {summed !== undefined && (
          <DaySummary day={summed} record={diary && (diary.trades.find((day) => day.date === summed) ?? null)} />
        )}
        <OverallSummary diary={diary} range={rangeWords(search, today)} isAlone={!isMonth && !summed} />
      </div>
    </div>
  );
}
