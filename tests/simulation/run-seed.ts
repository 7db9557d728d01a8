// Runs one seed from its first step, or repeats a list of steps, and reports where it went wrong.
import type { Action } from './action.ts';
import { People } from './people.ts';
import { Random } from './random.ts';
import { Simulation } from './simulation.ts';
import { drawWorld } from './world.ts';

export interface Failure {
  readonly seed: number;
  /** All steps, the failing one last. */
  readonly actions: readonly Action[];
  readonly faults: readonly string[];
}

export interface Run {
  readonly failure: Failure | null;
  readonly hash: number;
  readonly steps: number;
  /** Everything that happened at least once, as `Simulation` names it. */
  readonly happened: ReadonlySet<string>;
}

/** Makes another sequence of the seed, in which the worlds of regressions.txt have no rewards. */
const LUCK = 1024;
/** Makes another sequence, in which they have no changed orders. */
const WHIMS = 4096;
/** Makes another sequence, in which nobody leaves them. */
const PARTINGS = 20_002;
/** Makes another sequence, in which the stocks desk does nothing to them. */
const AFFAIRS = 30_008;
const SESSIONS = 40_009;
/** Makes another sequence, in which there are no statutory charges. */
const LAWS = 50_021;
/** Makes another sequence, in which nobody in them is punctual. */
const PUNCTUAL = 272_576;

function attempt(simulation: Simulation, action: Action): string[] {
  try {
    return simulation.step(action);
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

export function runSeed(seed: number, steps: number): Run {
  const random = new Random(seed);
  const world = drawWorld(random);
  const people = new People(world, random, {
    luck: new Random(seed + LUCK),
    whims: new Random(seed + WHIMS),
    partings: new Random(seed + PARTINGS),
    affairs: new Random(seed + AFFAIRS),
    sessions: new Random(seed + SESSIONS),
    laws: new Random(seed + LAWS),
    punctual: new Random(seed + PUNCTUAL),
  });
  const simulation = new Simulation();
  const actions: Action[] = [];
  for (let step = 1; step <= steps; step++) {
    const action = people.next(simulation.engine);
    actions.push(action);
    const faults = attempt(simulation, action);
    if (step === steps) simulation.checkAll(faults);
    if (faults.length > 0)
      return { failure: { seed, actions, faults }, hash: 0, steps: step, happened: simulation.happened };
  }
  return { failure: null, hash: simulation.hash, steps, happened: simulation.happened };
}

/** Repeats the same steps; returns the faults after the last of them or before. */
export function replay(actions: readonly Action[]): { faults: string[]; at: number } {
  const simulation = new Simulation();
  for (const [index, action] of actions.entries()) {
    const faults = attempt(simulation, action);
    if (index === actions.length - 1) simulation.checkAll(faults);
    if (faults.length > 0) return { faults, at: index };
  }
  return { faults: [], at: actions.length };
}

/** The first fault without its figures: a shorter list must go wrong in the same way. */
function kindOf(faults: readonly string[]): string {
  return (faults[0] ?? '').replace(/[\d.]+/g, '#').split('\n')[0];
}

/** Fewer steps that still go wrong: drops ever smaller stretches as long as the failure remains. */
export function shrink(failure: Failure): Failure {
  let { actions, faults } = failure;
  for (let size = Math.ceil(actions.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < actions.length;) {
      const fewer = [...actions.slice(0, from), ...actions.slice(from + size)];
      const again = replay(fewer);
      if (fewer.length === 0 || kindOf(again.faults) !== kindOf(faults)) from += size;
      else {
        actions = fewer.slice(0, again.at + 1);
        faults = again.faults;
      }
    }
  }
  return { seed: failure.seed, actions, faults };
}
