// Names a full disk as the reason where PostgreSQL has ended of it, and the error tells only of a broken connection.
import { isOfFullDisk, sentenceOf } from '../error-words.ts';
import { freeMegabytes } from './disk-use.ts';
import { isUnavailable } from './open.ts';

/** Less than PostgreSQL needs for the next file of its log, without which it ends. */
const NEEDED_MB = 34;

/** True if it was PostgreSQL that did not answer. An error about a file may have the code of a missing socket. */
export const isOfDatabase = (error: unknown): boolean =>
  isUnavailable(error) && !(error instanceof Error && 'path' in error);

/** The sentence for the operator, null if the disk of the data folder is not to blame. */
export async function fullDiskOf(error: unknown, dataDir: string): Promise<string | null> {
  if (!isOfDatabase(error)) return null;
  const free = await freeMegabytes(dataDir).catch(() => Infinity);
  if (!isOfFullDisk(error) && free >= NEEDED_MB) return null;
  return `The disk of ${dataDir} is full, so that PostgreSQL cannot go on. Make room there, then try again.`;
}

/** The error itself, or one that says that the disk of an embedded database is full. */
export async function withFullDisk(
  error: unknown,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined },
): Promise<unknown> {
  const sentence = databaseUrl === undefined ? await fullDiskOf(error, dataDir) : null;
  return sentence === null ? error : new Error(`${sentence} ${sentenceOf(error)}`, { cause: error });
}
