// Proves that simulated sites have teeth: every bug planted in the server is caught within a few hundred of them.
import { afterAll, expect, test } from 'vitest';
import { isLate, LATE } from '../../setup/time-left.ts';
import { hunt, removeCopies } from '../hunt.ts';
import { PLANTED_IN_SHELL } from './planted-bugs.ts';

const GROUND = { room: 'server', level: 'B', seeds: 600, commands: 300 } as const;
/** This many are hunted in every run, however slow the machine. */
const LEAST = 12;

afterAll(removeCopies);

test('there are enough planted bugs, each with its own name', () => {
  expect(new Set(PLANTED_IN_SHELL.map(({ name }) => name)).size).toBe(PLANTED_IN_SHELL.length);
  expect(PLANTED_IN_SHELL.length).toBeGreaterThanOrEqual(LEAST);
});

test.concurrent.for(PLANTED_IN_SHELL)('caught: $name', async (bug, { skip }) => {
  skip(isLate() && PLANTED_IN_SHELL.indexOf(bug) >= LEAST, LATE);
  const { isCaught, report } = await hunt(bug, GROUND);
  expect(isCaught ? 'caught' : report).toBe('caught');
});
