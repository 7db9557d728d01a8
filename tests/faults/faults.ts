// All faults, in the order of their numbers.
import type { Fault } from './fault.ts';
import { killServer } from './x01-kill-server.ts';
import { killAtPoints } from './x02-kill-at-points.ts';
import { deploy } from './x03-deploy.ts';
import { frozen } from './x04-frozen.ts';
import { restartDatabase } from './x05-restart-database.ts';
import { lostCommitAnswer } from './x06-lost-commit-answer.ts';
import { partition } from './x07-partition.ts';
import { diskFull } from './x08-disk-full.ts';
import { uploadDisk } from './x09-upload-disk.ts';
import { slowDisk } from './x10-slow-disk.ts';
import { locks } from './x11-locks.ts';
import { clock } from './x12-clock.ts';
import { starved } from './x13-starved.ts';
import { webhooks } from './x14-webhooks.ts';
import { outsideServices } from './x15-outside-services.ts';
import { priceSource } from './x16-price-source.ts';
import { slowClients } from './x17-slow-clients.ts';
import { herd } from './x18-herd.ts';
import { backup } from './x19-backup.ts';
import { bitFlip } from './x20-bit-flip.ts';
import { migration } from './x21-migration.ts';

export const FAULTS: readonly Fault[] = [
  killServer,
  killAtPoints,
  deploy,
  frozen,
  restartDatabase,
  lostCommitAnswer,
  partition,
  diskFull,
  uploadDisk,
  slowDisk,
  locks,
  clock,
  starved,
  webhooks,
  outsideServices,
  priceSource,
  slowClients,
  herd,
  backup,
  bitFlip,
  migration,
];
