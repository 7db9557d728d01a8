// The headings over the stocks that have moved most: trading may be closed, and the day not be today.
import { dayWord } from '../phase-words.ts';
import type { Phases } from '../phase-words.ts';

/** Which day the lists are of, and what an empty one says. */
export function moverWords(phase: Phases | undefined): { when: string; none: string } {
  const day = dayWord(phase);
  return day === 'today'
    ? { when: day, none: 'None so far today.' }
    : { when: `on the ${day}`, none: 'None on that day.' };
}
