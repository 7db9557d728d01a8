// Stars: of one rating, with their meaning, or of many, with the average and the number.
import { Star } from 'lucide-react';
import { STARS_MAX } from '../../contract/ratings.ts';
import type { RatingSummary } from '../../contract/ratings.ts';
import { classList } from '../ui/class-list.ts';
import { ratingText, starsText } from './rating-words.ts';

/** Filled and empty ones differ in shape as well as in colour. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className="inline-flex items-center gap-0.5 align-text-bottom text-warn">
      {Array.from({ length: STARS_MAX }, (_, index) => (
        <Star key={index} size={16} aria-hidden="true" fill={index < stars ? 'currentColor' : 'none'} />
      ))}
      <span className="sr-only">{starsText(stars)}</span>
    </span>
  );
}

/** `rating` is undefined if the exchange is of the previous version, which does not report it. */
export function Rating({ rating, className }: { rating: RatingSummary | undefined; className?: string }) {
  if (rating === undefined) return null;
  return (
    <span className={classList('inline-flex items-center gap-1', className)}>
      {rating.tenths !== null && (
        <Star size={14} aria-hidden="true" fill="currentColor" className="shrink-0 text-warn" />
      )}
      {ratingText(rating)}
    </span>
  );
}
