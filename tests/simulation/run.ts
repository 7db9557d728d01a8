// npm run simulate -- [--level A|B|C] --seed 42 [--first N] [--seeds N | --minutes N] [--commands N] [--brief]: random worlds with every check, from one seed on; prints and shrinks what fails.
import { parseArgs } from 'node:util';
import { describe } from './action.ts';
import { runSeed, shrink } from './run-seed.ts';

const { values } = parseArgs({
  options: {
    /** A: the pure core and its twin. B: the server on a simulated database, in virtual time. C: the server on a real one, behind a fault proxy. */
    level: { type: 'string', default: 'A' },
    seed: { type: 'string' },
    /** A seed to run before all others. */
    first: { type: 'string' },
    seeds: { type: 'string' },
    /** Fresh seeds until it is over; what fails is told, and the next one runs. */
    minutes: { type: 'string' },
    commands: { type: 'string' },
    /** Says what fails without looking for fewer steps. */
    brief: { type: 'boolean', default: false },
  },
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What one world came to: its story where it went wrong. */
interface Ran {
  readonly steps: number;
  readonly story: readonly string[] | null;
  readonly figures: Readonly<Record<string, number>>;
}

interface Level {
  readonly seeds: number;
  readonly commands: number;
  run(seed: number, commands: number): Ran | Promise<Ran>;
  close?(): Promise<void>;
}

const CORE: Level = {
  seeds: 1000,
  commands: 500,
  run(seed, commands) {
    const { failure, steps } = runSeed(seed, commands);
    if (failure === null) return { steps, story: null, figures: {} };
    const told = [`seed ${seed} fails at step ${steps}:`, ...failure.faults.map(indented)];
    if (values.brief) return { steps, story: told, figures: {} };
    const small = shrink(failure);
    told.push(`shrunk to ${small.actions.length} steps:`, ...small.actions.map((action) => indented(describe(action))));
    return { steps, story: [...told, ...small.faults.map(indented)], figures: {} };
  },
};

/** Loaded only when it is asked for: the core is simulated without a server. */
async function shell(): Promise<Level> {
  const { describe: describeStep, runShellSeed, shrinkShell } = await import('./shell/run-shell.ts');
  return {
    seeds: 500,
    commands: 300,
    async run(seed, commands) {
      const ran = await runShellSeed(seed, commands);
      const { wrong, steps, recoveries, commands: decided } = ran;
      const figures = { commands: decided, recoveries, 'virtual seconds': Math.round(ran.virtualMs / 1000) };
      if (wrong.length === 0) return { steps: steps.length, story: null, figures };
      const told = [`seed ${seed} fails after ${steps.length} steps:`, ...wrong.slice(0, MOST_SHOWN).map(indented)];
      if (values.brief) return { steps: steps.length, story: told, figures };
      const small = await shrinkShell(ran);
      const left = small.steps.filter(({ action, fault }) => action !== null || fault !== null);
      told.push(`shrunk to ${left.length} steps:`, ...left.map((step) => indented(describeStep(step))));
      return { steps: steps.length, story: [...told, ...small.wrong.slice(0, MOST_SHOWN).map(indented)], figures };
    },
  };
}

/** A real database, and the server in processes of its own. */
async function real(): Promise<Level> {
  const { RealGround } = await import('./real/run-real.ts');
  const ground = await RealGround.open();
  return {
    seeds: 20,
    commands: 300,
    async run(seed, commands) {
      const { wrong, faults, commands: wishes, kills } = await ground.run(seed, commands);
      const figures = { faults: faults.length, 'kills -9': kills };
      if (wrong.length === 0) return { steps: wishes, story: null, figures };
      const told = [`seed ${seed} fails, broken by ${faults.join(', ')}:`, ...wrong.slice(0, MOST_SHOWN).map(indented)];
      return { steps: wishes, story: told, figures };
    },
    close: () => ground.close(),
  };
}

const MOST_SHOWN = 8;
/** So many stories are enough to read. */
const MOST_FAILED = 20;

const indented = (line: string): string => `  ${line}`;

const LEVELS: Record<string, () => Level | Promise<Level>> = { A: () => CORE, B: shell, C: real };
const open = LEVELS[values.level];
if (open === undefined) throw new Error(`There is no level ${values.level}: ${Object.keys(LEVELS).join(', ')}`);
const level = await open();
const limitMs = values.minutes === undefined ? null : Number(values.minutes) * 60_000;
/** With a time to fill nobody wants the same worlds again. */
const from = Number(values.seed ?? (limitMs === null ? 1 : Date.now() % 2 ** 31));
const most = limitMs === null ? Number(values.seeds ?? level.seeds) : Infinity;
const commands = Number(values.commands ?? level.commands);
const sums = new Map<string, number>();
const startedAt = performance.now();
const passedMs = (): number => performance.now() - startedAt;
const firstOfAll = values.first === undefined ? [] : [Number(values.first)];
const seedAt = (place: number): number => firstOfAll[place] ?? from + place - firstOfAll.length;
let [steps, count, failed] = [0, 0, 0];
for (; count < most && (limitMs === null ? failed === 0 : passedMs() < limitMs && failed < MOST_FAILED); count++) {
  const ran = await level.run(seedAt(count), commands);
  steps += ran.steps;
  for (const [name, figure] of Object.entries(ran.figures)) sums.set(name, (sums.get(name) ?? 0) + figure);
  for (const line of ran.story ?? []) say(line);
  if (ran.story !== null) failed++;
}
await level.close?.();
const seconds = passedMs() / 1000;
const seedsPerMinute = Math.round((count / seconds) * 60);
const more = [...sums].map(([name, sum]) => `, ${sum} ${name}`).join('');
const outcome = failed === 0 ? 'pass' : `ran, of which ${failed} FAILED`;
if (failed === 0 || limitMs !== null)
  say(
    `${count} seeds of ${commands} steps from ${from} on ${outcome}: ${Math.round(steps / seconds)} steps/s, ${seedsPerMinute} seeds/min${more}, ${Math.round(seconds)} s`,
  );
process.exit(failed === 0 ? 0 : 1);
