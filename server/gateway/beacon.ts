// At the exchange: announces twice a second that it is there, under the name of its line; a new takeover or connection is a new line.
import { pack } from '../bus/bus.ts';
import type { Bus, Subscription } from '../bus/bus.ts';
import type { LineSubjects, Subjects } from '../bus/subjects.ts';
import { BEAT_MS, PROTOCOL } from './beat.ts';
import type { Beat } from './beat.ts';

export interface BeaconOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  /** About the process that runs the venue. */
  readonly exchange: { readonly epoch: number; readonly isRunning: boolean; readonly isOutOfTouch: boolean };
  readonly version: string;
  readonly now: () => number;
  /** Answers what is asked on a line. Anything known about an older line is over. */
  readonly serve: (line: LineSubjects) => Subscription;
}

export class Beacon {
  readonly #options: BeaconOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #hailed: Subscription;
  #line = '';
  #connections = 1;
  #served: Subscription | null = null;
  #isLeaving = false;

  constructor(options: BeaconOptions) {
    this.#options = options;
    const { bus, subjects } = options;
    this.#hailed = bus.subscribe(subjects.hail, () => this.#beat());
    bus.onChange((isConnected) => {
      // What was sent in between may be lost, so nobody may rely on it.
      if (!isConnected) this.#connections++;
      this.#beat();
    });
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
    this.#beat();
  }

  /** Announces its end, so that nobody waits for it. */
  close(): void {
    clearInterval(this.#timer);
    this.#isLeaving = true;
    this.#beat();
    this.#hailed.end();
    this.#served?.end();
  }

  #beat(): void {
    const { bus, subjects, exchange, version, now, serve } = this.#options;
    const line = `${exchange.epoch}-${this.#connections}`;
    if (line !== this.#line && !this.#isLeaving) {
      this.#line = line;
      this.#served?.end();
      this.#served = serve(subjects.line(line));
    }
    const beat: Beat = {
      epoch: exchange.epoch,
      line: this.#line,
      protocol: PROTOCOL,
      version,
      at: now(),
      isRunning: exchange.isRunning && !exchange.isOutOfTouch,
      isLeaving: this.#isLeaving,
    };
    bus.publish(subjects.beats, pack(beat));
  }
}
