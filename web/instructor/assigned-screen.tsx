// Assigned Sessions: the instructor's own lessons, those to come and those that are over.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCall, useWholeCall } from '../query.ts';
import { useNow } from '../learn/lesson-time.tsx';
import { useEnded } from '../learn/use-ended.ts';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useLastPage } from '../ui/last-page.ts';
import { Pager } from '../ui/pager.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { LoadingNote } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AssignedCard, AssignedSkeleton } from './assigned-card.tsx';
import { assignedSearch } from './assigned-search.ts';
import type { AssignedSearch } from './assigned-search.ts';

const route = getRouteApi('/instructor/instructorhome');
const PAGE_SIZE = 12;

function NoSessions({ isPast }: { isPast: boolean }) {
  if (isPast)
    return (
      <EmptyState
        title="Nothing is over yet"
        text="Sessions you have held appear here with their learners and earnings."
      />
    );
  return (
    <EmptyState
      title="No sessions assigned"
      text="When an administrator assigns a session to your email address, it appears here, and you are told."
    />
  );
}

export function AssignedScreen() {
  const search = assignedSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: AssignedSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const isPast = search.show === 'past';
  const { page = 1 } = search;
  const asked = { page, limit: PAGE_SIZE, isPast };
  const {
    data: reply,
    isPlaceholderData,
    error,
    refetch,
  } = useWholeCall('GET /getAssigned', asked, { keepPrevious: true });
  const active = useWholeCall('GET /getAssigned', { page: 1, limit: 1, isPast: false });
  const rate = useCall('GET /config', {}, { staleTime: Number.POSITIVE_INFINITY }).data?.usdInr;
  const now = useNow();
  useEnded(reply?.data, now);
  useLastPage(page, reply?.top.totalPages, isPlaceholderData, (last) =>
    change({ page: last > 1 ? last : undefined }, true),
  );

  return (
    <Screen
      title="Assigned Sessions"
      actions={
        <>
          <p className="text-muted">
            Active Classes: <span className="font-semibold text-ink">{active.data?.top.total ?? '\u2013'}</span>
          </p>
          <Link to="/videocall" className={buttonLook()}>
            Call by code
          </Link>
        </>
      }
    >
      <Segmented
        label="Which sessions"
        className="self-start"
        value={search.show ?? 'ahead'}
        choices={[
          { value: 'ahead', label: 'To come' },
          { value: 'past', label: 'Over' },
        ]}
        onChoose={(value) => change({ show: value === 'past' ? 'past' : undefined, page: undefined })}
      />
      {error && !reply ? (
        <Card flush>
          <ErrorState title="Your sessions could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : reply?.data.length === 0 ? (
        <Card flush>
          <NoSessions isPast={isPast} />
        </Card>
      ) : (
        <div className="grid items-stretch gap-4 sm:grid-cols-2 lg:grid-cols-3" aria-busy={reply === undefined}>
          {reply === undefined && <LoadingNote what="your sessions" />}
          {reply === undefined
            ? Array.from({ length: 3 }, (_, index) => <AssignedSkeleton key={index} />)
            : reply.data.map((lesson) => <AssignedCard key={lesson.id} lesson={lesson} now={now} rate={rate} />)}
        </div>
      )}
      {reply && reply.top.totalPages > 1 && (
        <Pager
          page={page}
          totalPages={reply.top.totalPages}
          onPage={(next) => change({ page: next > 1 ? next : undefined })}
          label="Sessions"
        />
      )}
    </Screen>
  );
}
