// Sends to everybody slice by slice. Other work is done between two slices, so that no order waits behind thousands of screens.

/** Writing to this many sockets takes one or two milliseconds. */
const MOST_IN_SLICE = 250;

/** Sends to one of them. */
type Emit<Member> = (member: Member) => void;

/**
 * Every socket belongs to one slice. Messages keep their order: each begins when the one before it has gone to all slices.
 */
export class Slices<Member> {
  readonly #slices: Set<Member>[] = [];
  readonly #waiting: (() => Emit<Member>)[] = [];
  readonly #most: number;
  #isSending = false;

  constructor(most = MOST_IN_SLICE) {
    this.#most = most;
  }

  /** Adds a member. Returns its slice, which is needed to leave. */
  enter(member: Member): number {
    const free = this.#slices.findIndex(({ size }) => size < this.#most);
    const slice = free === -1 ? this.#slices.push(new Set()) - 1 : free;
    this.#slices[slice].add(member);
    return slice;
  }

  leave(slice: number, member: Member): void {
    this.#slices[slice].delete(member);
  }

  /** Calls `begin` for the message when its turn comes: at once where there is only one slice and nothing waits. */
  send(begin: () => Emit<Member>): void {
    this.#waiting.push(begin);
    if (!this.#isSending) this.#next();
  }

  #next(): void {
    const begin = this.#waiting.shift();
    this.#isSending = begin !== undefined;
    if (begin !== undefined) this.#sendSlice(begin(), 0);
  }

  #sendSlice(emit: Emit<Member>, slice: number): void {
    for (const member of this.#slices[slice] ?? []) emit(member);
    const isLast = slice + 1 >= this.#slices.length;
    if (!isLast) setImmediate(() => this.#sendSlice(emit, slice + 1));
    else if (this.#slices.length <= 1) this.#next();
    else setImmediate(() => this.#next());
  }
}
