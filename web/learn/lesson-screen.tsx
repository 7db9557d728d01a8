// One lesson: what it is about, when and with whom, its materials, and the way in: to buy it, or into its call.
import { getRouteApi, Link } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LessonData, PurchasedCourse } from '../../contract/learn.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { isNotFound, useCall } from '../query.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { ShareDiary } from '../trade/diary/share-diary.tsx';
import { CheckoutSheet } from '../wallet/checkout-sheet.tsx';
import { usePurchase } from './buy.ts';
import type { Purchase } from './buy.ts';
import { CallButton } from './call-button.tsx';
import { CourseArt } from './course-art.tsx';
import { priceText, refundText } from './course-card.tsx';
import { GiveBack } from './give-back.tsx';
import { durationText, LessonTime, untilText, useNow } from './lesson-time.tsx';
import { endsText, fieldOf, isRunning, leaveText, LessonBadge, seatsText, titleOf } from './lesson-words.tsx';
import { Materials } from './materials.tsx';
import { RateLesson } from './rate-lesson.tsx';
import { Ratings } from './ratings.tsx';
import { hasPast, PastLink } from './past-link.tsx';
import { saveCalendar } from './save-file.ts';
import { LESSONS_MS, useEnded } from './use-ended.ts';

const route = getRouteApi('/trader/lesson/$id');

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Facts({ lesson, own, now }: { lesson: LessonData; own: PurchasedCourse | undefined; now: number }) {
  const start = Date.parse(lesson.start_time);
  const isAhead = lesson.status === 'SCHEDULED' && start > now;
  const ends = endsText(lesson, now);
  const few = lesson.status === 'SCHEDULED' ? seatsText(lesson) : null;
  return (
    <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
      <Fact name="When">
        <LessonTime start={lesson.start_time} end={lesson.end_time} className="font-medium" />
        {(isAhead || ends !== null) && (
          <span className="block text-sm text-muted first-letter:uppercase">
            {ends ?? `starts ${untilText(start - now)}`}
          </span>
        )}
      </Fact>
      <Fact name="Length">{durationText(Date.parse(lesson.end_time) - start)}</Fact>
      <Fact name="Instructor">{lesson.instructor_name}</Fact>
      {/* The price may have changed since. */}
      {own === undefined ? (
        <Fact name="Price">{priceText(lesson.hourly_rate)}</Fact>
      ) : (
        <Fact name="You paid">{own.paid > 0 ? priceText(own.paid) : 'Nothing'}</Fact>
      )}
      <Fact name="Enrolled">
        {lesson.enrolled}
        {few !== null && <span className="block text-sm font-medium text-warn">{few}</span>}
      </Fact>
    </dl>
  );
}

interface WayProps {
  lesson: LessonData;
  own: PurchasedCourse | undefined;
  purchase: Purchase;
  now: number;
}

/** What this person can do with the lesson now. */
function Way({ lesson, own, purchase, now }: WayProps) {
  const { refund = null, paid = 0 } = own ?? {};
  if (lesson.status === 'CANCELED' || refund !== null)
    return <p className="text-muted">{refundText({ status: lesson.status, refund, paid })}</p>;
  if (lesson.part === 'host') return <CallButton lesson={lesson} isHost label="Start Session" wide />;
  if (lesson.part === 'learner') return <CallButton lesson={lesson} label="Start Call" wide />;
  if (lesson.notForSale !== null) return <p className="text-muted">{lesson.notForSale}</p>;
  return (
    <>
      <Button
        tone="primary"
        size="large"
        wide
        busy={purchase.busyId !== null}
        onClick={() => void purchase.buy(lesson)}
      >
        {lesson.hourly_rate > 0 ? `Buy Now for ${priceText(lesson.hourly_rate)}` : 'Join for free'}
      </Button>
      {lesson.hourly_rate > 0 && <p className="text-sm text-muted">{leaveText(lesson, now)}</p>}
    </>
  );
}

function LessonBody({ lesson }: { lesson: LessonData }) {
  const now = useNow();
  useEnded([lesson], now);
  const purchase = usePurchase();
  const bought = useCall('GET /getPurchased', {}, { enabled: lesson.part === 'learner' });
  const own = lesson.part === 'learner' ? bought.data?.find(({ id }) => id === lesson.id) : undefined;
  const field = fieldOf(lesson);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      {/* On a phone, what is about an appointment comes first until it is over; then the materials do, and the rating. */}
      <div className={classList('flex min-w-0 flex-col gap-4', !lesson.canRate && 'max-lg:order-2')}>
        <Card flush className="overflow-hidden">
          <CourseArt specialization={lesson.specialization} className="h-32" />
          <div className="flex flex-col gap-3 p-4">
            <div className="flex flex-wrap gap-2">
              {isRunning(lesson, now) ? <Badge tone="down">Live now</Badge> : <LessonBadge status={lesson.status} />}
              {field && <Badge>{field}</Badge>}
            </div>
            {lesson.about ? (
              <p className="max-w-prose break-words whitespace-pre-line">{lesson.about}</p>
            ) : (
              <p className="text-muted">A live lesson with {isolated(lesson.instructor_name)}, held as a video call.</p>
            )}
          </div>
        </Card>
        {lesson.materials && <Materials lesson={lesson} materials={lesson.materials} />}
        <RateLesson lesson={lesson} />
        <Card
          title={
            lesson.part === 'host'
              ? 'What learners say of your lessons'
              : `What learners say of ${lesson.instructor_name}`
          }
        >
          <Ratings lesson={lesson.id} scope="instructor" />
        </Card>
      </div>
      <Card className="lg:sticky lg:top-18">
        <Facts lesson={lesson} own={own} now={now} />
        <div className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
          <Way lesson={lesson} own={own} purchase={purchase} now={now} />
          {lesson.status === 'SCHEDULED' && lesson.part !== 'visitor' && (
            <Button wide onClick={() => saveCalendar(lesson)}>
              <CalendarPlus size={16} aria-hidden="true" /> Add to calendar
            </Button>
          )}
          {lesson.part === 'learner' && lesson.status !== 'CANCELED' && <ShareDiary label="Open your diary" wide />}
          {own && <GiveBack lesson={lesson} paid={own.paid} />}
          {hasPast(lesson, now) && <PastLink sessionId={lesson.id} />}
        </div>
      </Card>
      <CheckoutSheet payment={purchase.payment} what={purchase.what} />
    </div>
  );
}

function LessonSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]" aria-busy="true">
      <LoadingNote what="the lesson" />
      <Skeleton className="h-56" />
      <Skeleton className="h-80" />
    </div>
  );
}

export function LessonScreen() {
  const { id } = route.useParams();
  const { data, error, refetch } = useCall('GET /getLesson/{id}', { id }, { refetchInterval: LESSONS_MS });
  if (isNotFound(error))
    return (
      <Screen title="Lesson">
        <Card flush>
          <EmptyState
            title="This lesson is not there"
            text="It may have been taken off the programme."
            action={
              <Link to="/courses" className={buttonLook({ tone: 'primary' })}>
                See the courses
              </Link>
            }
          />
        </Card>
      </Screen>
    );
  return (
    <Screen title={data ? titleOf(data) : 'Lesson'} lead={data && `By ${data.instructor_name}`}>
      {error && !data ? (
        <Card flush>
          <ErrorState title="The lesson could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <LessonBody key={data.id} lesson={data} />
      ) : (
        <LessonSkeleton />
      )}
    </Screen>
  );
}
