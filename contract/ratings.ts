// Ratings of lessons: one to five stars and a few words from those who had a place, and what they come to.
import * as z from 'zod/mini';
import { controlMessages } from './messages/control.ts';
import { ratingMessages } from './messages/learn.ts';
import {
  booleanFromQuery,
  count,
  id,
  idInput,
  instant,
  ONE_PARAGRAPH,
  pageQuery,
  severalLines,
  text,
  wholeNumber,
} from './wire.ts';

/** The meaning of each number of stars, because colour alone says nothing. */
export const starWords = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const;
export const STARS_MAX = starWords.length;
export const RATING_WORDS_MAX = 500;
/** An average of fewer ratings says so. */
export const FEW_RATINGS = 3;

const stars = z.int().check(z.gte(1), z.lte(STARS_MAX));

/** `tenths` of a star, 10 to 50; null while nobody has rated, which is not zero. */
export const ratingSummary = z.object({
  tenths: z.nullable(z.int().check(z.gte(10), z.lte(10 * STARS_MAX))),
  count,
});

export const ownRating = z.object({
  stars,
  words: z.string(),
  /** Why an administrator has hidden it; null while it is shown. */
  hidden: z.nullable(z.string()),
});

export const rateLessonInput = z.object({
  id: idInput,
  stars: wholeNumber(1, STARS_MAX, ratingMessages.starsInvalid),
  words: z._default(severalLines(RATING_WORDS_MAX, ratingMessages.wordsInvalid), ''),
});

export const lessonRatingsInput = z.object({
  id: idInput,
  ...pageQuery,
  /** Over all lessons of this one's instructor, or for this one only. */
  scope: z._default(z.enum(['instructor', 'lesson'], { error: 'The scope is instructor or lesson.' }), 'instructor'),
});

export const lessonRating = z.object({
  _id: id,
  ...ownRating.shape,
  name: z.string(),
  isOwn: z.boolean(),
  ratedAt: instant,
  /** The lesson it was given for: its public id and its title. */
  lesson: id,
  title: z.string(),
});

export const lessonRatingsTop = z.object({
  total: count,
  totalPages: z.int().check(z.gte(1)),
  page: z.int().check(z.gte(1)),
  rating: ratingSummary,
});

export const hideRatingInput = z
  .object({
    id: idInput,
    isHidden: z._default(
      z.pipe(z.transform(booleanFromQuery), z.boolean({ error: 'isHidden must be true or false.' })),
      true,
    ),
    reason: z._default(text(200, controlMessages.reasonTooLong, ONE_PARAGRAPH), ''),
  })
  .check(
    z.refine(({ isHidden, reason }) => !isHidden || reason !== '', {
      error: ratingMessages.reasonRequired,
      path: ['reason'],
    }),
  );

export type RatingSummary = z.output<typeof ratingSummary>;
export type OwnRating = z.output<typeof ownRating>;
export type LessonRating = z.output<typeof lessonRating>;
