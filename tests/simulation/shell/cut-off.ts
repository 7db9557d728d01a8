// At the end of each site only the process in charge loses its database, while another one stands by and takes over.
import type { Random } from '../random.ts';
import type { Cable } from './pool.ts';

/** `late`: for a while before that, answers come late. `returns`: the new process in charge ends again, before the first can have heard of it. */
export type CutOffWay = 'at once' | 'late' | 'returns';

/** Makes another sequence of the seed: older worlds end as they did, and then a second time. */
const LUCK = 90_023;

/** The kind of the second cut-off; null for most worlds, because it takes as long as half of one. */
export const drawSecondCutOff = (luck: (salt: number) => Random): CutOffWay | null =>
  luck(LUCK).pick(['late', 'returns', null, null, null, null, null, null]);

/** Long enough for another process to take over. */
const SILENT_MS = 6_000;
/** Longer than the safety margin of the lease, and shorter than the patience with the database. */
const LATE_MS = 1_400;
const LATE_FOR_MS = 4_000;
/** How long before its end the other process, by then in charge, ends. */
const ENDS_BEFORE_MS = 500;

export class CutOff {
  readonly way: CutOffWay;
  readonly #name: string;
  readonly #silentFrom: number;
  readonly until: number;

  constructor(name: string, way: CutOffWay, now: number) {
    this.way = way;
    this.#name = name;
    this.#silentFrom = now + (way === 'late' ? LATE_FOR_MS : 0);
    this.until = this.#silentFrom + SILENT_MS;
  }

  /** Whether the process that took over ends now. */
  isOtherOver(now: number): boolean {
    return this.way === 'returns' && now >= this.until - ENDS_BEFORE_MS;
  }

  silentUntil(name: string, now: number): number {
    return name === this.#name && now >= this.#silentFrom ? this.until : 0;
  }

  answersLateMs(name: string, now: number): number {
    return this.way === 'late' && name === this.#name && now < this.#silentFrom ? LATE_MS : 0;
  }
}

/** The cable between one process and the database: the common one, with its own cut-off. */
export function cableOf(name: string, cable: Cable, cutOff: () => CutOff | null, now: () => number): Cable {
  return {
    latencyMs: cable.latencyMs,
    get silentUntil() {
      return Math.max(cable.silentUntil, cutOff()?.silentUntil(name, now()) ?? 0);
    },
    get answersLateMs() {
      return cutOff()?.answersLateMs(name, now()) ?? 0;
    },
  };
}
