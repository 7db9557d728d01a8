// What the address of learners' diaries holds: the diary that is read, and where in it one is.
import { diarySearch } from '../trade/diary/diary-search.ts';
import type { DiarySearch } from '../trade/diary/diary-search.ts';

export interface DiariesSearch extends DiarySearch {
  /** Left out for the list. */
  diary?: string;
}

export function diariesSearch(search: Record<string, unknown>): DiariesSearch {
  const { diary } = search;
  const isId = (typeof diary === 'string' && diary !== '') || typeof diary === 'number';
  return { ...diarySearch(search), diary: isId ? String(diary).slice(0, 64) : undefined };
}
