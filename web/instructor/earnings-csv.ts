// The statement of one month as a CSV file: a line for each lesson, and their total.
import { specializations } from '../../contract/learn.ts';
import type { LessonEarnings } from '../../contract/learn/earnings.ts';
import { csvOf } from '../../contract/wire/csv.ts';
import { dateTimeText } from '../ui/date-time.tsx';

const HEADER = [
  'Lesson',
  'Topic',
  'Specialization',
  'Start (IST)',
  'Status',
  'Places sold',
  'Sold (INR)',
  'Places back',
  'Paid back (INR)',
  'Net (INR)',
];

export function earningsCsv({ asked, lessons }: LessonEarnings): string {
  const lines = lessons.map((lesson) => [
    lesson.id,
    lesson.topic,
    lesson.specialization ? specializations[lesson.specialization] : '',
    dateTimeText(lesson.start_time),
    lesson.status,
    ...sums(lesson),
  ]);
  return csvOf(HEADER, [...lines, ['Total', '', '', '', '', ...sums(asked)]]);
}

function sums({
  placesSold,
  sold,
  placesBack,
  paidBack,
  net,
}: LessonEarnings['asked'] | LessonEarnings['lessons'][number]) {
  return [placesSold, sold, placesBack, paidBack, net];
}
