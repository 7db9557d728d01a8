// The lessons of the desk as the lines of a CSV file.
import { specializations } from '../../../contract/learn.ts';
import type { LessonRow } from '../../../contract/learn.ts';

export const SESSIONS_HEADER = [
  'ID',
  'Instructor',
  'Instructor email',
  'Topic',
  'Specialization',
  'Hourly rate (INR)',
  'Start',
  'End',
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
    start_time,
    end_time,
    enrolled,
    seats,
    earned,
    status,
  ];
}
