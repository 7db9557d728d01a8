// Prepares the data folder that is copied, before the first test of a run; in a run of several steps, in the first of them.
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { READY_FOLDER } from './ready-copy.ts';
import { RealServer } from './real-server.ts';

export async function setup(): Promise<() => Promise<void>> {
  const kept = process.env.TESTS_READY_FOLDER;
  if (kept !== undefined && existsSync(kept)) {
    process.env[READY_FOLDER] = kept;
    return async () => {};
  }
  const server = await RealServer.create();
  await server.start();
  const code = await server.stop();
  if (code !== 0) throw new Error(`the server did not end in order: ${code}\n${server.said}`);
  if (kept === undefined) {
    process.env[READY_FOLDER] = server.dataDir;
    return () => server.remove();
  }
  await rename(server.dataDir, kept);
  process.env[READY_FOLDER] = kept;
  return async () => {};
}
