// What the address of the session list holds: page, status and search text.
import { lessonStatuses } from '../../../contract/learn.ts';
import type { LessonStatus } from '../../../contract/learn.ts';
import { choiceIn, pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

export interface SessionsSearch {
  page?: number;
  /** Left out for all. */
  status?: LessonStatus;
  q?: string;
}

export function sessionsSearch(address: Address): SessionsSearch {
  return {
    page: pageIn(address),
    status: choiceIn(address, 'status', lessonStatuses),
    q: textIn(address, 'q'),
  };
}
