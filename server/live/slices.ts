// Sends to everybody in slices: between two of them the process is free, so that no order waits behind thousands of screens.

/** So many sockets take one or two milliseconds. */
const MOST_IN_SLICE = 250;

/** Sends one message to the sockets in a room. */
type Emit = (room: string) => void;

const roomOf = (slice: number): string => `slice:${slice}`;

/**
 * Every socket belongs to one slice, which is a room. What is sent first arrives first: a message begins when the one before it has
 * gone to all.
 */
export class Slices {
  /** Sockets in each slice. */
  readonly #sizes: number[] = [];
  readonly #waiting: (() => Emit)[] = [];
  readonly #most: number;
  #isSending = false;

  constructor(most = MOST_IN_SLICE) {
    this.#most = most;
  }

  /** A place for one more socket: the number to leave with, and the room to join. */
  enter(): { slice: number; room: string } {
    const free = this.#sizes.findIndex((size) => size < this.#most);
    const slice = free === -1 ? this.#sizes.length : free;
    this.#sizes[slice] = (this.#sizes[slice] ?? 0) + 1;
    return { slice, room: roomOf(slice) };
  }

  leave(slice: number): void {
    this.#sizes[slice]--;
  }

  /** `begin` is asked when its turn comes, and says what is sent by then: at once where there is one slice and nothing waits. */
  send(begin: () => Emit): void {
    this.#waiting.push(begin);
    if (!this.#isSending) this.#next();
  }

  #next(): void {
    const begin = this.#waiting.shift();
    this.#isSending = begin !== undefined;
    if (begin !== undefined) this.#sendSlice(begin(), 0);
  }

  #sendSlice(emit: Emit, slice: number): void {
    if (this.#sizes[slice] > 0) emit(roomOf(slice));
    const isLast = slice + 1 >= this.#sizes.length;
    if (!isLast) setImmediate(() => this.#sendSlice(emit, slice + 1));
    else if (this.#sizes.length <= 1) this.#next();
    else setImmediate(() => this.#next());
  }
}
