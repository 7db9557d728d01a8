// The changes to the drawn lines of a chart, for undo and redo.
import type { DrawnLine } from './drawn-lines.ts';

export interface LineHistory {
  readonly lines: readonly DrawnLine[];
  readonly past: readonly (readonly DrawnLine[])[];
  readonly future: readonly (readonly DrawnLine[])[];
  /** What is being done: the many moves of one drag are one step. */
  readonly step: string | null;
}

const MOST_STEPS = 50;

export function newHistory(lines: readonly DrawnLine[]): LineHistory {
  return { lines, past: [], future: [], step: null };
}

/** `step` names an action that spans several changes; null is a step of its own. */
export function changed(history: LineHistory, lines: readonly DrawnLine[], step: string | null): LineHistory {
  const goesOn = step !== null && step === history.step;
  const past = goesOn ? history.past : [...history.past, history.lines].slice(-MOST_STEPS);
  return { lines, past, future: [], step };
}

/** The next change begins a new step, even if it is of the same kind. */
export function settled(history: LineHistory): LineHistory {
  return history.step === null ? history : { ...history, step: null };
}

export function undone({ lines, past, future }: LineHistory): LineHistory {
  const before = past.at(-1);
  if (before === undefined) return { lines, past, future, step: null };
  return { lines: before, past: past.slice(0, -1), future: [lines, ...future], step: null };
}

export function redone({ lines, past, future }: LineHistory): LineHistory {
  const after = future.at(0);
  if (after === undefined) return { lines, past, future, step: null };
  return { lines: after, past: [...past, lines], future: future.slice(1), step: null };
}
