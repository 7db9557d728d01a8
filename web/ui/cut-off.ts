// What can be done only once may have been done by a try that had no answer: the next one is then refused for it.
import { useRef } from 'react';

/**
 * To be told of every refusal: true if the same input was sent before, and nobody knows what became of it. `refused`: the status with which
 * what has been done already is refused.
 */
export function useCutOff(refused: 400 | 429 = 400): (input: string, refusal: { status: number }) => boolean {
  const unanswered = useRef<string>(undefined);
  return (input, { status }) => {
    if (status === 0 || status >= 500) unanswered.current = input;
    return status === refused && unanswered.current === input;
  };
}
