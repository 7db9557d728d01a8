// Proves that the simulation has teeth: every planted bug is caught within a few hundred small worlds.
import { afterAll, expect, test } from 'vitest';
import { isLate, LATE } from '../setup/time-left.ts';
import { hunt, misfits, removeCopies } from './hunt.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { SCENTS } from './scents.ts';
import { PLANTED_IN_SHELL } from './shell/planted-bugs.ts';

const SEEDS = 1500;
const COMMANDS = 300;
/** This many are hunted in every run, however slow the machine. */
const LEAST = 40;

afterAll(removeCopies);

test('there are enough planted bugs, each with its own name', () => {
  expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length);
  expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(LEAST);
});

test('every scent belongs to a planted bug', () => {
  const names = new Set([...PLANTED_BUGS, ...PLANTED_IN_SHELL].map(({ name }) => name));
  expect(Object.keys(SCENTS).filter((name) => !names.has(name))).toEqual([]);
});

// The hunts that a slow machine leaves out would not notice a bug that no longer fits.
test('every bug fits the program as it is', () => {
  const inCore = PLANTED_BUGS.flatMap((bug) => misfits(bug, 'core'));
  const inServer = PLANTED_IN_SHELL.flatMap((bug) => misfits(bug, 'server'));
  expect([...inCore, ...inServer]).toEqual([]);
});

test.concurrent.for(PLANTED_BUGS)('caught: $name', async (bug, { skip }) => {
  skip(isLate() && PLANTED_BUGS.indexOf(bug) >= LEAST, LATE);
  const { isCaught, report } = await hunt(bug, { room: 'core', level: 'A', seeds: SEEDS, commands: COMMANDS });
  expect(isCaught ? 'caught' : report).toBe('caught');
});
