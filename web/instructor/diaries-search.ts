// What the address of learners' diaries holds: the diary that is read, and where in it one is.
import { addressText } from '../address-text.ts';
import { diarySearch } from '../trade/diary/diary-search.ts';
import type { DiarySearch } from '../trade/diary/diary-search.ts';

export interface DiariesSearch extends DiarySearch {
  /** Left out for the list. */
  diary?: string;
}

export function diariesSearch(search: Record<string, unknown>): DiariesSearch {
  return { ...diarySearch(search), diary: addressText(search.diary).slice(0, 64) || undefined };
}
