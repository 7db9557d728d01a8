// Calls that pressing again must not carry out twice: until there is an answer, the same input is sent with the same Idempotency-Key.
import { useState } from 'react';
import type { DataOf, RouteName, TopOf, WireInputOf } from '../contract/routes.ts';
import { ANSWER_WITHIN_MS, call, newIdempotencyKey } from './api.ts';
import type { Refusal, Reply } from './api.ts';

/** No answer, or one that says nothing about the request: it may have been carried out. */
export function isUncertain({ status, code }: Pick<Refusal, 'status' | 'code'>): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'idempotency-key-running';
}

export type CallOnce = <N extends RouteName>(name: N, input: WireInputOf<N>) => Promise<Reply<DataOf<N>, TopOf<N>>>;

export function callOnce(): CallOnce {
  let unanswered: { text: string; key: string } | null = null;
  return async (name, input) => {
    const text = JSON.stringify([name, input]);
    if (unanswered?.text !== text) unanswered = { text, key: newIdempotencyKey() };
    const reply = await call(name, input, { idempotencyKey: unanswered.key, timeoutMs: ANSWER_WITHIN_MS });
    if (reply.ok || !isUncertain(reply)) unanswered = null;
    return reply;
  };
}

/** For one form, as long as it is on the screen. */
export function useCallOnce(): CallOnce {
  const [once] = useState(callOnce);
  return once;
}
