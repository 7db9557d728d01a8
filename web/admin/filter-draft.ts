// The fields of a filter that stays on the screen: what is being chosen, until it is applied or the address has another filter.
import { useState } from 'react';

/** The form stays the same one, so that the focus stays where Apply Filters or Enter was pressed. */
export function useFilterDraft<Draft extends object>(applied: Draft): [Draft, (changes: Partial<Draft>) => void] {
  const [base, setBase] = useState(applied);
  const [draft, setDraft] = useState(applied);
  if (JSON.stringify(base) !== JSON.stringify(applied)) {
    setBase(applied);
    setDraft(applied);
  }
  return [draft, (changes) => setDraft({ ...draft, ...changes })];
}
