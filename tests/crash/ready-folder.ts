// Makes one data folder for the whole run, with its database and its history, of which every real server gets a copy: that is what takes longest.
import { READY_FOLDER, RealServer } from './real-server.ts';

export async function setup(): Promise<() => Promise<void>> {
  const server = await RealServer.create();
  await server.start();
  await server.stop();
  process.env[READY_FOLDER] = server.dataDir;
  return () => server.remove();
}
