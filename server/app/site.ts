// What every part of the server is built on, and the order in which all of it is closed again.
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
  /** Says what is being done to the person who waits at the terminal. */
  readonly report: (sentence: string) => void;
  readonly closers: Closers;
}

export interface App {
  readonly url: string;
  /** The administrator made at this start, with the password that is shown once. */
  readonly newAdmin: AdminCredentials | null;
  readonly hasMailbox: boolean;
  /** Who can log in with which password, where this is a demo. */
  readonly demo: readonly DemoLogin[] | null;
  close(): Promise<void>;
}

/** Collects what has been opened, to be closed in reverse order. */
export class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

/** Does something every `ms` milliseconds. A round that fails is logged; one that is still running is not begun a second time. */
export function everyRound({ log, closers }: Site, ms: number, what: string, round: () => Promise<unknown>): void {
  let isUnderWay = false;
  const go = async (): Promise<void> => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await round();
    } catch (error) {
      log.warn({ err: error }, `${what} failed`);
    } finally {
      isUnderWay = false;
    }
  };
  const timer = setInterval(() => void go(), ms);
  closers.add(() => clearInterval(timer));
}
