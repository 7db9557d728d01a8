// What the address of the courses holds: which of them are shown, of which field, and the search text.
import { addressText } from '../address-text.ts';
import { specializationNames } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';

export interface CoursesSearch {
  /** Left out for what is on offer. */
  show?: 'mine';
  field?: Specialization;
  q?: string;
}

export function coursesSearch(search: Record<string, unknown>): CoursesSearch {
  return {
    show: search.show === 'mine' ? 'mine' : undefined,
    field: specializationNames.find((known) => known === search.field),
    q: addressText(search.q) || undefined,
  };
}
