// Comments in the learner's own diary, by trade; fetched again now and then.
import { useMemo } from 'react';
import type { DiaryComment } from '../../../contract/user/shared-diary.ts';
import { invalidateCalls, useCall } from '../../query.ts';

export interface Comments {
  of: (trade: string) => readonly DiaryComment[];
  refresh: () => void;
}

const REFRESH_MS = 30_000;
const none: readonly DiaryComment[] = [];

export function byTrade(comments: readonly DiaryComment[] | undefined): Comments['of'] {
  const found = new Map<string, DiaryComment[]>();
  for (const comment of comments ?? []) found.set(comment.trade, [...(found.get(comment.trade) ?? []), comment]);
  return (trade) => found.get(trade) ?? none;
}

export function useComments(): Comments {
  const { data } = useCall('GET /diaryComments', {}, { refetchInterval: REFRESH_MS });
  const of = useMemo(() => byTrade(data), [data]);
  return { of, refresh: () => void invalidateCalls('GET /diaryComments') };
}
