// npm run simulate -- [--level A|B|C] --seed 42 ...: random worlds with every check, from one seed on; prints and shrinks the failures.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { asked, numberOf, refuseUnknown } from '../command-line.ts';
import { describe } from './action.ts';
import { runSeed, shrink } from './run-seed.ts';
import { Tally } from './tally.ts';

const HELP = `npm run simulate -- --seed 42     random worlds from this seed on, each checked after every step

--level A|B|C   A (the usual one): the pure core and its twin. B: the server on a simulated database, in virtual time.
                C: the server on a real one, behind a fault proxy
--seeds N       as many worlds
--minutes N     fresh worlds for so long; what fails is told, and the next one runs
--commands N    steps in each world
--first N       a seed to run before all others
--brief         says what fails without looking for fewer steps
`;

const values = asked(HELP, () => {
  const { values: given } = parseArgs({
    options: {
      level: { type: 'string', default: 'A' },
      seed: { type: 'string' },
      first: { type: 'string' },
      seeds: { type: 'string' },
      minutes: { type: 'string' },
      commands: { type: 'string' },
      brief: { type: 'boolean', default: false },
    },
  });
  refuseUnknown('level', [given.level], ['A', 'B', 'C']);
  const { level: name, brief, ...texts } = given;
  const numbers = Object.entries(texts).map(([option, text]) => [
    option,
    numberOf(option, text, option === 'seeds' || option === 'commands' ? 1 : 0),
  ]);
  return {
    level: name as 'A' | 'B' | 'C',
    brief,
    ...(Object.fromEntries(numbers) as Partial<Record<NumberOption, number>>),
  };
});
type NumberOption = 'seed' | 'first' | 'seeds' | 'minutes' | 'commands';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The result of one world: with its story if it went wrong. */
interface Ran {
  readonly steps: number;
  readonly story: readonly string[] | null;
  readonly figures: Readonly<Record<string, number>>;
  /** A hash of everything that was done and reported; null if time is real. */
  readonly hash: number | null;
  /** How often things broke, and how requests were answered. */
  readonly happened: Tally;
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
    const { failure, steps, hash } = runSeed(seed, commands);
    const ran = { steps, figures: {}, hash, happened: new Tally() };
    if (failure === null) return { ...ran, story: null };
    const told = [`seed ${seed} fails at step ${steps}${version()}:`, ...failure.faults.map(indented)];
    if (values.brief) return { ...ran, story: told };
    const small = shrink(failure);
    told.push(`shrunk to ${small.actions.length} steps:`, ...small.actions.map((action) => indented(describe(action))));
    return { ...ran, story: [...told, ...small.faults.map(indented)] };
  },
};

/** Loaded only when needed, so that the core is simulated without a server. */
async function shell(): Promise<Level> {
  const { describe: describeStep, runShellSeed, shrinkShell } = await import('./shell/run-shell.ts');
  return {
    seeds: 500,
    commands: 300,
    async run(seed, commands) {
      const ran = await runShellSeed(seed, commands);
      const { wrong, steps, recoveries, commands: decided, hash, happened } = ran;
      const figures = { commands: decided, recoveries, 'virtual seconds': Math.round(ran.virtualMs / 1000) };
      const done = { steps: steps.length, figures, hash, happened };
      if (wrong.length === 0) return { ...done, story: null };
      const place = `seed ${seed} fails after ${steps.length} steps${version()}:`;
      const told = [place, ...wrong.slice(0, MOST_SHOWN).map(indented)];
      if (values.brief) return { ...done, story: told };
      const small = await shrinkShell(ran);
      const left = small.steps.filter(({ action, fault }) => action !== null || fault !== null);
      told.push(`shrunk to ${left.length} steps:`, ...left.map((step) => indented(describeStep(step))));
      return { ...done, story: [...told, ...small.wrong.slice(0, MOST_SHOWN).map(indented)] };
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
      const { wrong, faults, commands: wishes, kills, happened } = await ground.run(seed, commands);
      const done = { steps: wishes, figures: { faults: faults.length, 'kills -9': kills }, hash: null, happened };
      if (wrong.length === 0) return { ...done, story: null };
      const place = `seed ${seed} fails${version()}, broken by ${faults.join(', ')}:`;
      return { ...done, story: [place, ...wrong.slice(0, MOST_SHOWN).map(indented)] };
    },
    close: () => ground.close(),
  };
}

const MOST_SHOWN = 8;
/** At most this many stories are printed. */
const MOST_FAILED = 20;

/** One of this many seeds is run twice, and must have the same result. */
const TWICE_EVERY = 100;

const indented = (line: string): string => `  ${line}`;

const level = await { A: () => CORE, B: shell, C: real }[values.level]();
const limitMs = values.minutes === undefined ? null : values.minutes * 60_000;
/** A run for a given time should not repeat the worlds of the last one. */
const from = values.seed ?? (limitMs === null ? 1 : Date.now() % 2 ** 31);
const most = limitMs === null ? (values.seeds ?? level.seeds) : Infinity;
const commands = values.commands ?? level.commands;
const sums = new Map<string, number>();
const startedAt = performance.now();
const passedMs = (): number => performance.now() - startedAt;
const firstOfAll = values.first === undefined ? [] : [values.first];
const seedAt = (place: number): number => firstOfAll[place] ?? from + place - firstOfAll.length;
const happened = new Tally();
let [steps, count, failed, twice] = [0, 0, 0, 0];
for (; count < most && (limitMs === null ? failed === 0 : passedMs() < limitMs && failed < MOST_FAILED); count++) {
  const ran = await level.run(seedAt(count), commands);
  steps += ran.steps;
  for (const [name, figure] of Object.entries(ran.figures)) sums.set(name, (sums.get(name) ?? 0) + figure);
  happened.addAll(ran.happened);
  const story = ran.story ?? (await differsTheSecondTime(seedAt(count), ran));
  for (const line of story ?? []) say(line);
  if (story !== null) failed++;
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
if (!values.brief) for (const line of table()) say(line);
process.exit(failed === 0 ? 0 : 1);

/** Null if the result is the same, or if it is not this seed's turn. */
async function differsTheSecondTime(seed: number, { hash }: Ran): Promise<string[] | null> {
  if (hash === null || count % TWICE_EVERY !== 0) return null;
  twice++;
  const again = await level.run(seed, commands);
  return again.hash === hash ? null : [`seed ${seed} comes to another end when it is run again${version()}`];
}

/** The totals of a long run, to be quoted. */
function table(): string[] {
  const rows: [string, number | string][] = [
    [`seeds of ${commands} steps`, count],
    ['failed', failed],
    ...(twice > 0 ? [['run twice, with the same end', twice] as [string, number]] : []),
    ['steps', steps],
    ...sums,
    ...happened.sorted,
    ['minutes', (seconds / 60).toFixed(1)],
  ];
  return [`| level ${values.level} | |`, '| --- | ---: |', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)];
}

/** The commit that was tested, if it is known. */
function version(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, stdio: 'pipe' });
    return ` (at ${commit.toString().trim()})`;
  } catch {
    return '';
  }
}
