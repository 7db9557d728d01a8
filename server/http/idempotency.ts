// Keeps the reply to a call that changed something, so that a repeat with the same Idempotency-Key gets the same reply.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../db/open.ts';
import { HttpError, keyReused, keyRunning } from '../http-error.ts';
import { callMessages } from '../../contract/messages/call.ts';
import type { PlainReply } from './reply.ts';

interface Key {
  userId: string;
  route: string;
  key: string;
  fingerprint: string;
}

/** A process that died midway leaves its key marked as running: after this long, another attempt may take it over. */
const ABANDONED_AFTER = '2 minutes';
/** Between two attempts to keep a reply: at first, and at most. */
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/**
 * Keys this process is working on, or whose reply it has yet to keep: never taken over, however long it takes and whatever the
 * database's clock says.
 */
const running = new Set<string>();

/** 1 to 255 printable characters, or nothing. @throws for anything else. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new HttpError(400, callMessages.keyInvalid, { code: 'invalid-idempotency-key' });
}

/**
 * Runs `work` once per key; a repeat gets the kept reply. A failure that a retry might cure is not kept. If the reply cannot be kept, the
 * caller gets it all the same, since the work is done, and a repeat is refused until it is kept.
 */
export async function once(database: Queryable, key: Key, work: () => Promise<PlainReply>): Promise<PlainReply> {
  const kept = await claim(database, key);
  if (kept) return kept;
  const name = nameOf(key);
  running.add(name);
  let reply: PlainReply;
  try {
    reply = await work();
  } catch (error) {
    running.delete(name);
    await release(database, key);
    throw error;
  }
  try {
    await keep(database, key, reply);
    running.delete(name);
  } catch {
    void keepLater(database, key, reply).then(() => running.delete(name));
  }
  return reply;
}

/** Until it is done: another attempt would do the work again. */
async function keepLater(database: Queryable, key: Key, reply: PlainReply): Promise<void> {
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    await sleep(pauseMs, undefined, { ref: false });
    if (
      await keep(database, key, reply).then(
        () => true,
        () => false,
      )
    )
      return;
  }
}

const nameOf = ({ userId, route, key }: Key): string => `${userId} ${route} ${key}`;

async function claim(database: Queryable, asked: Key): Promise<PlainReply | null> {
  const { userId, route, key, fingerprint } = asked;
  const claimed = await database.query(
    `insert into idempotency_keys (user_id, route, key, fingerprint) values ($1, $2, $3, $4)
     on conflict (user_id, route, key) do update set started_at = now()
       where idempotency_keys.status is null and idempotency_keys.fingerprint = excluded.fingerprint
         and idempotency_keys.started_at < now() - interval '${ABANDONED_AFTER}' and not $5
     returning 1`,
    [userId, route, key, fingerprint, running.has(nameOf(asked))],
  );
  if (claimed.rowCount === 1) return null;
  const { rows } = await database.query<{ fingerprint: string; status: number | null; body: string | null }>(
    'select fingerprint, status, body from idempotency_keys where user_id = $1 and route = $2 and key = $3',
    [userId, route, key],
  );
  // Released between the two statements: the first attempt failed, so this one may try again.
  if (rows.length === 0) throw keyRunning();
  const [found] = rows;
  if (found.fingerprint !== fingerprint) throw keyReused();
  if (found.status === null || found.body === null) throw keyRunning();
  return { status: found.status, body: found.body };
}

const keep = (database: Queryable, { userId, route, key }: Key, reply: PlainReply) =>
  database.query('update idempotency_keys set status = $4, body = $5 where user_id = $1 and route = $2 and key = $3', [
    userId,
    route,
    key,
    reply.status,
    reply.body,
  ]);

const release = (database: Queryable, { userId, route, key }: Key) =>
  database.query('delete from idempotency_keys where user_id = $1 and route = $2 and key = $3 and status is null', [
    userId,
    route,
    key,
  ]);
