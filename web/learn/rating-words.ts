// The words for ratings: what stars mean, and the average.
import { FEW_RATINGS, starWords } from '../../contract/ratings.ts';
import type { RatingSummary } from '../../contract/ratings.ts';

/** `4 stars: Very good` */
export function starsText(stars: number): string {
  return `${stars === 1 ? '1 star' : `${stars} stars`}: ${starWords[stars - 1]}`;
}

/** `4.4 of 5, 12 ratings`; an average of few ratings says so. */
export function ratingText({ tenths, count }: RatingSummary): string {
  if (tenths === null) return 'No ratings yet';
  const average = `${Math.floor(tenths / 10)}.${tenths % 10} of 5`;
  const number = count === 1 ? '1 rating' : `${count} ratings`;
  return count < FEW_RATINGS ? `${average}, only ${number} yet` : `${average}, ${number}`;
}
