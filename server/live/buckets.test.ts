// How much a socket may send, with a clock moved by hand.
import { expect, test } from 'vitest';
import { fullBuckets, takeToken } from './buckets.ts';

const START = 1_000_000;
const taken = (buckets: ReturnType<typeof fullBuckets>, event: string, at: number): number => {
  let count = 0;
  while (takeToken(buckets, event, at)) count++;
  return count;
};

test('sixty at once and twenty a second; requests of calls are counted apart', () => {
  const buckets = fullBuckets(START);
  expect(taken(buckets, 'subscribeChart', START)).toBe(60);
  expect(taken(buckets, 'offer', START)).toBe(500);
  // The one that was refused has its price, too.
  expect(taken(buckets, 'subscribeChart', START + 1_000)).toBe(19);
});

test('a clock that is set back takes nothing away', () => {
  const buckets = fullBuckets(START);
  expect(takeToken(buckets, 'subscribeChart', START - 3_600_000)).toBe(true);
  expect(taken(buckets, 'subscribeChart', START - 3_599_000)).toBe(60);
});
