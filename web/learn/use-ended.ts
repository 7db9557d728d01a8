// Lessons that end while they are on screen: other things can be done with them then, so they are asked for again.
import { useEffect, useRef } from 'react';
import { invalidateCalls } from '../query.ts';
import { ABOUT_LESSONS } from '../notices.ts';
import type { ShownLesson } from './lesson-words.tsx';

/** Nothing is pushed about lessons in which one has no place: what is on offer is asked for again after so long. */
export const LESSONS_MS = 60_000;

/** Once for each lesson that ends; what the server answers then says so. */
export function useEnded(lessons: readonly ShownLesson[] | undefined, now: number): void {
  const ended = lessons?.filter(({ status, end_time }) => status === 'SCHEDULED' && Date.parse(end_time) <= now).length;
  useEffect(() => {
    if (ended) void invalidateCalls(...ABOUT_LESSONS);
  }, [ended]);
}

/** Once for each lesson that begins while it is on screen: it is upcoming no more. What has begun before is as the server said. */
export function useBegun(lessons: readonly ShownLesson[] | undefined, now: number): void {
  const begun = lessons?.filter(({ start_time }) => Date.parse(start_time) <= now).length;
  const before = useRef(begun);
  useEffect(() => {
    if (before.current !== undefined && begun !== undefined && begun > before.current)
      void invalidateCalls('GET /getAssigned');
    before.current = begun;
  }, [begun]);
}
