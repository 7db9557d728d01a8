// Background work on the database: on a connection of its own, at a low priority, and with a rest after each statement.
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { patient, SILENCE_MS } from './open.ts';
import type { Database, Queryable } from './open.ts';

/** How much of the machine the work may use. */
export interface Pace {
  /** The share of one processor that all work at this pace may use together; 1 never rests. */
  readonly share: number;
  readonly statementTimeoutMs: number;
}

/** Nobody is served until it is done. */
export const AT_ONCE: Pace = { share: 1, statementTimeoutMs: 3_600_000 };
/** Somebody waits for it while others trade. */
export const ASKED_FOR: Pace = { share: 0.5, statementTimeoutMs: 600_000 };
/** Nobody waits for it. */
export const BEHIND: Pace = { share: 0.2, statementTimeoutMs: 3_600_000 };

/** The longest rest: a statement that took long only because others were served first does not need a rest that long. */
const LONGEST_REST_MS = 250;
/** Below people's work, but not so low that people would wait for a lock that it holds briefly. */
const NICENESS = 10;

interface Politeness {
  readonly pace: Pace;
  /** Ends the work: the current statement is canceled, and `work` rejects. */
  readonly signal?: AbortSignal;
}

/** Statements commit one by one, unless `work` begins a transaction itself; the connection is discarded afterwards. */
export function politely<Result>(
  db: Database,
  work: (asked: Queryable) => Promise<Result>,
  { pace, signal }: Politeness,
): Promise<Result> {
  const { ending, works } = underWayOf(db);
  const either = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
  const done = carryOut(db, work, { pace, signal: either }).finally(() => works.delete(done));
  works.add(done);
  return done;
}

/** Ends all work of this kind, for good. Call it before the database is closed, which waits for every statement. */
export async function endPoliteWork(db: Pick<Database, 'pool'>): Promise<void> {
  const { ending, works } = underWayOf(db);
  ending.abort();
  await Promise.allSettled(works);
}

interface UnderWay {
  readonly ending: AbortController;
  readonly works: Set<Promise<unknown>>;
}

const underWay = new WeakMap<Database['pool'], UnderWay>();

function underWayOf({ pool }: Pick<Database, 'pool'>): UnderWay {
  const known = underWay.get(pool) ?? { ending: new AbortController(), works: new Set() };
  underWay.set(pool, known);
  return known;
}

async function carryOut<Result>(
  db: Database,
  work: (asked: Queryable) => Promise<Result>,
  { pace, signal }: Required<Politeness>,
): Promise<Result> {
  signal.throwIfAborted();
  const client = await db.pool.connect();
  const { statementTimeoutMs: limitMs } = pace;
  const ask: Queryable['query'] = (query, values) => client.query(patient(query, values, limitMs + SILENCE_MS));
  let cancel = (): void => {};
  try {
    const { rows } = await ask<{ pid: number }>(
      `select pg_backend_pid() as pid, set_config('statement_timeout', $1, false)`,
      [String(limitMs)],
    );
    const [{ pid }] = rows;
    let isBehind = pace.share === 1;
    cancel = () => void db.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
    signal.addEventListener('abort', cancel);
    return await work({
      query: (query, values) =>
        inTurn(db, pace, () => {
          signal.throwIfAborted();
          isBehind ||= stepBack(pid);
          return ask(query, values);
        }),
    });
  } finally {
    signal.removeEventListener('abort', cancel);
    // A process that has lowered its priority cannot raise it again.
    client.release(true);
  }
}

const turns = new WeakMap<Database['pool'], Map<Pace, Promise<unknown>>>();

/** Runs one statement of a pace at a time, with its rest, so that two jobs take no more than one. */
async function inTurn<Result>(db: Database, pace: Pace, ask: () => Promise<Result>): Promise<Result> {
  const { share } = pace;
  if (share === 1) return ask();
  const ofPool = turns.get(db.pool) ?? new Map<Pace, Promise<unknown>>();
  turns.set(db.pool, ofPool);
  const done = (ofPool.get(pace) ?? Promise.resolve()).then(async () => {
    const startedAt = performance.now();
    const answered = ask();
    const rested = answered.then(
      () =>
        sleep(Math.min(LONGEST_REST_MS, (performance.now() - startedAt) * (1 / share - 1)), undefined, { ref: false }),
      () => {},
    );
    return { answered, rested };
  });
  ofPool.set(
    pace,
    done.then(
      ({ rested }) => rested,
      () => {},
    ),
  );
  return (await done).answered;
}

/**
 * On this machine, the database's process gets the processor after others; elsewhere the rests have to do. False: try again later.
 * Where Linux shares the processors out by sessions, its own one has to step back, too: each process of PostgreSQL has one to itself,
 * and niceness alone counts only within it.
 */
function stepBack(pid: number): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('postgres')) return true;
    setPriority(pid, NICENESS);
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
    return true;
  } catch (error) {
    // Not Linux, not this machine, or not permitted: that stays so. EAGAIN: Linux changes only a few sessions a second.
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
}
