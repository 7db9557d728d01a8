// Whether this person has seen a trade in the diary, the last of the first steps (web/home/first-steps.tsx).
import { readOwn, writeOwn } from '../../own-storage.ts';

const NAME = 'diary-read';

export const isDiaryRead = (): boolean => readOwn(NAME) !== null;

export function keepDiaryRead(): void {
  if (!isDiaryRead()) writeOwn(NAME, 'read');
}
