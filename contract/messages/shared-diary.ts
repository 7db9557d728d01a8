// The sentences of diaries that learners open to instructors.
import { indianText } from './instants.ts';
import { isolated } from '../wire/isolated.ts';

export const sharedDiaryMessages = {
  daysInvalid: 'Choose for how long: 1, 3, 7, 14 or 30 days.',
  instructorRequired: 'Choose an instructor.',
  tradeRequired: 'Choose a trade.',
  commentRequired: 'Write a comment.',
  commentTooLong: 'A comment can have at most 1,000 characters.',
  commentUnreadable: 'A comment can contain only text: letters, figures and line breaks.',
  tooMany: 'This trade already has 50 comments.',
  opened: (name: string, until: number): string =>
    `Your diary is open to ${isolated(name)} until ${indianText(until)}.`,
  closed: (name: string): string => `Your diary is closed to ${isolated(name)}.`,
  commented: 'The comment is saved, and the learner has been told.',
  removed: 'The comment has been removed.',
  notOpen: 'This diary is no longer open to you.',
} as const;

export const diaryOpenedNotice = (learner: string, until: number): string =>
  `${isolated(learner)} has opened the diary to you until ${indianText(until)}. You find it under Learners\u2019 diaries.`;

export const commentNotice = (instructor: string, symbol: string, day: string): string =>
  `${isolated(instructor)} has commented on your trade in ${symbol} of ${day}.`;
