// How much a socket may send, with a clock moved by hand.
import { expect, test } from 'vitest';
import { fullAllowances, takeRequest } from './socket-allowances.ts';

const START = 1_000_000;
const taken = (allowances: ReturnType<typeof fullAllowances>, event: string, at: number): number => {
  let count = 0;
  while (takeRequest(allowances, event, at)) count++;
  return count;
};

test('sixty at once and twenty a second; requests of calls are counted apart', () => {
  const allowances = fullAllowances(START);
  expect(taken(allowances, 'subscribeChart', START)).toBe(60);
  expect(taken(allowances, 'offer', START)).toBe(500);
  expect(taken(allowances, 'subscribeChart', START + 1_000)).toBe(20);
});

test('a clock that is set back takes nothing away', () => {
  const allowances = fullAllowances(START);
  expect(takeRequest(allowances, 'subscribeChart', START - 3_600_000)).toBe(true);
  expect(taken(allowances, 'subscribeChart', START - 3_599_000)).toBe(60);
});
