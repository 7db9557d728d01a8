// What every part of the server is built on, and the order in which everything is closed again.
import type { DemoLogin } from '../../contract/platform.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { AdminCredentials } from '../auth/first-admin.ts';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Log } from '../log.ts';

export const VERSION = '0.1.0';

/** The practice market everybody trades on. */
export const MAIN_VENUE = 1;

export interface Site {
  readonly config: Config;
  readonly db: Database;
  /** For history and lists: the database itself, or a replica that has caught up. */
  readonly reads: Queryable;
  readonly log: Log;
  readonly now: () => number;
  readonly calendar: TradingCalendar;
  /** Tells the person waiting at the terminal what is being done. */
  readonly report: (sentence: string) => void;
  readonly closers: Closers;
}

export interface App {
  readonly url: string;
  /** The administrator created at this start, with the password, which is shown once. */
  readonly newAdmin: AdminCredentials | null;
  readonly hasMailbox: boolean;
  /** The logins of a demo with their password. */
  readonly demo: readonly DemoLogin[] | null;
  close(): Promise<void>;
}

/** Collects what has been opened, to close it in reverse order. */
export class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Closes everything, even if something cannot be closed. @throws the first error, afterwards. */
  async closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop())
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }
}

/** Runs a job every `ms` milliseconds. A failure is logged; a job that is still running is not started a second time. */
export function everyRound({ log, closers }: Site, ms: number, what: string, round: () => Promise<unknown>): void {
  let isUnderWay = false;
  let isOver = false;
  const go = async (): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await round();
    } catch (error) {
      // What it needs is being closed.
      if (!isOver) log.warn({ err: error }, `${what} failed`);
    } finally {
      isUnderWay = false;
    }
  };
  const timer = setInterval(() => void go(), ms);
  closers.add(() => {
    isOver = true;
    clearInterval(timer);
  });
}
