// The lessons of the desk as the lines of a CSV file.
import { specializations } from '../../../contract/learn.ts';
import type { LessonRow } from '../../../contract/learn.ts';
import { dateTimeText } from '../../ui/date-time.tsx';

export const SESSIONS_HEADER = [
  'ID',
  'Instructor',
  'Instructor email',
  'Topic',
  'Specialization',
  'Hourly rate (INR)',
  'Start (IST)',
  'End (IST)',
  'Enrolled',
  'Seats',
  'Earned (INR)',
  'Status',
];

export function sessionLine(lesson: LessonRow): (string | number)[] {
  const { id, topic, specialization, hourly_rate, start_time, end_time, enrolled, seats, earned, status } = lesson;
  return [
    id,
    lesson.instructor_name,
    lesson.instructor_email,
    topic,
    specialization ? specializations[specialization] : '',
    hourly_rate,
    dateTimeText(start_time),
    dateTimeText(end_time),
    enrolled,
    seats,
    earned,
    status,
  ];
}
