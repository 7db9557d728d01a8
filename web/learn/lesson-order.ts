// The order in which one's own lessons are listed.
import type { ShownLesson } from './lesson-words.tsx';

type Dated = Pick<ShownLesson, 'start_time' | 'end_time' | 'status'>;

/** Lessons that can still be attended, the next one first; then those that are over, in the given order. */
export function nextFirst<Lesson extends Dated>(lessons: readonly Lesson[], now: number): Lesson[] {
  const startOf = ({ start_time }: Dated): number => Date.parse(start_time);
  const isAhead = ({ status, end_time }: Dated): boolean => status === 'SCHEDULED' && Date.parse(end_time) > now;
  const ahead = lessons.filter(isAhead).sort((a, b) => startOf(a) - startOf(b));
  return [...ahead, ...lessons.filter((lesson) => !isAhead(lesson))];
}
