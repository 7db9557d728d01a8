// Trader's Diary: a month, a day or any days of trading at a glance; a day opens its trades, and a trade its details.
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useEffect, useId } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { writeOwn } from '../own-storage.ts';
import { useCall } from '../query.ts';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DiaryActions } from './diary/diary-actions.tsx';
import { DiaryControls } from './diary/diary-controls.tsx';
import { DIARY_READ } from './diary/diary-read.ts';
import { rangeOf, rangeWords } from './diary/diary-days.ts';
import { diarySearch, showChoices } from './diary/diary-search.ts';
import type { DiarySearch } from './diary/diary-search.ts';
import { DiaryView } from './diary/diary-view.tsx';
import { NextStep } from './diary/next-step.tsx';
import { ShareDiary } from './diary/share-diary.tsx';
import { useToday } from './diary/use-today.ts';

const route = getRouteApi('/trader/tradediary');

const Analysis = lazyPart(async () => ({ default: (await import('./diary/analysis.tsx')).Analysis }));

export function TradeDiaryScreen() {
  const search = diarySearch(route.useSearch());
  const navigate = route.useNavigate();
  const today = useToday();
  const panel = useId();
  const range = rangeOf(search, today);
  const loaded = useCall('GET /tradeDiary', range);
  const hasTrades = (loaded.data?.totalTrades ?? 0) > 0;
  useEffect(() => {
    if (hasTrades) writeOwn(DIARY_READ, 'read');
  }, [hasTrades]);
  const onChange = (changes: DiarySearch): void =>
    void navigate({ search: { ...search, ...changes }, resetScroll: false });
  return (
    <Screen
      title="Trader's Diary"
      actions={
        <>
          <Segmented
            label="Show"
            value={search.show ?? 'diary'}
            choices={showChoices}
            onChoose={(next) => onChange({ show: next === 'analysis' ? next : undefined })}
          />
          <ShareDiary isSmall />
          <DiaryActions diary={loaded.data} range={range} day={search.day ?? today} />
        </>
      }
    >
      <DiaryControls search={search} today={today} onChange={onChange} panel={panel} />
      <div role="tabpanel" id={panel} aria-label={rangeWords(search, today)} className="flex flex-col gap-4">
        {search.show === 'analysis' ? (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Analysis
              range={range}
              words={rangeWords(search, today)}
              onTag={(tag) => onChange({ tag, show: undefined })}
              next={<NextStep search={search} today={today} onChange={onChange} />}
            />
          </Suspense>
        ) : (
          <DiaryView search={search} today={today} loaded={loaded} onChange={onChange} />
        )}
      </div>
    </Screen>
  );
}
