// npm run simulate -- --seed 42 [--seeds N] [--commands N] [--brief]: random worlds with every check, from one seed on; prints and shrinks what fails.
import { parseArgs } from 'node:util';
import { describe } from './action.ts';
import { runSeed, shrink } from './run-seed.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1000' },
    commands: { type: 'string', default: '500' },
    /** Says what fails without looking for fewer steps. */
    brief: { type: 'boolean', default: false },
  },
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const first = Number(values.seed);
const count = Number(values.seeds);
const commands = Number(values.commands);
const startedAt = performance.now();
let steps = 0;
for (let seed = first; seed < first + count; seed++) {
  const run = runSeed(seed, commands);
  steps += run.steps;
  if (run.failure === null) continue;
  say(`seed ${seed} fails at step ${run.steps}:`);
  for (const fault of run.failure.faults) say(`  ${fault}`);
  if (values.brief) process.exit(1);
  const small = shrink(run.failure);
  say(`shrunk to ${small.actions.length} steps:`);
  for (const action of small.actions) say(`  ${describe(action)}`);
  for (const fault of small.faults) say(`  ${fault}`);
  process.exit(1);
}
const seconds = (performance.now() - startedAt) / 1000;
const seedsPerMinute = Math.round((count / seconds) * 60);
say(`${count} seeds of ${commands} steps pass: ${Math.round(steps / seconds)} steps/s, ${seedsPerMinute} seeds/min`);
