// What the address of the session list holds: page, status and search text.
import { lessonStatuses } from '../../../contract/learn.ts';
import type { LessonStatus } from '../../../contract/learn.ts';

export interface SessionsSearch {
  page?: number;
  /** Left out for all. */
  status?: LessonStatus;
  q?: string;
}

export function sessionsSearch(search: Record<string, unknown>): SessionsSearch {
  const page = Number(search.page);
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    status: lessonStatuses.find((known) => known === search.status),
    q: (typeof search.q === 'string' || typeof search.q === 'number') && search.q !== '' ? String(search.q) : undefined,
  };
}
