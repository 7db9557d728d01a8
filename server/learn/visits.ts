// Records who is in the call of which lesson, so that a crash loses at most half a minute of it, and when a host has ended a call.
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';

interface Visit {
  readonly id: string;
  /** The lesson's public id. */
  readonly lesson: string;
  readonly account: number;
  readonly cameAt: number;
  seenAt: number;
  wentAt: number | null;
}

export interface VisitsOptions {
  readonly db: Pick<Database, 'query'>;
  readonly log: Log;
  readonly now: () => number;
}

/** Somebody who is back this soon has not been away: a page's connection is replaced whenever its token expires. */
const SAME_VISIT_MS = 5_000;

/**
 * Events are kept here until they are stored: at once, or while the database is away, with a later beat. One process holds all calls,
 * so visits that are open at its start were left open by a crash.
 */
export class Visits {
  readonly #options: VisitsOptions;
  readonly #open = new Map<string, Visit>();
  /** Visits that are over but not stored yet. */
  readonly #over = new Set<Visit>();
  /** The last visit of each person who has just gone. */
  readonly #gone = new Map<string, Visit>();
  readonly #ends = new Map<string, number>();
  #saving: Promise<void> | null = null;
  #hasNews = false;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  came(lesson: string, account: number, at: number): void {
    this.went(lesson, account, at);
    const key = `${lesson} ${account}`;
    const visit = this.#resumed(key, at) ?? {
      id: randomUUID(),
      lesson,
      account,
      cameAt: at,
      seenAt: at,
      wentAt: null,
    };
    this.#open.set(key, visit);
    void this.save();
  }

  #resumed(key: string, at: number): Visit | null {
    const visit = this.#gone.get(key);
    this.#gone.delete(key);
    if (visit === undefined || visit.wentAt === null || at - visit.wentAt > SAME_VISIT_MS) return null;
    this.#over.delete(visit);
    return Object.assign(visit, { seenAt: Math.max(visit.seenAt, at), wentAt: null });
  }

  went(lesson: string, account: number, at: number): void {
    const key = `${lesson} ${account}`;
    const visit = this.#open.get(key);
    if (visit === undefined) return;
    this.#open.delete(key);
    visit.wentAt = Math.max(at, visit.cameAt);
    visit.seenAt = Math.max(visit.seenAt, visit.wentAt);
    this.#over.add(visit);
    this.#gone.set(key, visit);
    void this.save();
  }

  ended(lesson: string, at: number): void {
    this.#ends.set(lesson, at);
    void this.save();
  }

  /** When the host ended the lesson's call, while that is not stored yet; otherwise null. */
  endNotStored(lesson: string): number | null {
    return this.#ends.get(lesson) ?? null;
  }

  /** The host has reopened an ended call. The end is stored first, if it is still on its way. If reopening fails, the call stays ended. */
  async reopened(lesson: string): Promise<void> {
    await this.save();
    const endedAt = this.#ends.get(lesson);
    this.#ends.delete(lesson);
    try {
      await this.#options.db.query(
        'update lessons set call_ended_at = null, updated_at = $2 where public_id = $1::uuid and call_ended_at is not null',
        [lesson, this.#options.now()],
      );
    } catch (error) {
      if (endedAt !== undefined) this.#ends.set(lesson, endedAt);
      throw error;
    }
  }

  /** Every half minute: notes that everybody present is still there. */
  async beat(): Promise<void> {
    const at = this.#options.now();
    for (const visit of this.#open.values()) visit.seenAt = Math.max(visit.seenAt, at);
    for (const [key, { seenAt }] of this.#gone) if (at - seenAt > SAME_VISIT_MS) this.#gone.delete(key);
    await this.save();
  }

  /** Resolves when everything up to now is stored, or could not be. */
  save(): Promise<void> {
    this.#hasNews = true;
    this.#saving ??= this.#saveAll();
    return this.#saving;
  }

  /** People who were there when the process stopped count as having left when they were last seen. */
  async recover(): Promise<void> {
    await this.#options.db.query('update visits set went_at = seen_at where went_at is null');
  }

  /** Everybody leaves. */
  async close(): Promise<void> {
    const at = this.#options.now();
    for (const { lesson, account } of [...this.#open.values()]) this.went(lesson, account, at);
    await this.save();
  }

  async #saveAll(): Promise<void> {
    try {
      while (this.#hasNews) {
        this.#hasNews = false;
        await this.#storeVisits();
        await this.#storeEnds();
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'attendance could not be stored; it is tried again');
    } finally {
      // In the same step as the last look for news: otherwise news that came in between would not be stored.
      this.#saving = null;
    }
  }

  async #storeVisits(): Promise<void> {
    const visits = [...this.#open.values(), ...this.#over];
    if (visits.length === 0) return;
    const wentAt = visits.map((visit) => visit.wentAt);
    await this.#options.db.query(
      `insert into visits (id, lesson, account, came_at, seen_at, went_at)
       select v.id, l.id, v.account, v.came_at, v.seen_at, v.went_at
       from unnest($1::uuid[], $2::uuid[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
         as v (id, lesson, account, came_at, seen_at, went_at) join lessons l on l.public_id = v.lesson
       on conflict (id) do update set seen_at = excluded.seen_at, went_at = excluded.went_at`,
      [
        visits.map(({ id }) => id),
        visits.map(({ lesson }) => lesson),
        visits.map(({ account }) => account),
        visits.map(({ cameAt }) => cameAt),
        visits.map(({ seenAt }) => seenAt),
        wentAt,
      ],
    );
    // Who has come back and gone again meanwhile is stored once more.
    for (const [index, visit] of visits.entries()) if (visit.wentAt === wentAt[index]) this.#over.delete(visit);
  }

  /** Ending the call completes a lesson that had begun; one that had not begun can still be held. */
  async #storeEnds(): Promise<void> {
    for (const [lesson, at] of [...this.#ends]) {
      await this.#options.db.query(
        `update lessons set status = 'COMPLETED', call_ended_at = $2, updated_at = $2
         where public_id = $1::uuid and status <> 'CANCELED' and starts_at <= $2`,
        [lesson, at],
      );
      if (this.#ends.get(lesson) === at) this.#ends.delete(lesson);
    }
  }
}
