// A learner's diary as its instructor reads it: the same month, days and trades, nothing to change, and comments beside trades.
import { Suspense, useId, useMemo } from 'react';
import type { DiaryComment } from '../../contract/user/shared-diary.ts';
import type { DiaryDay } from '../../contract/trade/diary.ts';
import { lazyPart } from '../lazy-part.ts';
import { invalidateCalls, isNotFound, useCall } from '../query.ts';
import { DiaryControls } from '../trade/diary/diary-controls.tsx';
import { rangeOf, rangeWords } from '../trade/diary/diary-days.ts';
import { DiaryOverview } from '../trade/diary/diary-overview.tsx';
import type { DiarySearch } from '../trade/diary/diary-search.ts';
import { moodNames } from '../trade/diary/figure-words.ts';
import { TradeAnatomy } from '../trade/diary/trade-anatomy.tsx';
import { CommentForm, TradeComments } from '../trade/diary/trade-comments.tsx';
import { TradeDetails } from '../trade/diary/trade-details.tsx';
import { TradeHistory } from '../trade/diary/trade-history.tsx';
import { byTrade } from '../trade/diary/use-comments.ts';
import { useDiaryDay } from '../trade/diary/use-diary-day.ts';
import { useToday } from '../trade/diary/use-today.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

const LearnerAnalysis = lazyPart(async () => ({ default: (await import('./learner-analysis.tsx')).LearnerAnalysis }));

/** Closed by its learner, it is gone from the screen soon. */
const REFRESH_MS = 5_000;

interface Noted {
  notes: string;
  tags: readonly string[];
  mood: DiaryDay['details'][number]['mood'];
}

function Notes({ noted, of }: { noted: Noted; of: string }) {
  const { notes, tags, mood } = noted;
  if (notes === '' && tags.length === 0 && mood === null)
    return <p className="text-muted">{`The learner has written no notes on this ${of}.`}</p>;
  return (
    <div className="flex flex-col gap-2">
      {notes && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{notes}</p>}
      {(tags.length > 0 || mood !== null) && (
        <p className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag}>{`#${tag}`}</Badge>
          ))}
          {mood !== null && <Badge tone="accent">{moodNames[mood]}</Badge>}
        </p>
      )}
    </div>
  );
}

interface OpenTradeProps {
  share: string;
  trade: DiaryDay['details'][number];
  comments: readonly DiaryComment[];
  onChanged: () => void;
}

function OpenTrade({ share, trade, comments, onChanged }: OpenTradeProps) {
  return (
    <TradeAnatomy trade={trade}>
      <Notes noted={trade} of="trade" />
      <TradeComments comments={comments} isOwnDiary={false} onChanged={onChanged} />
      <CommentForm key={trade._id} share={share} trade={trade._id} onWritten={onChanged} />
    </TradeAnatomy>
  );
}

export interface LearnerDiaryProps {
  /** The opened diary. */
  id: string;
  search: DiarySearch;
  onChange: (changes: DiarySearch) => void;
  onBack: () => void;
}

export function LearnerDiary({ id, search, onChange, onBack }: LearnerDiaryProps) {
  const today = useToday();
  const panel = useId();
  const range = rangeOf(search, today);
  const { data, isPlaceholderData, error, refetch } = useCall(
    'GET /sharedDiary/{id}',
    { id, ...range },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  );
  const of = useMemo(() => byTrade(data?.comments), [data]);
  // Until when it is open holds for all days, the figures do not.
  const diary = isPlaceholderData ? undefined : data?.diary;
  const { selected, record, noted, select, isViewed } = useDiaryDay({ search, today, diary, onChange });
  const dayNote = diary?.dayNotes.find((note) => note.id === selected);
  const refresh = (): void => {
    void invalidateCalls('GET /sharedDiary/{id}', 'GET /sharedDiaries');
  };

  // Even what has been loaded before is no longer shown.
  if (isNotFound(error))
    return (
      <Card flush>
        <EmptyState
          title="This diary is not open to you"
          text="Its time is over, or the learner has closed it."
          action={<Button onClick={onBack}>All open diaries</Button>}
        />
      </Card>
    );
  if (error && !data)
    return (
      <Card flush>
        <ErrorState title="The diary could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  return (
    <>
      {data && (
        <p className="text-muted">
          Open to you until <DateTime at={data.openUntil} />. You can read all of it, and write comments.
        </p>
      )}
      {!data && <LoadingNote what="diary" />}
      <DiaryControls search={search} today={today} onChange={onChange} panel={panel} />
      <div role="tabpanel" id={panel} aria-label={rangeWords(search, today)} className="flex flex-col gap-4">
        {search.show === 'analysis' ? (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <LearnerAnalysis id={id} range={range} words={rangeWords(search, today)} />
          </Suspense>
        ) : (
          <>
            <DiaryOverview
              search={search}
              today={today}
              diary={diary}
              selected={selected}
              noted={noted}
              onSelect={(day) => select(day, false)}
            />
            {record && (
              <TradeDetails
                record={record}
                time={search.time}
                open={search.trade}
                onOpen={(trade) => onChange({ trade })}
                renderOpen={(trade) => (
                  <OpenTrade share={id} trade={trade} comments={of(trade._id)} onChanged={refresh} />
                )}
                commentsOf={(trade) => of(trade).length}
                takesFocus={isViewed}
                onClose={() => onChange({ day: undefined, time: undefined, trade: undefined, view: undefined })}
              />
            )}
            {dayNote && (
              <Card title="Notes of the day">
                <Notes noted={dayNote} of="day" />
              </Card>
            )}
            <Card title="Trade History" flush>
              <TradeHistory
                days={diary?.trades}
                selected={selected}
                onView={(day) => select(day, true)}
                empty={
                  <EmptyState
                    title={`No trades: ${rangeWords(search, today)}`}
                    text="A trade appears here once shares that were bought have been sold."
                  />
                }
              />
            </Card>
          </>
        )}
      </div>
    </>
  );
}
