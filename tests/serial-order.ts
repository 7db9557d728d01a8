// What people saw is one serial order: nobody who asked after another had been answered comes before that other.

/** One wish that was decided: when it was first sent, when its answer came, and its place. */
export interface Placed {
  readonly firstSentAt: number;
  readonly answeredAt: number;
  readonly sequence: number;
}

/** Whoever was answered before another one asked comes before that other. */
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
