// Copies a prepared data folder for each real server of a run, because making its database and history takes longest.
import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { startPostgres } from '../../server/db/embedded.ts';
import type { RunningPostgres } from '../../server/db/embedded.ts';

/** The variable by which the processes that run the tests find it. */
export const READY_FOLDER = 'ISTOCK_READY_FOLDER';

/** Copies it, if the run has one; a bench has none. */
export async function copyReadyFolder(to: string): Promise<void> {
  const ready = process.env[READY_FOLDER];
  if (ready !== undefined) await cp(ready, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** A database server for several processes, on a copy. */
export async function startReadyPostgres(dataDir: string): Promise<RunningPostgres> {
  await copyReadyFolder(dataDir);
  return startPostgres({ dataDir, isForgetful: true });
}
