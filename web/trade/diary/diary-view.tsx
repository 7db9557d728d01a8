// The diary of the days in view: the month, the sums, a day's trades and notes, and the days as a list.
import { useMemo } from 'react';
import type { DataOf } from '../../../contract/routes.ts';
import type { useCall } from '../../query.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { rangeWords } from './diary-days.ts';
import { DiaryOverview } from './diary-overview.tsx';
import type { DiarySearch } from './diary-search.ts';
import { NextStep } from './next-step.tsx';
import type { NextStepProps } from './next-step.tsx';
import { NoteEditor } from './note-editor.tsx';
import { TagFilter, TaggedTrades, tagsOf } from './tagged-trades.tsx';
import { TradeAnatomy } from './trade-anatomy.tsx';
import { TradeComments } from './trade-comments.tsx';
import { TradeDetails } from './trade-details.tsx';
import { TradeHistory } from './trade-history.tsx';
import { useComments } from './use-comments.ts';
import type { Comments } from './use-comments.ts';
import { useDiaryDay } from './use-diary-day.ts';

function NoTrades(props: NextStepProps) {
  return (
    <EmptyState
      title={`No trades: ${rangeWords(props.search, props.today)}`}
      text="The diary fills itself. When you sell shares you have bought, the trade appears here with its result and its costs."
      action={<NextStep {...props} />}
    />
  );
}

interface DayNoteProps {
  day: string;
  notes: DataOf<'GET /tradeDiary'>['dayNotes'];
  knownTags: readonly string[];
}

function DayNote({ day, notes, knownTags }: DayNoteProps) {
  const note = notes.find(({ id }) => id === day) ?? { id: day, notes: '', tags: [], mood: null };
  return (
    <Card title="Notes of the day">
      <NoteEditor key={day} note={note} of="day" knownTags={knownTags} />
    </Card>
  );
}

interface OwnTradeProps extends Comments {
  trade: DataOf<'GET /tradeDiary'>['trades'][number]['details'][number];
  knownTags: readonly string[];
}

function OwnTrade({ trade, knownTags, of, refresh }: OwnTradeProps) {
  const { _id: id, symbol, notes, tags, mood } = trade;
  return (
    <TradeAnatomy trade={trade}>
      <NoteEditor key={id} note={{ id, notes, tags, mood }} of={`trade in ${symbol}`} knownTags={knownTags} />
      <TradeComments comments={of(id)} isOwnDiary onChanged={refresh} />
    </TradeAnatomy>
  );
}

export interface DiaryViewProps {
  search: DiarySearch;
  today: string;
  loaded: ReturnType<typeof useCall<'GET /tradeDiary'>>;
  onChange: (changes: DiarySearch) => void;
}

export function DiaryView({ search, today, loaded, onChange }: DiaryViewProps) {
  const { data, error, refetch } = loaded;
  const { selected, record, noted, select, isViewed, setIsViewed } = useDiaryDay({
    search,
    today,
    diary: data,
    onChange,
  });
  const tags = useMemo(() => tagsOf(data?.trades), [data]);
  const commented = useComments();
  /** A single day's view without its day is the month. */
  const close = (): void =>
    onChange({
      day: undefined,
      time: undefined,
      trade: undefined,
      view: search.view === 'daily' ? undefined : search.view,
    });

  if (error && !data)
    return (
      <Card>
        <ErrorState title="Your diary could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  return (
    <>
      {!data && <LoadingNote what="diary" />}
      <DiaryOverview
        search={search}
        today={today}
        diary={data}
        selected={selected}
        noted={noted}
        onSelect={(day) => select(day, false)}
      />
      {!data && selected && (
        // As tall as a short day, so that what stands below a day is not pushed out of view when it arrives.
        <Card>
          <Skeleton className="h-96" />
        </Card>
      )}
      {record && (
        <TradeDetails
          record={record}
          time={search.time}
          open={search.trade}
          onOpen={(trade) => onChange({ trade })}
          renderOpen={(trade) => <OwnTrade trade={trade} knownTags={tags} {...commented} />}
          commentsOf={(id) => commented.of(id).length}
          takesFocus={isViewed}
          onClose={close}
        />
      )}
      {selected && selected <= today && data && <DayNote day={selected} notes={data.dayNotes} knownTags={tags} />}
      {search.tag && data ? (
        <TaggedTrades
          tag={search.tag}
          days={data.trades}
          onOpen={(trade) => {
            const day = trade._id.slice(trade._id.indexOf('-') + 1);
            setIsViewed(true);
            onChange({ day, trade: trade._id, tag: undefined, time: undefined });
          }}
          onAll={() => onChange({ tag: undefined })}
        />
      ) : (
        <Card
          title="Trade History"
          flush
          actions={tags.length > 0 && <TagFilter tags={tags} tag={search.tag} onTag={(tag) => onChange({ tag })} />}
        >
          <TradeHistory
            days={data?.trades}
            selected={selected}
            onView={(day) => select(day, true)}
            empty={<NoTrades search={search} today={today} onChange={onChange} />}
          />
        </Card>
      )}
    </>
  );
}
