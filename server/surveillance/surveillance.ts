// Examines what people have done, a minute and a half later and from the tables, so that the exchange is not delayed.
import { findFlags } from '../../core/surveillance/find-flags.ts';
import { MINUTE_MS } from '../../core/market/day.ts';
import type { Queryable } from '../db/open.ts';
import { BEHIND, politely } from '../db/polite.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import type { Log } from '../log.ts';
import { storeFlag } from './flags.ts';
import type { FlagStore } from './flags.ts';
import { readConduct } from './read-conduct.ts';

/** The stretch of time that is examined together. */
const WINDOW_MS = 60 * MINUTE_MS;
/** By then the bar of the minute in which something happened is stored, with the volume of the whole market. */
export const SETTLED_MS = 90_000;
/** Traders and stocks per round, to limit what a busy hour costs the database. */
const MOST_A_ROUND = 500;
/** After this many failures in a row the database counts as away, and the rest waits for the next round. */
const MOST_FAILURES = 3;

export interface SurveillanceOptions extends FlagStore {
  readonly venue: number;
  readonly log: Log;
}

/** What one trader did in one stock and is still to be examined. */
interface Activity {
  readonly account: number;
  readonly symbol: string;
  firstAt: number;
  lastAt: number;
}

interface Round {
  readonly asked: Queryable;
  /** What came later is not examined yet. */
  readonly settled: number;
  readonly signal: AbortSignal | undefined;
}

export class Surveillance {
  readonly #options: SurveillanceOptions;
  readonly #activities = new Map<string, Activity>();
  #round: Promise<void> = Promise.resolve();

  constructor(options: SurveillanceOptions) {
    this.#options = options;
  }

  /** For `exchange.subscribe`. */
  committed({ at, orders }: CommittedBatch): void {
    for (const { account, symbol } of orders) this.#note(account, symbol, at);
  }

  /** Notes what an earlier process may not have examined: at the end of its time, however long ago that was. */
  async recover(signal?: AbortSignal): Promise<void> {
    const { db, venue, now } = this.#options;
    const find = (asked: Queryable) =>
      asked.query<{ account: number; symbol: string; at: number }>(
        `with newest as (select created_at as at from orders where venue = $1 order by id desc limit 1),
         begin as (select least($2::bigint, (select at from newest)) - $3::bigint as at)
       select o.account, i.symbol, max(greatest(o.created_at, coalesce(o.ended_at, 0))) as at
       from orders o join instruments i on i.venue = o.venue and i.id = o.instrument
       where o.venue = $1 and (o.created_at >= (select at from begin) or o.ended_at >= (select at from begin))
       group by o.account, i.symbol`,
        [venue, now(), WINDOW_MS],
      );
    const { rows } = await politely(db, find, { pace: BEHIND, signal });
    for (const { account, symbol, at } of rows) this.#note(account, symbol, at);
  }

  /** Examines what is old enough, behind what people wait for. Rounds do not overlap, and `signal` ends them. @throws without a database. */
  look(signal?: AbortSignal): Promise<void> {
    const round = this.#round.then(() => this.#examineSettled(signal));
    this.#round = round.catch(() => {});
    return round;
  }

  #note(account: number, symbol: string, at: number): void {
    const key = `${account} ${symbol}`;
    const known = this.#activities.get(key);
    if (known !== undefined) known.lastAt = Math.max(known.lastAt, at);
    else this.#activities.set(key, { account, symbol, firstAt: at, lastAt: at });
  }

  async #examineSettled(signal?: AbortSignal): Promise<void> {
    const settled = this.#options.now() - SETTLED_MS;
    const due = [...this.#activities].filter(([, { firstAt }]) => firstAt <= settled).slice(0, MOST_A_ROUND);
    if (due.length === 0 || signal?.aborted === true) return;
    const work = (asked: Queryable) => this.#examineAll(due, { asked, settled, signal });
    await politely(this.#options.db, work, { pace: BEHIND, signal });
  }

  async #examineAll(due: readonly (readonly [string, Activity])[], round: Round): Promise<void> {
    const { settled, signal } = round;
    let failures = 0;
    for (const [key, activity] of due) {
      const isExamined = await this.#tryToExamine(activity, round);
      if (signal?.aborted === true) return;
      failures = isExamined ? 0 : failures + 1;
      // A trader who continues is examined again after those who have waited.
      this.#activities.delete(key);
      if (isExamined) activity.firstAt = settled + 1;
      if (activity.lastAt >= activity.firstAt) this.#activities.set(key, activity);
      if (failures === MOST_FAILURES) return;
    }
  }

  /** What cannot be examined now waits for the next round, and does not delay the others. */
  async #tryToExamine(activity: Activity, round: Round): Promise<boolean> {
    try {
      await this.#examine(activity, round);
      return true;
    } catch (error) {
      const { account, symbol } = activity;
      if (round.signal?.aborted !== true)
        this.#options.log.warn({ err: error, account, symbol }, 'what somebody did is examined with the next round');
      return false;
    }
  }

  async #examine({ account, symbol, lastAt }: Activity, { asked, settled }: Round): Promise<void> {
    const { venue } = this.#options;
    // Not of now: it may be of before the process stood still.
    const to = Math.min(settled, lastAt + SETTLED_MS);
    const { rows } = await asked.query<{ instrument: number }>(
      'select id as instrument from instruments where venue = $1 and symbol = $2',
      [venue, symbol],
    );
    const watched = { venue, account, instrument: rows[0].instrument };
    const conduct = await readConduct(asked, watched, { from: to - WINDOW_MS, to });
    for (const flag of findFlags(conduct)) await storeFlag(this.#options, watched, flag, conduct.minutes);
  }
}
