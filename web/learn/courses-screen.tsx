// Trading Courses: what is on offer and what one has bought, as cards; bought in the checkout, entered when it is time.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { specializationNames, specializations } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { useCall } from '../query.ts';
import { session } from '../session.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { LoadingNote } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { CheckoutSheet } from '../wallet/checkout-sheet.tsx';
import { usePurchase } from './buy.ts';
import { CourseCard, CourseSkeleton } from './course-card.tsx';
import { courseMatches } from './course-matches.ts';
import { coursesSearch } from './courses-search.ts';
import type { CoursesSearch } from './courses-search.ts';
import { nextFirst } from './lesson-order.ts';
import { useNow } from './lesson-time.tsx';
import { LESSONS_MS, useEnded } from './use-ended.ts';

const route = getRouteApi('/trader/courses');

const fieldChoices: { value: Specialization | 'ALL'; label: string }[] = [
  { value: 'ALL', label: 'All fields' },
  ...specializationNames.map((value) => ({ value, label: specializations[value] })),
];

function Toolbar({
  search,
  onChange,
  note,
}: {
  search: CoursesSearch;
  onChange: (changes: CoursesSearch) => void;
  note: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Which courses"
        value={search.show ?? 'all'}
        choices={[
          { value: 'all', label: 'On offer' },
          { value: 'mine', label: 'My lessons' },
        ]}
        onChoose={(value) => onChange({ show: value === 'mine' ? 'mine' : undefined })}
      />
      <SearchBox
        label="Search"
        placeholder="Search topic or instructor"
        text={search.q}
        onText={(q) => onChange({ q })}
        className="w-full sm:w-64"
      />
      <Select
        label="Field"
        hideLabel
        value={search.field ?? 'ALL'}
        choices={fieldChoices}
        onChoose={(value) => onChange({ field: value === 'ALL' ? undefined : value })}
        className="w-full sm:w-44"
      />
      <p role="status" className="ml-auto min-h-5 min-w-24 text-right text-sm text-muted">
        {note}
      </p>
    </div>
  );
}

function NoCourses({ search, onChange }: { search: CoursesSearch; onChange: (changes: CoursesSearch) => void }) {
  if (search.q !== undefined || search.field !== undefined)
    return (
      <EmptyState
        title="No course matches"
        text="Search by topic or instructor, or choose another field."
        action={<Button onClick={() => onChange({ q: undefined, field: undefined })}>Show all courses</Button>}
      />
    );
  if (search.show === 'mine')
    return (
      <EmptyState
        title="No lessons yet"
        text="Lessons you have bought appear here, with their time, their materials and the way into the call."
        action={
          <Button tone="primary" onClick={() => onChange({ show: undefined })}>
            See what is on offer
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title="No courses on offer right now"
      text="New live lessons appear here as soon as they are planned. Your own lessons stay under My lessons."
      action={<Button onClick={() => onChange({ show: 'mine' })}>See my lessons</Button>}
    />
  );
}

/** Ids of upcoming lessons that the instructor teaches and so cannot buy. Undefined until known. */
function useTaught(): ReadonlySet<string> | undefined {
  const isInstructor = session()?.role === 'instructor';
  const { data, isError } = useCall('GET /getAssigned', { limit: 100, isPast: false }, { enabled: isInstructor });
  return useMemo(
    () => (isInstructor && !isError ? data && new Set(data.map(({ id }) => id)) : new Set()),
    [isInstructor, isError, data],
  );
}

export function CoursesScreen() {
  const search = coursesSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: CoursesSearch): void =>
    void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false });
  const active = useCall('GET /activeSessions', {}, { refetchInterval: LESSONS_MS });
  const purchased = useCall('GET /getPurchased', {});
  const taught = useTaught();
  const { payment, what, busyId, buy } = usePurchase();
  const now = useNow();

  const shown = search.show === 'mine' ? purchased.data && nextFirst(purchased.data, now) : active.data;
  useEnded(shown, now);
  const error = active.error ?? purchased.error;
  const courses = purchased.data && taught && shown?.filter((course) => courseMatches(course, search));
  const count = courses && (courses.length === 1 ? '1 course' : `${courses.length} courses`);

  return (
    <Screen
      title="Trading Courses"
      lead="Live lessons in small groups, with the instructor in the call."
      actions={
        <Link to="/videocall" className={buttonLook()}>
          Call by code
        </Link>
      }
    >
      <Toolbar search={search} onChange={change} note={count} />
      {error && !courses ? (
        <Card flush>
          <ErrorState
            title="The courses could not be loaded"
            reason={error.message}
            onRetry={() => void Promise.all([active.refetch(), purchased.refetch()])}
          />
        </Card>
      ) : courses?.length === 0 ? (
        <Card flush>
          <NoCourses search={search} onChange={change} />
        </Card>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4" aria-busy={courses === undefined}>
          {courses === undefined && <LoadingNote what="courses" />}
          {courses === undefined
            ? Array.from({ length: 4 }, (_, index) => <CourseSkeleton key={index} />)
            : courses.map((course) => (
                <CourseCard
                  key={course.id}
                  course={course}
                  purchase={purchased.data?.find(({ id }) => id === course.id)}
                  isHost={taught?.has(course.id) ?? false}
                  now={now}
                  isBusy={busyId === course.id}
                  onBuy={() => void buy(course)}
                />
              ))}
        </div>
      )}
      <CheckoutSheet payment={payment} what={what} />
    </Screen>
  );
}
