// A learner's diary opened to an instructor for a time, and comments beside its trades.
import * as z from 'zod/mini';
import { sharedDiaryMessages } from '../messages/shared-diary.ts';
import { daySpanInput } from '../trade/day-span.ts';
import { diaryAnalyticsData, tradeDiaryData } from '../trade/diary.ts';
import { count, id, idInput, instant, severalLines, text } from '../wire.ts';

/** For how many days a diary is opened. */
export const SHARE_DAYS = [1, 3, 7, 14, 30] as const;
export type ShareDays = (typeof SHARE_DAYS)[number];
export const MOST_COMMENT_LETTERS = 1000;

const instructorId = text(64, sharedDiaryMessages.instructorRequired).check(
  z.minLength(1, sharedDiaryMessages.instructorRequired),
);

export const openDiaryInput = z.object({
  instructorId,
  days: z.union(
    SHARE_DAYS.map((days) => z.literal(days)),
    { error: sharedDiaryMessages.daysInvalid },
  ),
});
export const closeDiaryInput = z.object({ instructorId });

/** The instructors of lessons that the caller has, and whether the diary is open to them. */
export const diaryShares = z.array(
  z.object({
    instructorId: id,
    name: z.string(),
    /** Lessons of theirs that the caller has; none where an open diary has outlasted them. */
    lessons: count,
    /** Null: closed. */
    openUntil: z.nullable(instant),
  }),
);

export const diaryComment = z.object({
  _id: id,
  /** The trade's own id in the diary. */
  trade: id,
  author: z.string(),
  /** The caller has written it. */
  isOwn: z.boolean(),
  message: z.string(),
  writtenAt: instant,
});

export const sharedDiaries = z.array(
  z.object({ _id: id, learner: z.string(), openedAt: instant, openUntil: instant, comments: count }),
);

export const sharedDiaryInput = z.extend(daySpanInput, { id: idInput });

/** Of the closed trades alone: what the account is worth, and what is still held, stays with the learner. */
export const sharedAnalysisData = z.omit(diaryAnalyticsData, { account: true, equity: true, openCharges: true });

export const sharedDiaryData = z.object({
  _id: id,
  learner: z.string(),
  openUntil: instant,
  diary: tradeDiaryData,
  /** Of everybody to whom it was ever open: the oldest first. */
  comments: z.array(diaryComment),
});

const commentText = severalLines(MOST_COMMENT_LETTERS, sharedDiaryMessages.commentTooLong, {
  missing: sharedDiaryMessages.commentRequired,
  unreadable: sharedDiaryMessages.commentUnreadable,
}).check(z.minLength(1, sharedDiaryMessages.commentRequired));

export const commentTradeInput = z.object({
  /** The opened diary. */
  id: idInput,
  trade: text(64, sharedDiaryMessages.tradeRequired).check(z.minLength(1, sharedDiaryMessages.tradeRequired)),
  message: commentText,
});

export const commentInput = z.object({ id: idInput });

export type DiaryShare = z.output<typeof diaryShares>[number];
export type DiaryComment = z.output<typeof diaryComment>;
export type SharedAnalysis = z.output<typeof sharedAnalysisData>;
