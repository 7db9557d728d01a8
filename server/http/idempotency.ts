// Keeps the reply to a call that changed something, so that a repeat with the same Idempotency-Key gets the same reply.
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../db/open.ts';
import type { Queryable } from '../db/open.ts';
import { errorBody, HttpError, keyReused, keyRunning, replyNotKept } from '../http-error.ts';
import { callMessages } from '../../contract/messages/call.ts';
import type { Log } from '../log.ts';
import type { PlainReply, Reply } from './reply.ts';

/** What keeps replies. */
export interface Keeper {
  readonly database: Queryable;
  readonly log: Pick<Log, 'error'>;
  /** From `nowHere`: a key marked as running before that belongs to a process that has ended, and may be taken over at once. */
  readonly since?: string;
}

/**
 * The time by the database's clock, for a process that has taken the venue over and has carried out no call yet. Only the process that
 * has the venue carries out calls.
 */
export async function nowHere(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ at: string }>('select clock_timestamp()::text as at');
  return rows[0].at;
}

interface Key {
  userId: string;
  route: string;
  key: string;
  fingerprint: string;
}

/** A key that this process has marked as running, and when: a process that takes it over marks another time, and from then on owns it. */
interface OwnKey extends Key {
  startedAt: string;
}

/**
 * A process that died midway leaves its key marked as running. Where the next process cannot tell that it did (`since`), as when the
 * database's clock was set back, another attempt may take the key over after this long.
 */
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

/** Keeps the reply in the transaction of the effect. @throws HttpError 409 where another process has carried out the request. */
type KeepReply = (transaction: Queryable, reply: PlainReply) => Promise<void>;

/**
 * Runs `work` once per key; a repeat gets the kept reply. A failure that a retry might cure is not kept. If the reply cannot be kept, the
 * caller gets it all the same, since the work is done, and a repeat is refused until it is kept.
 */
export async function once(keeper: Keeper, key: Key, work: (keep: KeepReply) => Promise<Reply>): Promise<Reply> {
  const { database } = keeper;
  const own = await claim(keeper, key);
  if ('status' in own) return own;
  const name = nameOf(key);
  running.add(name);
  let isKept = false;
  let reply: Reply;
  try {
    reply = await work(async (transaction, early) => {
      // This process was taken for dead. What it has just done is rolled back.
      if (!(await keep(transaction, own, early))) throw keyRunning();
      isKept = true;
    });
  } catch (error) {
    running.delete(name);
    // What was committed all the same, because only its answer was lost, stays kept. The caller is told why the work failed, in any case.
    await release(database, own).catch(() => void releaseLater(database, own));
    throw error;
  }
  if (isKept) {
    running.delete(name);
    return reply;
  }
  try {
    await keep(database, own, reply);
    running.delete(name);
  } catch (error) {
    void keepLater(keeper, own, reply, error).then(() => running.delete(name));
  }
  return reply;
}

/** Until it is done: another attempt would do the work again. What the database will never take gives way to words that say so. */
async function keepLater({ database, log }: Keeper, key: OwnKey, reply: PlainReply, error: unknown): Promise<void> {
  let [kept, failure] = [reply, error];
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (kept === reply && !isUnavailable(failure)) {
      // Not the error itself: its detail may repeat the whole reply.
      const reason = failure instanceof Error ? failure.message : String(failure);
      log.error({ reason, call: key.route }, 'a reply cannot be kept: a repeat is told that it was carried out');
      const refusal = replyNotKept();
      kept = { status: refusal.status, body: errorBody(refusal) };
    }
    await sleep(pauseMs, undefined, { ref: false });
    try {
      await keep(database, key, kept);
      return;
    } catch (again) {
      failure = again;
    }
  }
}

const nameOf = ({ userId, route, key }: Key): string => `${userId} ${route} ${key}`;

async function claim({ database, since = '-infinity' }: Keeper, asked: Key): Promise<OwnKey | PlainReply> {
  const { userId, route, key, fingerprint } = asked;
  const claimed = await database.query<{ startedAt: string }>(
    `insert into idempotency_keys (user_id, route, key, fingerprint) values ($1, $2, $3, $4)
     on conflict (user_id, route, key) do update set started_at = now()
       where idempotency_keys.status is null and idempotency_keys.fingerprint = excluded.fingerprint
         and idempotency_keys.started_at < greatest(now() - interval '${ABANDONED_AFTER}', $6::timestamptz) and not $5
     returning started_at::text as "startedAt"`,
    [userId, route, key, fingerprint, running.has(nameOf(asked)), since],
  );
  if (claimed.rowCount === 1) return { ...asked, ...claimed.rows[0] };
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

/** False when there is a reply already, or another process has taken the key over. */
async function keep(database: Queryable, own: OwnKey, { status, body }: PlainReply): Promise<boolean> {
  const { rowCount } = await database.query(`update idempotency_keys set status = $5, body = $6 where ${OWN}`, [
    ...valuesOf(own),
    status,
    body,
  ]);
  return rowCount === 1;
}

const release = (database: Queryable, own: OwnKey) =>
  database.query(`delete from idempotency_keys where ${OWN}`, valuesOf(own));

/** Until another attempt may take the key over anyway, the caller could not try again with it. */
async function releaseLater(database: Queryable, own: OwnKey): Promise<void> {
  for (let pauseMs = SHORTEST_PAUSE_MS; pauseMs <= LONGEST_PAUSE_MS; pauseMs *= 2) {
    await sleep(pauseMs, undefined, { ref: false });
    const isReleased = await release(database, own).then(
      () => true,
      () => false,
    );
    if (isReleased) return;
  }
}

const OWN = 'user_id = $1 and route = $2 and key = $3 and status is null and started_at = $4::timestamptz';

const valuesOf = ({ userId, route, key, startedAt }: OwnKey): unknown[] => [userId, route, key, startedAt];
