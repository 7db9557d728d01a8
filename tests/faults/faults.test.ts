// A few quick faults of the table on the real server and a real database, each with the whole proof; the rest: npm run faults.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { Stage } from './stage.ts';
import { deploy } from './x03-deploy.ts';
import { restartDatabase } from './x05-restart-database.ts';
import { lostCommitAnswer } from './x06-lost-commit-answer.ts';
import { partition } from './x07-partition.ts';
import { bitFlip } from './x20-bit-flip.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
}, 120_000);

afterAll(() => stage.close());

const holds = (fault: Fault, ...cycles: number[]) =>
  test(`${fault.id}: ${fault.what}`, async () => {
    for (const cycle of cycles) expect((await fault.run(stage, cycle)).wrong).toEqual([]);
  });

holds(lostCommitAnswer, 0, 2);
holds(restartDatabase, 1, 3);
holds(partition, 1, 5);
holds(deploy, 0);
holds(bitFlip, 0);
