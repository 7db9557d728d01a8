// Numbers the packets on one line of a listener's connection, so that sequence and time continue when another person is assigned to it.

/** What identifies a packet of sound or picture within its line. */
export interface PacketTimes {
  sequenceNumber: number;
  timestamp: number;
}

const SEQUENCES = 2 ** 16;
const TIMESTAMPS = 2 ** 32;
const modulo = (value: number, size: number): number => ((value % size) + size) % size;

export class StreamTimes {
  readonly #clockRate: number;
  #source: unknown = null;
  #sequenceOffset = 0;
  #timestampOffset = 0;
  #last: (PacketTimes & { at: number }) | null = null;

  /** @param clockRate ticks a second of the line's codec */
  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** The number and time of a packet of `source` on this line. @param at in ms, never going back */
  next(source: unknown, { sequenceNumber, timestamp }: PacketTimes, at: number): PacketTimes {
    if (this.#source !== source) {
      this.#source = source;
      if (this.#last !== null) {
        const ticks = Math.max(1, Math.round(((at - this.#last.at) / 1_000) * this.#clockRate));
        this.#sequenceOffset = this.#last.sequenceNumber + 1 - sequenceNumber;
        this.#timestampOffset = this.#last.timestamp + ticks - timestamp;
      }
    }
    const times = {
      sequenceNumber: modulo(sequenceNumber + this.#sequenceOffset, SEQUENCES),
      timestamp: modulo(timestamp + this.#timestampOffset, TIMESTAMPS),
    };
    const ahead = this.#last === null ? 1 : modulo(times.sequenceNumber - this.#last.sequenceNumber, SEQUENCES);
    // A packet that arrives late, out of order, is not the newest one.
    if (ahead < SEQUENCES / 2) this.#last = { ...times, at };
    return times;
  }
}
