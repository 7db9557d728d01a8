// Whether two ways through the code take about as long: a way that does less work is found, the noise of the machine is not.

const ROUNDS = 20;
/** A busy machine may disturb one look; a way that does less work is faster at every look. */
const LOOKS = 3;

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length / 2];

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** In turn, by the median, because other work on the machine affects both alike. Returns the smallest difference seen, as a fraction of the longer time. */
export async function differenceOf(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  let smallest = 1;
  for (let look = 0; look < LOOKS && smallest >= 0.5; look++) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      times[0].push(await timeOf(one));
      times[1].push(await timeOf(other));
    }
    const [ours, theirs] = times.map(median);
    smallest = Math.min(smallest, Math.abs(ours - theirs) / Math.max(ours, theirs));
  }
  return smallest;
}
