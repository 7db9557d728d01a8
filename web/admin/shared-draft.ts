// A form for something several administrators may change: what somebody else saved meanwhile appears wherever nothing was typed.
import { useState } from 'react';
import { typedBefore, useKeepTyped } from '../typed.ts';
import { draftBefore, rebased, same } from './rebased.ts';

interface SharedDraft<Draft> {
  /** What is being typed. */
  draft: Draft;
  setDraft: (draft: Draft) => void;
  /** `sent` has been saved, and reads so now; what was typed since it was sent stays. */
  settle: (sent: Draft, saved: Draft) => void;
  /** It begins with what was typed here before. */
  isKept: boolean;
}

/**
 * A draft that starts from `saved`, or from what was typed under this name when the login lapsed; on `leaving` also when the form was left.
 */
export function useSharedDraft<Draft extends object>(
  saved: Draft,
  name: string,
  occasion: 'lapse' | 'leaving' = 'lapse',
): SharedDraft<Draft> {
  const [before] = useState(() => draftBefore(typedBefore(name), saved));
  const [draft, setDraft] = useState(before ?? saved);
  const [base, setBase] = useState(saved);
  if (!same(base, saved)) {
    setBase(saved);
    setDraft(rebased(draft, base, saved));
  }
  useKeepTyped(name, same(draft, saved) ? undefined : { draft, base: saved }, occasion);
  return {
    draft,
    setDraft,
    settle: (sent, now) => setDraft((typed) => rebased(typed, sent, now)),
    isKept: before !== null,
  };
}
