// Prepares files of the write-ahead log of the embedded PostgreSQL: a commit is faster into a file that has been full before.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Queryable } from './open.ts';

/** Right after a start there is more urgent work. */
const FIRST_REST_MS = 60_000;
/** Others' commits wait for some tens of milliseconds while a file is filled. */
const REST_MS = 1_000;

const FILES = `select (select count(*) from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$') as there,
  pg_size_bytes(current_setting('min_wal_size')) / pg_size_bytes(current_setting('wal_segment_size')) as kept`;
/** Switching fills the rest of the file with zeros. Without a message in it, the file would count as not begun. */
const FILL = `select pg_logical_emit_message(false, 'istock', ''), pg_switch_wal()`;

/**
 * A new file of the log has no space on the disk yet, so each commit into it also waits until the file system has allocated some.
 * PostgreSQL keeps a few full files and uses them again. A database that has not filled that many yet fills them here.
 */
export async function makeLogRoom(db: Queryable, { most = Infinity, restMs = REST_MS } = {}): Promise<void> {
  const { rows } = await db.query<{ there: number; kept: number }>(FILES);
  const [{ there, kept }] = rows;
  for (let files = there; files < Math.min(kept, most); files++) {
    await db.query(FILL);
    await sleep(restMs, undefined, { ref: false });
  }
}

/** Returns a function that stops it. */
export function startLogRoom(db: Queryable, log: Log): () => void {
  let isOver = false;
  const asked: Queryable = {
    query: (query, values) => (isOver ? Promise.reject(new Error('it is over')) : db.query(query, values)),
  };
  const timer = setTimeout(() => {
    makeLogRoom(asked).catch((error: unknown) => {
      if (!isOver) log.warn({ err: error }, 'files of the log could not be filled');
    });
  }, FIRST_REST_MS);
  timer.unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
