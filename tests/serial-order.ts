// What people saw is one serial order: a request that was sent after another's answer must not come before that other.

/** One request that was decided: when it was first sent, when its answer came, and its place in the order. */
export interface Placed {
  readonly firstSentAt: number;
  readonly answeredAt: number;
  readonly sequence: number;
}

/** A request that was answered before another one was sent must come before that other. */
export function serialFaults(placed: readonly Placed[]): string[] {
  const wrong: string[] = [];
  const byAnswer = placed.toSorted((a, b) => a.answeredAt - b.answeredAt);
  let [next, highest] = [0, 0];
  for (const { firstSentAt, sequence } of placed.toSorted((a, b) => a.firstSentAt - b.firstSentAt)) {
    for (; next < byAnswer.length && byAnswer[next].answeredAt < firstSentAt; next++)
      highest = Math.max(highest, byAnswer[next].sequence);
    if (sequence <= highest) wrong.push(`command ${sequence} was asked after ${highest} had been answered`);
  }
  return wrong;
}
