// Learners' ratings of an instructor's lessons, or of one: the average, and the ratings page by page, newest first.
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LessonRating } from '../../contract/ratings.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { useWholeCall } from '../query.ts';
import { useLastPage } from '../ui/last-page.ts';
import { Pager } from '../ui/pager.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { dayText } from './lesson-time.tsx';
import { Rating, Stars } from './rating.tsx';

const PAGE_SIZE = 5;

function OneRating({ rating, isOfOne, action }: { rating: LessonRating; isOfOne: boolean; action: ReactNode }) {
  const { name, isOwn, stars, words, hidden, title, ratedAt } = rating;
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <Stars stars={stars} />
        <span className="min-w-0 font-medium wrap-anywhere">{isOwn ? `${isolated(name)} (you)` : name}</span>
      </div>
      <p className="text-sm wrap-anywhere text-faint">
        <time dateTime={ratedAt}>{dayText(Date.parse(ratedAt))}</time>
        {!isOfOne && ` \u00b7 ${title}`}
      </p>
      {words && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{words}</p>}
      {hidden !== null && <p className="text-sm wrap-anywhere text-muted">Hidden: {hidden}</p>}
      {action}
    </li>
  );
}

export interface RatingsProps {
  /** Its public id. */
  lesson: string;
  scope: 'instructor' | 'lesson';
  /** The actions for each of them. */
  action?: (rating: LessonRating) => ReactNode;
}

export function Ratings({ lesson, scope, action }: RatingsProps) {
  const [page, setPage] = useState(1);
  const asked = { id: lesson, page, limit: PAGE_SIZE, scope };
  const {
    data: reply,
    isPlaceholderData,
    error,
    refetch,
  } = useWholeCall('GET /lessonRatings/{id}', asked, { keepPrevious: true });
  useLastPage(page, reply?.top.totalPages, isPlaceholderData, setPage);
  if (error && !reply)
    return <ErrorState title="The ratings could not be loaded" reason={error.message} onRetry={() => void refetch()} />;
  if (reply === undefined)
    return (
      <>
        <LoadingNote what="the ratings" />
        <Skeleton className="h-16 w-full" />
      </>
    );
  const { rating, totalPages } = reply.top;
  return (
    <>
      <p>
        <Rating rating={rating} className={rating.tenths === null ? 'text-muted' : 'font-medium'} />
      </p>
      <ul className="divide-y divide-line">
        {reply.data.map((each) => (
          <OneRating key={each._id} rating={each} isOfOne={scope === 'lesson'} action={action?.(each)} />
        ))}
      </ul>
      {totalPages > 1 && <Pager label="Ratings" page={page} totalPages={totalPages} onPage={setPage} />}
    </>
  );
}
