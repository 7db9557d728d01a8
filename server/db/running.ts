// Finds the embedded PostgreSQL of a data folder whose server is running, for a tool that works beside it.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from './cluster.ts';
import { isPostgres } from './postmaster.ts';

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};

/** Null when nothing runs there. What it is reached by stands in its pid file, as PostgreSQL itself writes it. */
export const runningConnection = (dataDir: string): Connection | null => {
  const folder = path.join(dataDir, 'postgres');
  const [pid, , , port, socketFolder, address, , status] = linesOf(path.join(folder, 'data', 'postmaster.pid'));
  // After a crash the number may belong to any other program, above all in a container.
  if (!(Number(pid) > 1) || status?.trim() !== 'ready' || !isPostgres(Number(pid))) return null;
  const [password] = linesOf(path.join(folder, 'password'));
  const host = socketFolder.trim() || address.trim();
  return { host, port: Number(port), user: 'istock', password: password.trim(), database: 'postgres' };
};

/** @throws with a sentence where the data folder has no database yet: a tool that only looks must not make one, least of all in a wrong folder. */
export const requireMarket = ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string | undefined;
  dataDir: string;
}): void => {
  if (databaseUrl === undefined && !isThere(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'), dataDir))
    throw new Error(`There is no market in ${dataDir}. Say where it is with DATA_DIR.`);
};

const isThere = (file: string, dataDir: string): boolean => {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new Error(`This user may not look into ${dataDir}. Run this as the user that runs Istock.`, { cause: error });
  }
};
