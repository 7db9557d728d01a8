// Bars of days and hours that are over, encoded once and kept in memory: they stay as they are until another day begins, with its splits.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { aggregateBars, barStartAt } from '../../core/market/bars.ts';
import type { Bar } from '../../core/market/bars.ts';
import { DAY_MS, dayStartAt, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import type { Interval } from '../../contract/market.ts';
import type { Queryable } from '../db/open.ts';
import { readDays, readMinutes } from './bars-store.ts';
import { encodeBars } from './encoded-bars.ts';
import type { EncodedBars, Present } from './encoded-bars.ts';

/** An instrument in the market's present state: as long as that lasts, what is over does not change. */
export interface Standpoint {
  readonly instrument: number;
  /** The running day. */
  readonly day: number;
  /** Of the exchange: after another takeover nothing is taken for granted. */
  readonly generation: number;
}

/** Days before the running one, or hours of that which are over. */
export interface Pieces {
  readonly fromAt: number;
  readonly endAt: number;
  /** A day or an hour, in milliseconds; a piece begins where that of the market does. */
  readonly each: number;
}

interface Source {
  readonly read: (missing: readonly number[]) => Promise<Map<number, EncodedBars>>;
  /** Whether what is read afterwards will not change any more. */
  readonly areOver: () => Promise<boolean>;
}

interface Kept {
  readonly bars: Promise<EncodedBars>;
  size: number;
}

/** Letters of all texts together: a day of minutes for each of 150 stocks. */
const MOST_KEPT = 24_000_000;
/** What a bar takes beside its text. */
const BESIDE = 16;
/** What a piece of time takes beside its bars, even without any: otherwise, asking for long before the first bar would fill the memory. */
const BESIDE_BARS = 350;
const ALL_DAYS = 10_000;
const NO_BARS: EncodedBars = { starts: [], ends: [], text: '' };

export class PastBars {
  readonly #db: Queryable;
  readonly #venue: number;
  readonly #most: number;
  /** The least recently used is first. */
  readonly #kept = new Map<string, Kept>();
  #era = '';
  #size = 0;

  constructor(db: Queryable, venue: number, most = MOST_KEPT) {
    this.#db = db;
    this.#venue = venue;
    this.#most = most;
  }

  /** A bar for each day before the running one. @param form the name of `present` */
  days(from: Standpoint, form: string, present: Present): Promise<EncodedBars> {
    const { instrument, day } = from;
    const read = async () => {
      const bars = await readDays(this.#db, this.#venue, instrument, { fromDay: 0, toDay: day - 1, limit: ALL_DAYS });
      return new Map([[0, encodeBars(bars, present)]]);
    };
    const areOver = () => this.#areClosed(instrument, day);
    return this.#all(from, `${form} ${instrument}`, [0], { read, areOver }).then(([bars]) => bars);
  }

  /** The bars of each of these pieces of time, made of minutes. */
  minutes(from: Standpoint, interval: Interval, pieces: Pieces, present: Present): Promise<EncodedBars[]> {
    const { instrument, day } = from;
    const { each } = pieces;
    const firstAt = each === DAY_MS ? dayStartAt(marketDay(pieces.fromAt)) : barStartAt('1h', pieces.fromAt);
    const starts: number[] = [];
    for (let at = firstAt; at < pieces.endAt; at += each) starts.push(at);
    const read = async (missing: readonly number[]) => {
      const [first, end] = [missing[0], missing[missing.length - 1] + each];
      const found = inPieces(await readMinutes(this.#db, this.#venue, instrument, first, end - 1), first, each);
      const encoded = new Map<number, EncodedBars>();
      for (const [startAt, bars] of found) {
        // A day's bars take about as long as an order: months of them must not hold up orders.
        await nextTurn();
        encoded.set(startAt, encodeBars(aggregateBars(bars, interval), present));
      }
      return encoded;
    };
    const areOver = () => (each === DAY_MS ? this.#areClosed(instrument, day) : Promise.resolve(true));
    return this.#all(from, `${interval} ${instrument}`, starts, { read, areOver });
  }

  /**
   * Until when the running day is over: to the hour of its last stored minute, since minutes are stored in their order. The minute before a
   * restart is stored twice, in two parts, but no later one before the second. Minutes that are later than `now` are from before the clock
   * was set back.
   */
  async overUntil({ instrument, day }: Standpoint, now: number): Promise<number> {
    const { rows } = await this.#db.query<{ minute: number | null }>(
      'select max(minute) as minute from minute_bars where venue = $1 and instrument = $2 and minute <= $3',
      [this.#venue, instrument, Math.floor(now / MINUTE_MS)],
    );
    return Math.max(dayStartAt(day), barStartAt('1h', (rows[0].minute ?? 0) * MINUTE_MS));
  }

  /** What is kept under each of these keys, after reading together what is missing. */
  #all(
    { day, generation }: Standpoint,
    name: string,
    keys: readonly number[],
    { read, areOver }: Source,
  ): Promise<EncodedBars[]> {
    this.#begin(`${generation} ${day}`);
    const missing = keys.filter((key) => !this.#kept.has(`${name} ${key}`));
    if (missing.length > 0) {
      const reading = areOver().then(async (isLasting) => ({ isLasting, found: await read(missing) }));
      for (const key of missing) this.#keep(`${name} ${key}`, key, reading);
    }
    return Promise.all(keys.map((key) => this.#use(`${name} ${key}`)));
  }

  #begin(era: string): void {
    if (era === this.#era) return;
    this.#era = era;
    this.#kept.clear();
    this.#size = 0;
  }

  /** Those who ask meanwhile wait for the same reading. */
  #keep(name: string, key: number, reading: Promise<{ isLasting: boolean; found: Map<number, EncodedBars> }>): void {
    const kept: Kept = { bars: reading.then(({ found }) => found.get(key) ?? NO_BARS), size: 0 };
    this.#kept.set(name, kept);
    const isThere = (): boolean => this.#kept.get(name) === kept;
    reading
      .then(async ({ isLasting }) => {
        const { starts, text } = await kept.bars;
        if (!isThere()) return;
        if (!isLasting) return void this.#kept.delete(name);
        kept.size = text.length + BESIDE * starts.length + BESIDE_BARS;
        this.#size += kept.size;
        this.#makeRoom();
      })
      // The caller hears of it.
      .catch(() => isThere() && this.#kept.delete(name));
  }

  #use(name: string): Promise<EncodedBars> {
    const kept = this.#kept.get(name)!;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    return kept.bars;
  }

  #makeRoom(): void {
    for (const [name, { size }] of this.#kept) {
      if (this.#size <= this.#most) return;
      // It is still being read.
      if (size === 0) continue;
      this.#kept.delete(name);
      this.#size -= size;
    }
  }

  /** For a moment after a day has begun, the minutes of the last one are still on their way into its page. */
  async #areClosed(instrument: number, day: number): Promise<boolean> {
    const { rows } = await this.#db.query(
      'select from minute_bars where venue = $1 and instrument = $2 and minute < $3 limit 1',
      [this.#venue, instrument, dayStartAt(day) / MINUTE_MS],
    );
    return rows.length === 0;
  }
}

/** By the start of the piece of time that they fall into. */
function inPieces(bars: readonly Bar[], firstAt: number, each: number): Map<number, Bar[]> {
  const pieces = new Map<number, Bar[]>();
  for (const bar of bars) {
    const startAt = bar.startAt - ((bar.startAt - firstAt) % each);
    const known = pieces.get(startAt);
    if (known === undefined) pieces.set(startAt, [bar]);
    else known.push(bar);
  }
  return pieces;
}
