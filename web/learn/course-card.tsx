// One course: picture, title, instructor, time and price, and the one thing to do with it now.
import { Link } from '@tanstack/react-router';
import { seatsLeft } from '../../contract/learn.ts';
import type { CourseCard as Course, PurchasedCourse } from '../../contract/learn.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { moneyText } from '../ui/number-text.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { CallButton } from './call-button.tsx';
import { CourseArt } from './course-art.tsx';
import { durationText, LessonTime } from './lesson-time.tsx';
import { Rating } from './rating.tsx';
import { starsText } from './rating-words.ts';
import {
  doorAt,
  endsText,
  fieldOf,
  isRunning,
  leaveText,
  LessonBadge,
  seatsText,
  SOLD_OUT,
  titleOf,
} from './lesson-words.tsx';

export function priceText(rupees: number): string {
  return rupees > 0 ? moneyText(rupees) : 'Free';
}

/**
 * Where the money is for a lesson that was canceled, or paid back afterwards. While it is due, a part may have arrived: the bank may have
 * refused only the rest. So nothing is said about where the whole of it is now.
 */
export function refundText({ status, refund, paid }: Pick<PurchasedCourse, 'status' | 'refund' | 'paid'>): string {
  const what = status === 'CANCELED' ? 'Canceled.' : 'This lesson has been paid back.';
  if (refund === null) return what;
  return refund === 'done'
    ? `${what} ${moneyText(paid)} has been sent back to you.`
    : `${what} You get back the ${moneyText(paid)} you paid; what has not arrived yet is being sent.`;
}

/** How many have enrolled, until it matters more how many seats are left. */
function Places({ course, isOwn }: { course: Course; isOwn: boolean }) {
  const few = isOwn ? null : seatsText(course);
  if (few !== null && few !== SOLD_OUT) return <span className="ml-auto text-sm font-medium text-warn">{few}</span>;
  return course.enrolled > 0 && <span className="ml-auto text-sm text-faint">{course.enrolled} enrolled</span>;
}

/** To the page of the lesson, where it is rated. */
function RateLink({ purchase }: { purchase: PurchasedCourse }) {
  const { stars } = purchase;
  return (
    <Link
      to="/lesson/$id"
      params={{ id: purchase.id }}
      aria-label={`${stars === null ? 'Rate this lesson' : `You gave ${starsText(stars)}`}: ${titleOf(purchase)}`}
      className={buttonLook({ wide: true })}
    >
      {stars === null ? 'Rate this lesson' : `You gave ${starsText(stars)}`}
    </Link>
  );
}

export interface CourseCardProps {
  course: Course | PurchasedCourse;
  purchase: PurchasedCourse | undefined;
  /** Taught by the person looking. */
  isHost: boolean;
  now: number;
  isBusy: boolean;
  onBuy: () => void;
}

export function CourseCard({ course, purchase, isHost, now, isBusy, onBuy }: CourseCardProps) {
  const duration = Date.parse(course.end_time) - Date.parse(course.start_time);
  const field = fieldOf(course);
  const ends = endsText(course, now);
  const isSoldOut = 'seats' in course && seatsLeft(course) === 0;
  const buyLabel = course.hourly_rate > 0 ? 'Buy Now' : 'Join for free';
  return (
    <article className="flex min-w-0 flex-col overflow-hidden rounded-box border border-line bg-surface">
      <CourseArt specialization={course.specialization} className="h-28" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex min-h-5 flex-wrap items-center gap-2">
          {isRunning(course, now) ? (
            <Badge tone="down">Live now</Badge>
          ) : (
            course.status !== 'SCHEDULED' && <LessonBadge status={course.status} />
          )}
          {field && <Badge>{field}</Badge>}
          {'seats' in course && <Places course={course} isOwn={purchase !== undefined || isHost} />}
        </div>
        <div className="min-w-0">
          <h2 className="text-md leading-6 font-semibold break-words uppercase">
            <Link to="/lesson/$id" params={{ id: course.id }} className="hover:text-accent-text">
              {titleOf(course)}
            </Link>
          </h2>
          <p className="text-sm break-words text-muted uppercase">By {course.instructor_name}</p>
          {'instructorRating' in course && <Rating rating={course.instructorRating} className="text-sm text-muted" />}
        </div>
        <p className="text-sm text-muted">
          <LessonTime start={course.start_time} />
          <br />
          {durationText(duration)}
          {ends !== null && ` \u00b7 ${ends}`}
          {/* If it can be bought, the price is shown beside the button. */}
          {(isHost || purchase !== undefined) && ` \u00b7 ${priceText(purchase?.paid ?? course.hourly_rate)}`}
        </p>
        <div className="mt-auto flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line pt-3">
          {isHost ? (
            <CallButton lesson={course} isHost label="Start Session" wide />
          ) : purchase === undefined ? (
            <>
              <span className="text-md font-semibold">{priceText(course.hourly_rate)}</span>
              {isSoldOut ? (
                <span className="font-medium text-muted">{SOLD_OUT}</span>
              ) : (
                <Button tone="primary" busy={isBusy} onClick={onBuy} aria-label={`${buyLabel}: ${titleOf(course)}`}>
                  {buyLabel}
                </Button>
              )}
              {!isSoldOut && course.hourly_rate > 0 && doorAt(course, now) !== 'early' && (
                <p className="w-full text-sm text-muted">{leaveText(course, now)}</p>
              )}
            </>
          ) : purchase.status === 'CANCELED' || purchase.refund !== null ? (
            <p className="text-sm text-muted">{refundText(purchase)}</p>
          ) : purchase.canRate && doorAt(course, now) === 'over' ? (
            <RateLink purchase={purchase} />
          ) : (
            <>
              <CallButton lesson={course} label="Start Call" wide />
              {/* Its host has ended it, while its call may still be entered. */}
              {purchase.canRate && <RateLink purchase={purchase} />}
            </>
          )}
        </div>
      </div>
    </article>
  );
}

export function CourseSkeleton() {
  return (
    <div className="flex flex-col overflow-hidden rounded-box border border-line bg-surface">
      <Skeleton className="h-28 rounded-none" />
      <div className="flex flex-col gap-3 p-4">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-9 w-full" />
      </div>
    </div>
  );
}
