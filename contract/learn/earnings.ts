// What lessons have earned their instructor, month by month: places sold, money refunded, what came or went with lessons that changed hands, and
// what is left.
import * as z from 'zod/mini';
import { lessonStatuses, specializationNames } from '../learn.ts';
import { lessonMessages } from '../messages/learn.ts';
import { count, id, instant, rupees } from '../wire.ts';

/** A month in India's time, as in 2026-11. */
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

/** Defaults to the current month. */
export const earningsInput = z.object({
  month: z.optional(
    z.string({ error: lessonMessages.monthInvalid }).check(z.regex(MONTH, lessonMessages.monthInvalid)),
  ),
});

/** A refund counts when it is owed, whenever its place was sold, so a month may be negative. */
const earned = {
  placesSold: count,
  sold: rupees,
  placesBack: count,
  paidBack: rupees,
  /** What lessons taken over from other instructors had earned by then, less what lessons handed over to others had. */
  takenOver: rupees,
  net: rupees,
};

const month = z.object({ month: z.string(), ...earned });

export const lessonEarnings = z.object({
  /** The requested month, even if nothing moved in it. */
  asked: month,
  /** All months with movements, newest first. Their net sums are what the dashboard calls earned. */
  months: z.array(month),
  /** Of the requested month, in the order they are held. */
  lessons: z.array(
    z.object({
      _id: id,
      id,
      specialization: z.nullable(z.enum(specializationNames)),
      topic: z.string(),
      start_time: instant,
      status: z.enum(lessonStatuses),
      ...earned,
    }),
  ),
});

export const payouts = z.object({
  asked: month,
  months: z.array(month),
  /** Of the requested month, by name. */
  instructors: z.array(z.object({ name: z.string(), email: z.string(), ...earned })),
});

export type Payouts = z.output<typeof payouts>;
export type InstructorEarned = Payouts['instructors'][number];
export type LessonEarnings = z.output<typeof lessonEarnings>;
export type EarnedMonth = LessonEarnings['asked'];
export type EarnedLesson = LessonEarnings['lessons'][number];
