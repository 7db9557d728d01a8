// The hours of the market in some sites: a calendar with holidays set by an operator, kept by each process as by the market's loop; and what they should be, computed separately.
import { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import type { Engine } from '../../../core/engine.ts';
import type { Exchange } from '../../../server/exchange/exchange.ts';
import { dueStep } from '../../../server/market/due-step.ts';
import { SquareOffs } from '../../../server/market/square-off.ts';
import { submitAll } from '../../../server/exchange/submit-all.ts';
import { Random } from '../random.ts';

/** Makes another sequence of the seed, in which no site of regressions.txt has hours. */
const HOURS = 110_010;
const SHARE = 0.15;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The world begins at 9:30 on this Monday, and lasts for a day; its clocks may jump by four more, and the end by some. */
const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAYS = 60;

/** The days on which the market is closed; null for a site whose market never closes. */
export function holidaysOf(seed: number): readonly string[] | null {
  const random = new Random(seed + HOURS);
  if (!random.chance(SHARE)) return null;
  const days = Array.from({ length: DAYS }, (_, day) => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10));
  return days.filter((_, day) => day > 0 && random.chance(0.4));
}

/** How long pauses without requests last: minutes, a night, days. */
export const drawLeaps = (seed: number): readonly number[] => {
  const random = new Random(seed + HOURS + 1);
  return Array.from({ length: 6 }, () => random.pick([0.2, 0.5, 3, 6, 15, 24, 70]) * (0.5 + random.next()));
};

/** Decisions are not made later than this, nor later by the process's own clock. */
const timeOf = ({ venue }: Engine, now: number): number => Math.max(venue.at, now);

export class HoursKeeper {
  readonly #holidays: ReadonlySet<string>;
  readonly #calendar: TradingCalendar;
  readonly #exchange: Exchange;
  readonly #now: () => number;
  readonly #squareOffs = new SquareOffs();
  #isBusy = false;

  constructor(holidays: readonly string[], exchange: Exchange, now: () => number) {
    this.#holidays = new Set(holidays);
    this.#calendar = new TradingCalendar('nse', holidays);
    this.#exchange = exchange;
    this.#now = now;
  }

  /** Like the market's loop every second; a step that fails now is due again. */
  async keep(): Promise<void> {
    if (this.#isBusy || !this.#exchange.isRunning) return;
    this.#isBusy = true;
    try {
      await this.#steps();
    } finally {
      this.#isBusy = false;
    }
  }

  async #steps(): Promise<void> {
    const exchange = this.#exchange;
    const now = await exchange.read((engine) => timeOf(engine, this.#now()));
    const isDue = ({ venue }: Engine) => dueStep(this.#calendar, now, venue);
    for (let step = await exchange.read(isDue); step !== null; step = await exchange.read(isDue))
      await exchange.submit(step.kind === 'start-day' ? { ...step, actions: [] } : { kind: step.kind });
    await submitAll(exchange, await this.#squareOffs.due(exchange, now, this.#calendar));
  }

  /** Differences between the market and its hours. Days do not go back when the clock does: nothing is known until the time is past `latest` again. */
  wrongIn(engine: Engine, latest: number): string[] {
    const { day, isOpen, auctionDay } = engine.venue;
    const at = timeOf(engine, this.#now());
    if (at < latest) return [];
    const wanted = byHand(at, this.#holidays);
    const when = new Date(at).toISOString();
    const wrong: string[] = [];
    if (day !== wanted.day) wrong.push(`at ${when} the market's day is ${day}, and should be ${wanted.day}`);
    if (isOpen !== wanted.isOpen) wrong.push(`at ${when} the market is ${isOpen ? '' : 'not '}open`);
    if (wanted.hadAuction && auctionDay !== day) wrong.push(`at ${when} the last auction was that of ${auctionDay}`);
    return wrong;
  }
}

/** Computed without the calendar: back from the present day in India to a trading day. */
function byHand(at: number, holidays: ReadonlySet<string>): { day: number; isOpen: boolean; hadAuction: boolean } {
  const india = new Date(at + 5.5 * HOUR_MS);
  const minutes = india.getUTCHours() * 60 + india.getUTCMinutes();
  const isTrading = (date: Date): boolean =>
    date.getUTCDay() >= 1 && date.getUTCDay() <= 5 && !holidays.has(date.toISOString().slice(0, 10));
  const isToday = isTrading(india) && minutes >= 9 * 60;
  let date = new Date(Math.floor(india.getTime() / DAY_MS) * DAY_MS);
  if (!isToday)
    do date = new Date(date.getTime() - DAY_MS);
    while (!isTrading(date));
  const isOpen = isToday && minutes >= 9 * 60 + 15 && minutes < 15 * 60 + 30;
  return { day: date.getTime() / DAY_MS, isOpen, hadAuction: isOpen };
}
