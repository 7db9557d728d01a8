// Every pattern that the surveillance of an exchange looks for, in what one person did in one stock.
import type { Conduct, Flag } from './conduct.ts';
import { layering } from './layering.ts';
import { linkedCrossing } from './linked.ts';
import { pump } from './pump.ts';
import { ownMeetings, toAndFro } from './wash.ts';

/** What a supervisor would ask about, by pattern. Source: the abusive practices that SEBI's and ESMA's rules name. */
export function findFlags(conduct: Conduct): Flag[] {
  const washed = toAndFro(conduct);
  const asked = new Set(washed.map(({ other }) => other));
  // What went to and fro is asked about once, not a second time because the two are linked.
  const crossed = linkedCrossing(conduct).filter(({ other }) => !asked.has(other));
  return [...ownMeetings(conduct), ...washed, ...crossed, ...layering(conduct), ...pump(conduct)];
}
