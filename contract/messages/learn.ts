// The sentences of lessons: what spec points 5 and 8 leave open. Those of an administrator's saves stand in admin.ts.
import { assertNever } from '../../core/assert.ts';
import type { Paise } from '../../core/money.ts';
import { indianSpanText, indianText } from './instants.ts';
import { rupeeText } from './sums.ts';
import { paymentMessages } from './wallet.ts';
import { isolated, quoted } from '../wire/isolated.ts';

export const lessonMessages = {
  nameRequired: 'Instructor name is required',
  nameTooLong: 'Instructor name can be at most 80 characters long',
  emailRequired: 'Instructor email is required',
  notAnInstructor: 'This address belongs to an account that is not an instructor\u2019s: it cannot hold the session',
  instructorLeaves: 'The account with this address is being deleted: it cannot hold the session',
  instructorHasPlace:
    'The account with this address has a place in the session, and must give it back before it can hold the session',
  emailInvalid: 'Please enter a valid email address',
  specializationInvalid: 'Choose a specialization from the list',
  topicTooLong: 'Topic can be at most 120 characters long',
  topicInvalid: 'Topic must be text',
  aboutTooLong: 'The description can be at most 2000 characters long',
  aboutInvalid: 'The description must be text',
  rateRequired: 'Hourly rate is required',
  rateTooSmall: 'Hourly rate must be 0 or more',
  rateInvalid: 'Hourly rate is a sum with at most two decimals, up to \u20b910,00,000.00',
  startRequired: 'Start time is required',
  startInvalid: 'Start time must be a day and a time of day, from 2000 to 2099',
  endRequired: 'End time is required',
  endInvalid: 'End time must be a day and a time of day, from 2000 to 2099',
  endBeforeStart: 'End time must be after the start time',
  tooLong: 'A session can last at most 12 hours',
  ended: 'End time must be in the future',
  /** `isSlip`: nobody has had a place for long. */
  tooSoon: (isSlip: boolean) =>
    isSlip
      ? 'Somebody has just taken a place: the session can be brought forward only to a start that is at least 2 hours away. Or cancel it, which pays everybody back, and plan a new one'
      : 'Somebody has had a place for more than 15 minutes: the session can be brought forward only to a start that is at least a day away. Or cancel it, which pays everybody back, and plan a new one',
  endsTooLate:
    'The learners can no longer give back their places: the session can end an hour from now at the latest, or when it was to end anyway. Or cancel it, which pays everybody back, and plan a new one',
  overlaps: 'This instructor already has a session at that time',
  monthInvalid: 'A month looks like 2026-11.',
  statusInvalid: 'Status must be SCHEDULED, COMPLETED or CANCELED.',
  onlyCancels: 'This call sets the status CANCELED.',
  alreadyOver: (status: string) => `The session is already ${status}`,
  notOver: (status: string) => `Only a session that is over can be paid back: this one is ${status}`,
  nothingPaid: 'Nobody has paid for this session',
  soldOut: 'This lesson is sold out.',
  notForSale: 'This lesson can no longer be bought.',
  withoutInstructor: 'This lesson cannot be bought at the moment.',
  alreadyBought: 'You have this lesson already.',
  ownLesson: 'You teach this lesson yourself.',
  notFree: 'This lesson has a price: please buy it.',
  isFree: 'This lesson is free: there is nothing to pay.',
  enrolled: (title: string) => `You are enrolled in ${quoted(title)}.`,
  noPlace: 'You have no place in this lesson.',
  tooLateToLeave: 'A place can be given back until 15 minutes before the start.',
  /** Before it is bought. */
  cannotLeave: 'The door of this lesson is open already: the place cannot be given back.',
  left: (title: string, refund: Paise | null) =>
    refund === null
      ? `You have given back your place in ${quoted(title)}.`
      : `You have given back your place in ${quoted(title)}. ${rupeeText(refund)} goes back to where it came from.`,
} as const;

export const ratingMessages = {
  starsInvalid: 'Choose one to five stars.',
  wordsInvalid: 'Your words can be at most 500 characters long.',
  notOver: 'A lesson can be rated when it is over.',
  noPlace: 'Only those who had a place in this lesson can rate it.',
  ownLesson: 'You taught this lesson yourself: its learners rate it.',
  paidBack: 'This lesson was paid back to you, so it can no longer be rated.',
  hidden: 'An administrator has hidden your rating, so it cannot be changed.',
  none: 'You have not rated this lesson.',
  saved: 'Your rating is saved.',
  removed: 'Your rating has been taken back.',
  reasonRequired: 'Say why the rating is hidden: its author is told.',
  hiddenNow: 'The rating is hidden.',
  shownNow: 'The rating is shown again.',
} as const;

export const materialMessages = {
  nameRequired: 'The file needs a name of 1 to 120 characters.',
  typeInvalid: 'Choose a PDF, or a JPEG, PNG or WebP picture.',
  tooLarge: 'A file can be at most 10 MB.',
  tooMany: 'A lesson can have at most 20 files. Remove one first.',
  unreadable: 'This file is not what its name says, or cannot be read. Please choose another one.',
  linkInvalid: 'This address is no longer valid. Please try again.',
  added: 'The file has been added.',
  removed: 'The file has been removed.',
} as const;

/** What a learner or an instructor is told of a lesson. */
export type LessonNews =
  | {
      kind: 'bought' | 'enrolled' | 'day-before' | 'soon' | 'over' | 'assigned' | 'unassigned';
      title: string;
      startsAt: number;
      /** The door is open, and the lesson may have begun. */
      canEnter: boolean;
    }
  | { kind: 'moved'; title: string; startsAt: number; endsAt: number; canLeave: boolean }
  | { kind: 'instructor'; title: string; startsAt: number; instructor: string }
  | { kind: 'renamed'; title: string; before: string }
  | { kind: 'rate'; title: string; hourlyRate: Paise }
  | { kind: 'rating-hidden'; title: string; reason: string }
  | { kind: 'rating-shown'; title: string }
  | { kind: 'left'; title: string; refund: Paise | null }
  | { kind: 'canceled'; title: string; startsAt: number; refund: Paise | null }
  | { kind: 'not-held'; title: string; startsAt: number; refund: Paise }
  | { kind: 'paid-back'; title: string; startsAt: number; refund: Paise }
  | {
      kind: 'refunded' | 'refused' | 'unsold' | 'sold-out' | 'bought-twice' | 'returned';
      title: string;
      amount: Paise;
    };

function startText({ startsAt, canEnter }: { startsAt: number; canEnter: boolean }): string {
  return canEnter ? `: ${indianText(startsAt)}. You can enter now.` : `. It starts on ${indianText(startsAt)}.`;
}

/** One sentence or two, for the notification and the mail. */
export function lessonNewsText(news: LessonNews): string {
  const title = quoted(news.title);
  switch (news.kind) {
    case 'bought':
      return `You have bought ${title}${startText(news)}`;
    case 'enrolled':
      return `You are enrolled in ${title}${startText(news)}`;
    case 'day-before':
      return `${title} starts within a day: ${indianText(news.startsAt)}.`;
    case 'soon':
      return `${title} starts soon: ${indianText(news.startsAt)}. You can enter now.`;
    case 'over':
      return `${title} is over. You can rate it on its page.`;
    case 'moved':
      // With its end, which may be all that has changed.
      return `${title} has a new time: ${indianSpanText(news.startsAt, news.endsAt)}.${
        news.canLeave ? ' If you cannot come then, you can give back your place until 15 minutes before the start.' : ''
      }`;
    case 'instructor':
      return `${isolated(news.instructor)} teaches ${title} on ${indianText(news.startsAt)} now.`;
    case 'renamed':
      return `${quoted(news.before)} is called ${title} now.`;
    case 'rate':
      return `${news.hourlyRate === 0 ? `${title} is free` : `An hour of ${title} costs ${rupeeText(news.hourlyRate)}`} now. Places that are sold already stay as they are.`;
    case 'assigned':
      return `You teach ${title} on ${indianText(news.startsAt)}.`;
    case 'unassigned':
      return `You no longer teach ${title} on ${indianText(news.startsAt)}.`;
    case 'rating-hidden':
      return `An administrator has hidden your rating of ${title}: ${news.reason}`;
    case 'rating-shown':
      return `Your rating of ${title} is shown again.`;
    case 'left':
      return lessonMessages.left(news.title, news.refund);
    case 'canceled':
      return news.refund === null
        ? `${title} on ${indianText(news.startsAt)} has been canceled.`
        : `${title} on ${indianText(news.startsAt)} has been canceled. ${rupeeText(news.refund)} goes back to where it came from.`;
    case 'not-held':
      return `${title} on ${indianText(news.startsAt)} was not held as it was sold. ${rupeeText(news.refund)} goes back to where it came from.`;
    case 'paid-back':
      return `An administrator has paid back ${title} on ${indianText(news.startsAt)}: ${rupeeText(news.refund)} goes back to its learners.`;
    case 'unsold':
      return paymentMessages.moneyBack(news.title, news.amount);
    case 'sold-out':
      return paymentMessages.soldOut(news.title, news.amount);
    case 'bought-twice':
      return paymentMessages.boughtTwice(news.title, news.amount);
    case 'returned':
      return `Your purchase of ${title} has been canceled: ${rupeeText(news.amount)} has been sent back to where it came from.`;
    case 'refused':
      return `The bank has not taken a refund for ${title}. It will be sent again.`;
    case 'refunded':
      return `${rupeeText(news.amount)} for ${title} has been sent back to where it came from.`;
    default:
      return assertNever(news);
  }
}
