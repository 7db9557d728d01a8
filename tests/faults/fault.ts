// What a fault is, and the course of most of them: people trade, something breaks and is repaired, and then everything is proven.
import { setTimeout as sleep } from 'node:timers/promises';
import { Journal } from './journal.ts';
import { prove } from './proof.ts';
import { Screen } from './screen.ts';
import type { Stage } from './stage.ts';
import { Load, makeTraders } from './traders.ts';
import type { Trader } from './traders.ts';

export interface Fault {
  /** Its number in the table of faults. */
  readonly id: string;
  readonly what: string;
  /** How many cycles an ordinary run has, and a night's. */
  readonly cycles: { readonly day: number; readonly night: number };
  /** Opens its own stage, if it needs another than the usual one; or says why this machine cannot provide it. */
  readonly open?: () => Promise<Stage | string>;
  /** Ends what `open` has started besides the stage. */
  readonly close?: () => Promise<void>;
  /** One cycle. */
  run(stage: Stage, cycle: number): Promise<Outcome>;
}

export interface Outcome {
  /** What did not hold; empty when everything did. */
  readonly wrong: readonly string[];
  /** From the end of the fault to the first acknowledged order; null if there was no outage. */
  readonly recoveryMs: number | null;
  /** The longest time that a caller waited for a reply or the end of the connection. */
  readonly longestMs: number;
  /** How many different orders were requested, each with its key. */
  readonly requests: number;
  readonly acknowledged: number;
  /** Orders acknowledged and not stored, and orders stored that nobody was told of. */
  readonly lost: number;
  readonly unasked: number;
  /** Requests whose outcome was unknown until they were repeated. */
  readonly unknown: number;
  /** Why it could not be tried on this machine. */
  readonly notRun?: string;
}

const NOTHING: Outcome = {
  ...{ wrong: [], recoveryMs: null, longestMs: 0 },
  ...{ requests: 0, acknowledged: 0, lost: 0, unasked: 0, unknown: 0 },
};

export const notRun = (why: string): Outcome => ({ ...NOTHING, notRun: why });

/** The result of a cycle in which nobody traded, or which was broken off. */
export const outcomeOf = (found: Partial<Outcome>): Outcome => ({ ...NOTHING, ...found });

/** People who trade, from before the fault until after it. */
export interface Scene {
  readonly stage: Stage;
  readonly journal: Journal;
  readonly traders: readonly Trader[];
  /** Checks what else must hold, and returns what does not. */
  readonly wrong: string[];
}

export interface Course {
  readonly traders?: number;
  readonly hasScreens?: boolean;
  /** How people get their money, if not through the built-in payment provider. */
  readonly makeTraders?: (stage: Stage, count: number) => Promise<Trader[]>;
  /** The limits for coming back, and for the longest wait. */
  readonly recoveryMs: number;
  readonly longestMs?: number;
}

const WARM_UP_MS = 400;
const MOST_WARM_UP_MS = 10_000;
const MOST_RECOVERY_MS = 60_000;
/** How long trading goes on after it has come back. */
const AFTERWARDS_MS = 300;

/** @param act breaks and repairs something, and returns the instant from which the recovery is measured */
export async function underLoad(
  stage: Stage,
  course: Course,
  act: (scene: Scene) => Promise<number>,
): Promise<Outcome> {
  const count = course.traders ?? 6;
  const traders = await (course.makeTraders?.(stage, count) ?? makeTraders(stage.server, count));
  const screens = course.hasScreens === false ? [] : traders.slice(0, 2).map((trader) => new Screen(stage, trader));
  const scene: Scene = { stage, journal: new Journal(), traders, wrong: [] };
  const { journal, wrong } = scene;
  const load = new Load(stage, traders, journal);
  try {
    await sleep(WARM_UP_MS);
    for (let waited = 0; journal.acknowledged === 0 && waited < MOST_WARM_UP_MS; waited += 50) await sleep(50);
    if (journal.acknowledged === 0) wrong.push('nobody was trading before the fault');
    const healedAt = await act(scene);
    const recoveryMs = await untilTrading(journal, healedAt);
    await sleep(AFTERWARDS_MS);
    await load.stop();
    const longestMs = journal.longestWait(0);
    const unknown = journal.requests.length - journal.answered.length;
    const requests = journal.requests.length;
    const { acknowledged } = journal;
    wrong.push(...withinLimits(course, recoveryMs, longestMs), ...(await prove({ stage, journal, screens })));
    const { lost, unasked } = journal;
    return { wrong, recoveryMs, longestMs, requests, acknowledged, lost, unasked, unknown };
  } finally {
    await load.stop();
    for (const screen of screens) screen.close();
  }
}

async function untilTrading(journal: Journal, healedAt: number): Promise<number | null> {
  for (;;) {
    const ms = journal.firstAfter(healedAt);
    if (ms !== null) return ms;
    if (performance.now() - healedAt > MOST_RECOVERY_MS) return null;
    await sleep(20);
  }
}

function withinLimits(course: Course, recoveryMs: number | null, longestMs: number): string[] {
  const wrong: string[] = [];
  if (recoveryMs === null) wrong.push(`nobody trades again within ${MOST_RECOVERY_MS} ms`);
  else if (recoveryMs > course.recoveryMs)
    wrong.push(`trading came back after ${Math.round(recoveryMs)} ms; it must within ${course.recoveryMs} ms`);
  if (course.longestMs !== undefined && longestMs > course.longestMs)
    wrong.push(`a caller waited for ${Math.round(longestMs)} ms; it must be at most ${course.longestMs} ms`);
  return wrong;
}

/** A number from 0 up to a limit, the same for the same cycle. */
export function spread(cycle: number, limit: number): number {
  return Math.floor(((cycle * 0.6180339887) % 1) * limit);
}
