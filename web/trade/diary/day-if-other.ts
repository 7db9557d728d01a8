// The day of a time that stands among the times of a day.
import { dateTimeText, dateWords } from '../../ui/date-time.tsx';

/** The day in words, if it is another than this one: without it, the order of yesterday seems to have come after its trade of today. */
export function dayIfOther(time: string, day: string): string | null {
  const words = dateTimeText(time, 'date');
  return words === dateWords(day) ? null : words;
}
