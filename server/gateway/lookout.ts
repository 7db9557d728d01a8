// At a gateway: looks for the exchange, knows the line to it, and reports at once when it breaks.
import type { Bus, Subscription } from '../bus/bus.ts';
import type { LineSubjects, Subjects } from '../bus/subjects.ts';
import type { Log } from '../log.ts';
import { BEAT_MS, isNeighbour, readBeat } from './beat.ts';
import type { Beat } from './beat.ts';

/** An unbroken line to one exchange. */
export interface Line {
  readonly name: string;
  readonly subjects: LineSubjects;
}

export interface LookoutOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly log: Log;
  /** A line exists; null: it is broken, and whatever was on its way may be lost. */
  readonly onLine: (line: Line | null) => void;
}

/** An exchange silent for this long is taken to be gone. */
const SILENT_MS = 2_500;
/** One that has been gone this long is not waited for: a database restored from a backup starts with older takeovers. */
const FORGOTTEN_MS = 10_000;
/** Of this many beats, the fastest one shows the exchange's clock best. */
const CLOCK_BEATS = 10;

export class Lookout {
  readonly #options: LookoutOptions;
  readonly #heard: Subscription;
  readonly #timer: NodeJS.Timeout;
  #line: Line | null = null;
  #beat: Beat | null = null;
  #beatAt = -Infinity;
  #lookedAt: number;
  /** The exchange's clock minus ours: at least this much. */
  #clockLeads: number[] = [];

  constructor(options: LookoutOptions) {
    this.#options = options;
    const { bus, subjects } = options;
    this.#lookedAt = performance.now();
    this.#heard = bus.subscribe(subjects.beats, (text) => this.#take(text));
    bus.onChange((isConnected) => {
      this.#turn(null);
      if (isConnected) bus.publish(subjects.hail, '{}');
    });
    bus.publish(subjects.hail, '{}');
    this.#timer = setInterval(() => this.#look(), BEAT_MS / 2);
  }

  get line(): Line | null {
    return this.#line;
  }

  /** What keeps this gateway from an open market, in words. */
  get waitingFor(): string[] {
    if (!this.#options.bus.isConnected) return ['NATS does not answer'];
    if (this.#line !== null) return this.#beat?.isRunning ? [] : ['the exchange recovers'];
    const beat = this.#beat;
    const isOther = beat !== null && !isNeighbour(beat.protocol) && performance.now() - this.#beatAt < SILENT_MS;
    return [
      isOther ? `the exchange speaks protocol ${beat.protocol}, which is too far from ours` : 'no exchange answers',
    ];
  }

  /** An instant of the exchange's clock, at most `ms` from now: it may be slightly earlier. */
  deadline(ms: number): number {
    return Math.floor(performance.now() + Math.max(...this.#clockLeads) + ms);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#heard.end();
    this.#turn(null);
  }

  #take(text: string): void {
    const beat = readBeat(text);
    if (beat === null) return;
    const now = performance.now();
    // One that was superseded keeps announcing itself until it notices.
    if (this.#beat !== null && beat.epoch < this.#beat.epoch && now - this.#beatAt < FORGOTTEN_MS) return;
    if (this.#beat?.line !== beat.line) this.#clockLeads = [];
    this.#clockLeads = [...this.#clockLeads.slice(1 - CLOCK_BEATS), beat.at - now];
    this.#beat = beat;
    this.#beatAt = now;
    if (beat.isLeaving || !isNeighbour(beat.protocol)) return this.#turn(null);
    if (this.#line?.name === beat.line) return;
    this.#turn(null);
    this.#turn({ name: beat.line, subjects: this.#options.subjects.line(beat.line) });
  }

  /** After a pause of our own, beats are still waiting to be read: the exchange was not silent then. */
  #look(): void {
    const now = performance.now();
    const hasPaused = now - this.#lookedAt > BEAT_MS;
    this.#lookedAt = now;
    if (!hasPaused && now - this.#beatAt > SILENT_MS) this.#turn(null);
  }

  #turn(line: Line | null): void {
    if (line === null && this.#line === null) return;
    this.#line = line;
    const { log, onLine } = this.#options;
    if (line === null) log.warn('the line to the exchange is broken');
    else log.info({ line: line.name }, 'there is a line to the exchange');
    onLine(line);
  }
}
