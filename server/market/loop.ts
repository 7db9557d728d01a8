// The market's heartbeat, four times a second: simulated traders act, minutes close, days begin and margins are watched.
import type { Engine } from '../../core/engine.ts';
import { INDEX_ID } from '../../core/market/index-symbol.ts';
import type { MarketPhase, TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt } from '../../core/market/day.ts';
import type { Database } from '../db/open.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Log } from '../log.ts';
import { closeDays, readDays, readDaySoFar, saveDays, saveMinutes } from './bars-store.ts';
import type { Board } from './board.ts';
import type { Crowd } from './crowd.ts';
import { dueActions } from '../exchange/corporate-actions.ts';
import { placeExits } from './exits.ts';
import { dueStep } from './due-step.ts';
import type { Notices } from '../notices/notices.ts';
import { HaltedSquareOffs } from './halted-square-offs.ts';
import { holidayWarning } from './holiday-warning.ts';
import { SquareOffs } from './square-off.ts';

const BEAT_MS = 250;
const SECOND_MS = 1000;

export interface LoopOptions {
  readonly exchange: Exchange;
  readonly board: Board;
  readonly crowd: Pick<Crowd, 'step' | 'acted'>;
  readonly calendar: TradingCalendar;
  readonly db: Database;
  readonly venue: number;
  readonly log: Log;
  readonly notices: Pick<Notices, 'send'>;
  /** Looks at what a beat changed; the returned function shows it once it is durable. */
  readonly onBeat: (engine: Engine, at: number) => () => void;
  /** The market has entered another phase of its day. */
  readonly onPhase: () => void;
}

export class MarketLoop {
  readonly #options: LoopOptions;
  readonly #squareOffs = new SquareOffs();
  readonly #halted: HaltedSquareOffs;
  #timer: NodeJS.Timeout | null = null;
  #isBusy = false;
  #checkedAt = 0;
  #phase: MarketPhase | null = null;
  /** When the phase changes next. */
  #changesAt = 0;
  /** Days before this one have their bars, and the index its last close. */
  #closedUntil: number | null = null;
  /** Trading has ended, or may have, and the day has no bars yet. */
  #isDayUnsaved = false;
  /** A day has begun with corporate actions, so the simulated quotes of those stocks are gone. */
  #hasActed = false;
  /** Minutes whose storing failed may have been stored nevertheless. */
  #areMinutesInDoubt = false;
  /** Of the engine whose positions `#squareOffs` knows. */
  #generation = 0;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#halted = new HaltedSquareOffs(options.notices);
  }

  async start(): Promise<void> {
    const { exchange, crowd } = this.#options;
    exchange.subscribe(({ actions }) => {
      if (actions.length === 0) return;
      exchange.turn((engine, at) => {
        for (const applied of actions) crowd.acted(engine, applied, at);
        crowd.step(engine, exchange.generation, at);
      });
    });
    // Until the next beat people would meet only each other, far from the price, and stops would fire for it.
    exchange.whenThinned((engine, at) => crowd.step(engine, exchange.generation, at));
    await this.#resumeDay();
    // Before anybody can come, so that people find full books.
    await this.#beatUnlessBusy();
    this.#timer = setInterval(() => void this.#beatUnlessBusy(), BEAT_MS);
  }

  /** Stops the heartbeat and stores the current minutes. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#saveMinutes(true);
  }

  /** The day's figures are not stored trade by trade; they are recovered from the day's minutes. */
  async #resumeDay(): Promise<void> {
    const { exchange, db, venue } = this.#options;
    const { day: today, isOpen } = await exchange.read(({ venue: { day, isOpen } }) => ({ day, isOpen }));
    const soFar = await readDaySoFar(db, venue, today);
    exchange.turn((engine) => {
      for (const { instrument, quote } of engine.markets()) {
        const bar = soFar.get(instrument.id);
        if (bar === undefined) continue;
        const { open, high, low, close: last, volume, startAt: tradedAt } = bar;
        Object.assign(quote, { open, high, low, last, volume, tradedAt });
      }
    });
    // A process that ended just after trading did, or just after a day began, has left the day without its bars.
    this.#isDayUnsaved = !isOpen;
    await this.#closeDays();
  }

  /** One beat; a beat that takes too long is not overtaken by the next. */
  async #beatUnlessBusy(): Promise<void> {
    if (this.#isBusy || !this.#options.exchange.isRunning) return;
    this.#isBusy = true;
    try {
      await this.#beat();
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) this.#options.log.error({ err: error }, 'the market missed a beat');
    } finally {
      this.#isBusy = false;
    }
  }

  async #beat(): Promise<void> {
    const { exchange, board, crowd } = this.#options;
    let now = 0;
    exchange.turn((engine, at) => {
      now = at;
      crowd.step(engine, exchange.generation, at);
      board.tick(engine, at);
    });
    await this.#show(now);
    await placeExits(exchange);
    await this.#saveMinutes(false);
    if (now - this.#checkedAt < SECOND_MS && now < this.#changesAt) return;
    this.#checkedAt = now;
    await this.#keepHours(now);
    // Their simulated traders quote again with the next beat; until then nobody would buy what is to be sold.
    if (this.#hasActed) this.#checkedAt = 0;
    else await this.#squareOff(now);
    this.#hasActed = false;
  }

  async #show(now: number): Promise<void> {
    const { exchange, onBeat } = this.#options;
    const show = await exchange.read((engine) => onBeat(engine, now));
    show();
  }

  async #saveMinutes(isStopping: boolean): Promise<void> {
    const { board, db, venue, log } = this.#options;
    const rows = board.takeClosed(isStopping);
    if (rows.length === 0) return;
    try {
      await saveMinutes(db, venue, rows, this.#areMinutesInDoubt);
      this.#areMinutesInDoubt = false;
    } catch (error) {
      this.#areMinutesInDoubt = true;
      board.giveBack(rows);
      log.warn({ err: error }, 'minute bars could not be stored yet');
    }
  }

  /** Ends trading, begins days, holds auctions and opens trading, as the calendar says; missed steps are caught up in order. */
  async #keepHours(now: number): Promise<void> {
    const { exchange, calendar, onPhase } = this.#options;
    const isDue = ({ venue }: Engine) => dueStep(calendar, now, venue);
    await this.#saveEndedDay();
    for (let step = await exchange.read(isDue); step !== null; step = await exchange.read(isDue)) {
      // Recorded before it is done, since we cannot know whether it was done if the answer is lost.
      if (step.kind === 'close-market') this.#isDayUnsaved = true;
      if (step.kind === 'start-day') await this.#startDay(step.day);
      else await exchange.submit({ kind: step.kind });
      await this.#saveEndedDay();
    }
    await this.#closeDays();
    this.#changesAt = calendar.nextChange(now)?.at ?? Number.POSITIVE_INFINITY;
    const phase = calendar.phaseAt(now);
    if (phase === this.#phase) return;
    // What the step changed is shown first: a screen told only of the new day would mix it with yesterday's figures.
    await this.#show(now);
    this.#phase = phase;
    onPhase();
  }

  async #saveEndedDay(): Promise<void> {
    if (!this.#isDayUnsaved) return;
    await this.#saveDay('with the index');
    this.#isDayUnsaved = false;
  }

  /** Retried with every check until it is done. */
  async #closeDays(): Promise<void> {
    const { exchange, db, venue, board } = this.#options;
    const day = await exchange.read((engine) => engine.venue.day);
    if (day === this.#closedUntil) return;
    await closeDays(db, venue, day);
    board.indexPreviousClose = await lastIndexClose(db, venue, day);
    this.#closedUntil = day;
  }

  /** Writes the current day's bars, again if it has some. The index gets its own when its minutes become a page. */
  async #saveDay(index?: 'with the index'): Promise<void> {
    const { exchange, db, venue } = this.#options;
    const { day, bars } = await exchange.read((engine) => ({ day: engine.venue.day, bars: dayBars(engine) }));
    if (day === 0) return;
    const ofIndex = index && (await readDaySoFar(db, venue, day)).get(INDEX_ID);
    if (ofIndex !== undefined) bars.push({ ...ofIndex, instrument: INDEX_ID });
    await saveDays(
      db,
      venue,
      bars.map((bar) => ({ ...bar, day })),
    );
  }

  /** The previous day gets its bars; then day orders expire and the new day starts, with the corporate actions that are due. */
  async #startDay(day: number): Promise<void> {
    const { exchange, db, venue, calendar, log } = this.#options;
    // Its last minutes first: a closed day accepts no more.
    if (this.#areMinutesInDoubt) throw new ExchangeUnavailable('the last minutes of the day are not stored yet');
    const warning = holidayWarning(calendar, day);
    if (warning !== null) log.warn(warning);
    await this.#saveDay();
    const actions = await dueActions(db, venue, day);
    this.#hasActed = actions.length > 0;
    await exchange.submit({ kind: 'start-day', day, actions, beganAt: dayStartAt(day) });
  }

  async #squareOff(now: number): Promise<void> {
    const { exchange, calendar, db, venue } = this.#options;
    const { generation } = exchange;
    if (generation !== this.#generation) await this.#squareOffs.recover(exchange, db, venue);
    this.#generation = generation;
    await this.#squareOffs.offer(exchange, now, calendar);
    await this.#halted.tell(exchange, now, calendar);
  }
}

function dayBars(engine: Engine) {
  return [...engine.markets()]
    .filter(({ quote }) => quote.volume > 0)
    .map(({ instrument, quote }) => {
      const { open, high, low, last: close, volume } = quote;
      return { instrument: instrument.id, open, high, low, close, volume };
    });
}

/** The index at the end of the last day before `day`; 0 when there is none. */
async function lastIndexClose(db: Database, venue: number, day: number): Promise<number> {
  const [bar] = await readDays(db, venue, INDEX_ID, { fromDay: 0, toDay: day - 1, limit: 1 });
  return bar?.close ?? 0;
}
