// Stars as they are shown: of one rating, with what they mean, or of many, with their average and number.
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

/** `rating` is undefined where an exchange of the version before says nothing of it. */
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
