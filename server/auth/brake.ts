// Slows down anyone who keeps failing, more with each failure, but never locks anybody out for good.
import { HOUR_MS } from '../../core/market/day.ts';
import { tooMany } from '../http-error.ts';

export interface Brake {
  /** Counts a try that begins. Returns the milliseconds to wait before trying again; 0 when it may go on. */
  begin(key: string): number;
  /** How long to hold up a try, in milliseconds, without refusing or counting it. */
  delay(key: string): number;
  failed(key: string): void;
  succeeded(key: string): void;
  /** The try was not made after all. */
  canceled(key: string): void;
}

interface BrakeOptions {
  /** This many failures cost nothing. */
  freeFailures: number;
  longestPauseMs: number;
  /** Keeps tries that are sent all at once from slipping through before the first has failed. */
  mostUnderway: number;
  /** How long after its last failure a key is new again: an hour by default. At least as long as the longest pause. */
  forgottenAfterMs?: number;
  now: () => number;
}

/** What is remembered of the tries under one key. */
interface Tries {
  failures: number;
  underway: number;
  pauseUntil: number;
  touchedAt: number;
}

const MOST_KEYS = 50_000;
/** How many records that still pause somebody are passed over, before one of them goes after all. */
const MOST_PASSED = 1_000;

/**
 * Makes one try and counts its outcome; one that throws was never judged and does not count. Without a brake nobody waits.
 * @throws HttpError 429 while `key` has to wait.
 */
export async function tryUnder(brake: Brake | null, key: string, isRight: () => Promise<boolean>): Promise<boolean> {
  if (brake === null) return isRight();
  const pauseMs = brake.begin(key);
  if (pauseMs > 0) throw tooMany(pauseMs);
  try {
    const outcome = await isRight();
    brake[outcome ? 'succeeded' : 'failed'](key);
    return outcome;
  } catch (error) {
    brake.canceled(key);
    throw error;
  }
}

/** After the free failures the pauses are 1, 2, 4, ... seconds, up to the longest. */
export function createBrake({
  freeFailures,
  longestPauseMs,
  mostUnderway,
  forgottenAfterMs = HOUR_MS,
  now,
}: BrakeOptions): Brake {
  const records = new Map<string, Tries>();

  /** Forgets the oldest that nobody has to wait for: inventing many other keys must not end a pause. */
  const makeRoom = (at: number): void => {
    let passed = 0;
    for (const [key, record] of records) {
      records.delete(key);
      if (record.pauseUntil <= at || ++passed === MOST_PASSED) return;
      records.set(key, record);
    }
  };

  const recordOf = (key: string): Tries => {
    const known = records.get(key);
    const at = now();
    if (known && (at - known.touchedAt < forgottenAfterMs || known.underway > 0)) return known;
    if (!known && records.size >= MOST_KEYS) makeRoom(at);
    const fresh = { failures: 0, underway: 0, pauseUntil: 0, touchedAt: at };
    records.set(key, fresh);
    return fresh;
  };

  /** Setting the clock back must not make a pause longer than the longest. */
  const pauseOf = (record: Tries): number => {
    record.pauseUntil = Math.min(record.pauseUntil, now() + longestPauseMs);
    return record.pauseUntil - now();
  };

  return {
    begin(key) {
      const record = recordOf(key);
      const left = pauseOf(record);
      if (left > 0) return left;
      const most = record.failures >= freeFailures ? 1 : mostUnderway;
      if (record.underway >= most) return 1000;
      record.underway++;
      return 0;
    },
    delay(key) {
      const record = records.get(key);
      return record === undefined ? 0 : Math.max(0, pauseOf(record));
    },
    failed(key) {
      const record = recordOf(key);
      record.underway = Math.max(0, record.underway - 1);
      record.failures++;
      record.touchedAt = now();
      const paid = record.failures - freeFailures;
      if (paid >= 0) record.pauseUntil = now() + Math.min(longestPauseMs, 1000 * 2 ** Math.min(paid, 20));
    },
    succeeded(key) {
      records.delete(key);
    },
    canceled(key) {
      const record = records.get(key);
      if (record) record.underway = Math.max(0, record.underway - 1);
    },
  };
}
