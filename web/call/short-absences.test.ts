// Short absences in a call: not shown unless they last.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallState } from '../../contract/call.ts';
import { ShortAbsences } from './short-absences.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stateOf(...away: string[]): CallState {
  const people = ['p1', 'p2', 'p3'].map((id) => ({ id, isAway: away.includes(id) }));
  return { people } as unknown as CallState;
}

const awayIn = ({ people }: CallState) => people.filter(({ isAway }) => isAway).map(({ id }) => id);

/** What is shown, one state after the other. */
function showing() {
  let [state, shown]: (CallState | null)[] = [null, null];
  const take = (next: CallState): void => {
    shown = absences.shown(state, next);
    state = next;
  };
  const absences = new ShortAbsences(() => state && take(state));
  return { absences, take, away: () => awayIn(shown!) };
}

test('nobody sees that a person was away for a moment', () => {
  const { take, away } = showing();
  take(stateOf());
  take(stateOf('p2'));
  expect(away()).toEqual([]);
  vi.advanceTimersByTime(2_000);
  take(stateOf());
  vi.advanceTimersByTime(60_000);
  expect(away()).toEqual([]);
});

test('a longer absence is shown, and its end at once; one from before this page came is shown at once', () => {
  const { take, away } = showing();
  take(stateOf('p3'));
  take(stateOf('p2', 'p3'));
  expect(away()).toEqual(['p3']);
  vi.advanceTimersByTime(3_000);
  expect(away()).toEqual(['p2', 'p3']);
  take(stateOf('p3'));
  expect(away()).toEqual(['p3']);
});

test('away once more, it is a new absence; and once the call is over nothing follows', () => {
  const { absences, take, away } = showing();
  take(stateOf());
  for (let times = 0; times < 3; times++) {
    take(stateOf('p2'));
    vi.advanceTimersByTime(2_000);
    take(stateOf());
  }
  take(stateOf('p2'));
  absences.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(away()).toEqual([]);
});
