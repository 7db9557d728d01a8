// Plays the demo's past: one day after another, minute by minute, with what its people have planned to do.
import type { HistoryDay } from '../../core/market/history/day-painter.ts';
import type { Side } from '../../core/market/instrument.ts';
import { dayText, MINUTE_MS, weekday } from '../../core/market/day.ts';
import type { Paise } from '../../core/money.ts';
import { Tape } from './tape.ts';

/** The market of a past day, in whose books people trade. */
export interface PastMarket {
  begin(day: HistoryDay): Promise<void>;
  act<Result>(act: { symbol: string; minute: number; side: Side }, work: () => Promise<Result>): Promise<Result>;
  listen(symbol: string, price: Paise): void;
  play(minute: number): Promise<void>;
  end(): Promise<void>;
}

export type Deed = () => Promise<void>;

/** A person with plans for a day. */
export interface Living {
  plan(life: Life): void;
}

const HOUR_MINUTES = 60;
const BETWEEN_DEEDS_MS = 2_000;

export class Life {
  readonly tape = new Tape();
  readonly market: PastMarket;
  readonly #clock: { at: number };
  readonly #people: readonly Living[];
  #deeds = new Map<number, Deed[]>();
  #day!: HistoryDay;
  /** The minute of the day, 0 to 1439. */
  minute = 0;
  /** Today is the last day, which visitors will find as today. */
  isLast = false;

  constructor(market: PastMarket, clock: { at: number }, people: readonly Living[]) {
    this.market = market;
    this.#clock = clock;
    this.#people = people;
  }

  get day(): number {
    return this.#day.day;
  }

  get date(): string {
    return dayText(this.day);
  }

  /** 0 for Sunday to 6 for Saturday. */
  get weekday(): number {
    return weekday(this.day);
  }

  get isWorkday(): boolean {
    return this.weekday !== 0 && this.weekday !== 6;
  }

  get now(): number {
    return this.#clock.at;
  }

  /** How many minutes this day has: fewer on the last day, which is not over. */
  get minutes(): number {
    return this.#day.minutes![0].open.length;
  }

  /** Plans a deed for a minute of this day, or for the next minute if that one has passed. */
  at(minute: number, deed: Deed): void {
    const due = Math.max(minute, this.minute + 1);
    this.#deeds.set(due, [...(this.#deeds.get(due) ?? []), deed]);
  }

  /** Plans a deed for `hour:minute` of this day. */
  atTime(hour: number, minute: number, deed: Deed): void {
    this.at(hour * HOUR_MINUTES + minute, deed);
  }

  /** The present price. */
  price(symbol: string): Paise {
    return this.tape.open(symbol, this.minute);
  }

  /** Plays a day. Call it for every day of the history, also for those before the first person (`isLived` false), for the tape. */
  async live(day: HistoryDay, { isLived, isLast }: { isLived: boolean; isLast: boolean }): Promise<void> {
    this.tape.begin(day);
    if (isLived) {
      this.#day = day;
      this.isLast = isLast;
      await this.market.begin(day);
      await this.#liveThrough(day);
      if (day.isComplete) await this.market.end();
    }
    if (day.isComplete) this.tape.end();
  }

  async #liveThrough({ firstMinuteAt }: HistoryDay): Promise<void> {
    this.#deeds = new Map();
    this.minute = -1;
    for (const person of this.#people) person.plan(this);
    for (let minute = 0; minute < this.minutes; minute++) {
      this.minute = minute;
      const deeds = this.#deeds.get(minute) ?? [];
      for (const [index, deed] of deeds.entries()) {
        this.#clock.at = Math.max(this.#clock.at, firstMinuteAt + minute * MINUTE_MS + (index + 1) * BETWEEN_DEEDS_MS);
        await deed();
      }
      await this.market.play(minute);
    }
  }
}
