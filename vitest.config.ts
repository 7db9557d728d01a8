// The test projects: pure rules, the server on a real database, simulations, and journeys in a browser one after another.
import { defineConfig } from 'vitest/config';

const shared = { environment: 'node', testTimeout: 20_000, hookTimeout: 60_000 } as const;

/** Reads the sources only, and needs no database. */
const TIDY = 'tests/tidy.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{core,contract,web,tools,bench}/**/*.test.{ts,tsx}', 'tests/scenarios/**/*.test.ts', TIDY],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/*.test.ts', 'tests/fuzz/*.test.ts'],
          exclude: [TIDY],
          globalSetup: './tests/setup/cluster.ts',
        },
      },
      { test: { ...shared, name: 'simulation', include: ['tests/simulation/**/*.test.ts'], testTimeout: 180_000 } },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/{crash,e2e,faults}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
