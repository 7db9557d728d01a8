// Bars as the text that an answer carries, encoded once, from which any span can be cut.
import { firstPlace } from '../../core/first-place.ts';
import type { Bar } from '../../core/market/bars.ts';
import type { Bar as WireBar } from '../../contract/market.ts';

export interface EncodedBars {
  /** When each bar starts, the oldest first. */
  readonly starts: readonly number[];
  /** Where the text of each bar ends, without the comma behind it. */
  readonly ends: readonly number[];
  readonly text: string;
}

export type Present = (bar: Bar) => WireBar;

export function encodeBars(bars: readonly Bar[], present: Present): EncodedBars {
  const ends: number[] = [];
  let text = '';
  for (const bar of bars) {
    text += `${text === '' ? '' : ','}${JSON.stringify(present(bar))}`;
    ends.push(text.length);
  }
  return { starts: bars.map(({ startAt }) => startAt), ends, text };
}

/** The bars that start from one instant to another, at most `most` of the newest; empty if there are none. */
export function cutOut(
  { starts, ends, text }: EncodedBars,
  { fromAt, toAt, most = Infinity }: { fromAt: number; toAt: number; most?: number },
): string {
  const end = firstFrom(starts, toAt + 1);
  const first = Math.max(firstFrom(starts, fromAt), end - most);
  if (first >= end) return '';
  return text.slice(first === 0 ? 0 : ends[first - 1] + 1, ends[end - 1]);
}

/** The place of the first bar that starts at `at` or later. */
function firstFrom(starts: readonly number[], at: number): number {
  return firstPlace(starts.length, (place) => starts[place] >= at);
}
