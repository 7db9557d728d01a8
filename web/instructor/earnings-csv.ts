// The statement of one month as a CSV file: a line for each lesson, and their total.
import { specializations } from '../../contract/learn.ts';
import type { LessonEarnings } from '../../contract/learn/earnings.ts';
import { csvOf } from '../../contract/wire/csv.ts';
import { SUM_HEADS, sumCells } from '../learn/earned.tsx';
import { dateTimeText } from '../ui/date-time.tsx';

const HEADER = ['Lesson', 'Topic', 'Specialization', 'Start (IST)', 'Status', ...SUM_HEADS];

export function earningsCsv({ asked, lessons }: LessonEarnings): string {
  const lines = lessons.map((lesson) => [
    lesson.id,
    lesson.topic,
    lesson.specialization ? specializations[lesson.specialization] : '',
    dateTimeText(lesson.start_time),
    lesson.status,
    ...sumCells(lesson),
  ]);
  return csvOf(HEADER, [...lines, ['Total', '', '', '', '', ...sumCells(asked)]]);
}
