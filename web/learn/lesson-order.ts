// In which order one's own lessons stand.
import type { ShownLesson } from './lesson-words.tsx';

type Dated = Pick<ShownLesson, 'start_time' | 'end_time' | 'status'>;

/** What can still be attended, the next one first; then what is over, as it was given. */
export function nextFirst<Lesson extends Dated>(lessons: readonly Lesson[], now: number): Lesson[] {
  const startOf = ({ start_time }: Dated): number => Date.parse(start_time);
  const isAhead = ({ status, end_time }: Dated): boolean => status === 'SCHEDULED' && Date.parse(end_time) > now;
  const ahead = lessons.filter(isAhead).sort((a, b) => startOf(a) - startOf(b));
  return [...ahead, ...lessons.filter((lesson) => !isAhead(lesson))];
}
