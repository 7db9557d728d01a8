// All faults, in the order of their numbers.
import type { Fault } from './fault.ts';
import { killServer } from './x01-kill-server.ts';
import { restartDatabase } from './x05-restart-database.ts';
import { lostCommitAnswer } from './x06-lost-commit-answer.ts';
import { partition } from './x07-partition.ts';

export const FAULTS: readonly Fault[] = [killServer, restartDatabase, lostCommitAnswer, partition];
