// A few seeds on the real server and a real database, each with kill -9 and a broken network; more with npm run simulate -- --level C.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { regressionsOf } from '../regressions.ts';
import { RealGround } from './run-real.ts';

const COMMANDS = 150;
const SEEDS = [1, 2, 3];

let ground: RealGround;

beforeAll(async () => {
  ground = await RealGround.open();
}, 60_000);

afterAll(() => ground.close());

test.for([...regressionsOf('C'), ...SEEDS.map((seed) => [seed, COMMANDS] as const)])(
  'seed %i with %i commands: one serial order, and nothing lost',
  async ([seed, commands]) => {
    const { wrong, faults, kills } = await ground.run(seed, commands);
    expect({ wrong, faults }).toEqual({ wrong: [], faults });
    expect(kills).toBeGreaterThan(0);
  },
);
