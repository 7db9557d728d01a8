// Trader's Diary: a month, a day or any days of trading at a glance; a day opens its trades.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../query.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { monthOf } from './diary/calendar.ts';
import { DiaryControls } from './diary/diary-controls.tsx';
import { rangeOf, rangeWords } from './diary/diary-days.ts';
import { diarySearch } from './diary/diary-search.ts';
import type { DiarySearch } from './diary/diary-search.ts';
import { MonthGrid } from './diary/month-grid.tsx';
import { DaySummary, OverallSummary } from './diary/summaries.tsx';
import { TradeDetails } from './diary/trade-details.tsx';
import { TradeHistory } from './diary/trade-history.tsx';
import { useToday } from './diary/use-today.ts';

const route = getRouteApi('/trader/tradediary');

function NoTrades({ range }: { range: string }) {
  return (
    <EmptyState
      title={`No trades: ${range}`}
      text="The diary fills itself. When you sell shares you have bought, the trade stands here with what it brought and what it cost."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  );
}

export function TradeDiaryScreen() {
  const search = diarySearch(route.useSearch());
  const navigate = route.useNavigate();
  const [isViewed, setIsViewed] = useState(false);
  const change = (changes: DiarySearch): void =>
    void navigate({ search: { ...search, ...changes }, resetScroll: false });
  const select = (day: string | undefined, byView: boolean): void => {
    setIsViewed(byView);
    change({ day, time: undefined });
  };

  /** A single day's view without its day is the month. */
  const close = (): void =>
    change({ day: undefined, time: undefined, view: search.view === 'daily' ? undefined : search.view });

  const today = useToday();
  const view = search.view ?? 'monthly';
  const range = rangeOf(search, today);
  const { data, error, refetch } = useCall('GET /tradeDiary', range, { keepPrevious: true });
  const selected = view === 'daily' ? (search.day ?? today) : search.day;
  const record = data?.trades.find((day) => day.date === selected);
  const words = rangeWords(search, today);

  return (
    <Screen title="Trader's Diary">
      <DiaryControls search={search} today={today} onChange={change} />
      {error && !data ? (
        <Card>
          <ErrorState title="Your diary could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          {!data && <LoadingNote what="diary" />}
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            {view === 'monthly' && (
              <Card flush className="p-1 sm:p-3">
                <MonthGrid
                  month={monthOf(range.from ?? today)}
                  today={today}
                  days={data?.trades}
                  selected={selected}
                  onSelect={(day) => select(day, false)}
                />
              </Card>
            )}
            <div
              className={
                view === 'monthly' ? 'flex min-w-0 flex-col gap-4' : 'grid min-w-0 gap-4 sm:grid-cols-2 lg:col-span-2'
              }
            >
              {selected && data && <DaySummary day={selected} record={record} />}
              <OverallSummary diary={data} range={words} />
            </div>
          </div>
          {record && <TradeDetails record={record} time={search.time} takesFocus={isViewed} onClose={close} />}
          <Card title="Trade History" flush>
            {data?.trades.length === 0 ? (
              <NoTrades range={words} />
            ) : (
              <TradeHistory days={data?.trades} selected={selected} onView={(day) => select(day, true)} />
            )}
          </Card>
        </>
      )}
    </Screen>
  );
}
