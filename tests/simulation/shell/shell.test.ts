// Whole simulated sites with every fault, in the time that CI has: seeds that once failed first, then fresh ones, some of them twice.
import { describe as group, expect, test } from 'vitest';
import { regressionsOf } from '../regressions.ts';
import { Tally } from '../tally.ts';
import { describe, runShellSeed, shrinkShell } from './run-shell.ts';
import type { ShellRun } from './run-shell.ts';

const SEEDS = 160;
const COMMANDS = 300;

/** The report of a site that went wrong: how to run it again, and a short way to the fault. */
async function story(run: ShellRun): Promise<string> {
  if (run.wrong.length === 0) return '';
  const { steps, wrong } = await shrinkShell(run, 60);
  const left = steps.filter(({ action, fault }) => action !== null || fault !== null);
  const again = `npm run simulate -- --level B --seed ${run.seed} --seeds 1 --commands ${run.steps.length}`;
  return [again, ...run.wrong, `shrunk to ${left.length} steps:`, ...left.map(describe), ...wrong].join('\n');
}

test.for(regressionsOf('B'))('seed %i with %i commands, which once failed', async ([seed, commands]) => {
  expect(await story(await runShellSeed(seed, commands))).toBe('');
});

const happened = new Tally();
const sums = { recoveries: 0, commands: 0 };

group(`${SEEDS} sites of ${COMMANDS} commands`, () => {
  const parts = Array.from({ length: 8 }, (_, part) => part);
  test.for(parts)('part %i', async (part) => {
    const size = SEEDS / parts.length;
    for (let seed = 1 + part * size; seed <= (part + 1) * size; seed++) {
      const run = await runShellSeed(seed, COMMANDS);
      expect(await story(run)).toBe('');
      happened.addAll(run.happened);
      sums.recoveries += run.recoveries;
      sums.commands += run.commands;
    }
  });
});

test('everything that can break has broken, and people were answered in every way', () => {
  const faults = ['kill', 'pause', 'second', 'partition', 'half-open', 'database-restart', 'disk-full', 'deploy'];
  faults.push(
    'disk-stalls',
    'read-only',
    'no-connection',
    'clock',
    'clock-frozen',
    'screen-gone',
    'provider-away',
    'process ended',
    'command broke off',
    'turn broke off',
  );
  for (const kind of ['lost', 'silent', 'slow', 'refused', 'killed']) faults.push(`mishap ${kind}`);
  const answers = ['order 200', 'order 422', 'order 403', 'cancel 200', 'cancel 404', 'cancel 409', 'modify 200'];
  answers.push('modify 422', 'settle 200', 'reward 200', 'command 200', 'command 422');
  answers.push('verify 200', 'news 200', 'leave 200', 'cancel-lesson 200', 'pay-back 200', 'pay-back 409');
  for (const kind of [...faults, ...answers]) expect(happened.kinds).toContain(kind);
  expect(sums.recoveries).toBeGreaterThan(SEEDS);
  expect(sums.commands).toBeGreaterThan(SEEDS * 100);
});

test('the same seed gives the same site, another seed another one', async () => {
  const hashes: number[] = [];
  for (const seed of [11, 12, 11, 12]) hashes.push((await runShellSeed(seed, COMMANDS)).hash);
  expect(hashes.slice(2)).toEqual(hashes.slice(0, 2));
  expect(hashes[0]).not.toBe(hashes[1]);
});
