// Which courses a search means: those of its field, with its text in the topic or the instructor's name, however it was typed.
import type { CourseCard, PurchasedCourse } from '../../contract/learn.ts';
import { folded } from '../../contract/wire/normal.ts';
import type { CoursesSearch } from './courses-search.ts';
import { titleOf } from './lesson-words.tsx';

type Named = Pick<CourseCard | PurchasedCourse, 'topic' | 'specialization' | 'instructor_name'>;

export function courseMatches(course: Named, { field, q = '' }: CoursesSearch): boolean {
  const text = folded(`${titleOf(course)} ${course.instructor_name}`);
  return (field === undefined || course.specialization === field) && text.includes(folded(q));
}
