// The test projects: pure rules, the server on a real database, simulations, servers that are killed, journeys in a browser, and what
// wants the machine alone.
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';

// Generous: a machine that does something else meanwhile is slow, and no fault of what is tested.
const shared = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
} as const;

/** Reads the sources only, and needs no database. */
const TIDY = 'tests/tidy.test.ts';

/** Real servers without a browser: they wait for leases and for each other more than they compute, two files at a time. */
const CRASH = 'tests/crash/*.test.ts';

/** Calls, sockets and faults measure waiting times or need all processors: one after another, and nothing beside them. */
const ALONE = [
  'tests/{faults,simulation/real}/**/*.test.ts',
  'tests/e2e/{sockets,*call-journey,relay-journey}.test.ts',
];

/** By a run of everything on a slow machine (tools/test.mjs). */
const LEFT_OUT = (process.env.TESTS_LEFT_OUT ?? '').split(',').filter(Boolean);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // Nothing in them outlives its file, and a process for each file costs more than what it tests.
          isolate: false,
          include: ['{core,contract,web,tools}/**/*.test.{ts,tsx}', 'tests/scenarios/**/*.test.ts', TIDY],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          // A process for each file costs a second of a processor; modules of its own are what a file needs.
          isolate: false,
          setupFiles: './tests/setup/own-modules.ts',
          include: ['server/**/*.test.ts', 'tests/*.test.ts', 'tests/{fuzz,realism}/*.test.ts'],
          exclude: [TIDY],
          globalSetup: './tests/setup/cluster.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'simulation',
          // And benches: each in a process whose code nothing else has slowed.
          include: ['{tests/simulation,bench}/**/*.test.ts'],
          exclude: ALONE,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'crash',
          include: [CRASH],
          exclude: LEFT_OUT,
          globalSetup: './tests/crash/ready-folder.ts',
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...ALONE, ...LEFT_OUT],
          globalSetup: './tests/crash/ready-folder.ts',
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ALONE,
          exclude: LEFT_OUT,
          globalSetup: './tests/crash/ready-folder.ts',
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
