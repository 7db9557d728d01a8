// A form for something several administrators may change: what somebody else saved meanwhile appears wherever nothing was typed.
import { useState } from 'react';

type Fields = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `draft` was begun on `base`; now `saved` is in force. */
export function rebased<Draft extends object>(draft: Draft, base: Draft, saved: Draft): Draft {
  const [typed, before, now] = [draft, base, saved] as Fields[];
  const fields = Object.keys(now).map((key) => {
    const [one, was, is] = [typed[key], before[key], now[key]];
    if (isFields(one) && isFields(was) && isFields(is)) return [key, rebased(one, was, is)];
    return [key, same(one, was) ? is : one];
  });
  return Object.fromEntries(fields) as Draft;
}

interface SharedDraft<Draft> {
  /** What is being typed. */
  draft: Draft;
  setDraft: (draft: Draft) => void;
  /** `sent` has been saved, and reads so now; what was typed since it was sent stays. */
  settle: (sent: Draft, saved: Draft) => void;
}

/** A draft that starts from `saved`. */
export function useSharedDraft<Draft extends object>(saved: Draft): SharedDraft<Draft> {
  const [draft, setDraft] = useState(saved);
  const [base, setBase] = useState(saved);
  if (!same(base, saved)) {
    setBase(saved);
    setDraft(rebased(draft, base, saved));
  }
  return { draft, setDraft, settle: (sent, now) => setDraft((typed) => rebased(typed, sent, now)) };
}
