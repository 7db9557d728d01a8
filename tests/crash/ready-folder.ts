// Makes the data folder that is copied, before the first test of a run.
import { READY_FOLDER } from './ready-copy.ts';
import { RealServer } from './real-server.ts';

export async function setup(): Promise<() => Promise<void>> {
  const server = await RealServer.create();
  await server.start();
  const code = await server.stop();
  if (code !== 0) throw new Error(`the server did not end in order: ${code}\n${server.said}`);
  process.env[READY_FOLDER] = server.dataDir;
  return () => server.remove();
}
