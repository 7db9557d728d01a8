// Makes the data folder that is copied, before the first test of a run.
import { READY_FOLDER } from './ready-copy.ts';
import { RealServer } from './real-server.ts';

export async function setup(): Promise<() => Promise<void>> {
  const server = await RealServer.create();
  await server.start();
  await server.stop();
  process.env[READY_FOLDER] = server.dataDir;
  return () => server.remove();
}
