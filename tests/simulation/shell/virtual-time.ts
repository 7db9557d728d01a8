// Time of a simulated site: everything that happens later is in one queue, and the clock jumps from one entry to the next.
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';

/** The owner of events: those of a dead process never come, those of a stopped one come when it goes on. */
export interface Owner {
  readonly name: string;
  isDead: boolean;
  stoppedUntil: number;
}

interface Entry {
  at: number;
  readonly order: number;
  readonly owner: Owner | null;
  readonly run: () => void;
  isCanceled: boolean;
}

/** The part of Node's timer objects that is used. */
interface Handle {
  entry: Entry;
  unref(): Handle;
  ref(): Handle;
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Waits until everything behind a promise has run, with all its consequences. */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

type Callback = (...args: unknown[]) => void;

export class VirtualTime {
  #now = 0;
  #orders = 0;
  readonly #heap: Entry[] = [];
  #current: Owner | null = null;
  #restore: (() => void) | null = null;

  /** Milliseconds since the beginning; never goes back. */
  get now(): number {
    return this.#now;
  }

  /** The owner of the code that is running now. */
  get current(): Owner | null {
    return this.#current;
  }

  /** Schedules something `delay` milliseconds from now. */
  after(delay: number, run: () => void, owner: Owner | null = null): Entry {
    const entry = { at: this.#now + Math.max(0, delay), order: this.#orders++, owner, run, isCanceled: false };
    this.#push(entry);
    return entry;
  }

  sleep(delay: number): Promise<void> {
    const owner = this.#current;
    return new Promise((resolve) => void this.after(delay, resolve, owner));
  }

  /** Lets time pass until `isOver`, or until nothing happens any more, or until the instant `limit`. */
  async run(isOver: () => boolean, limit: number): Promise<void> {
    await settled();
    while (!isOver()) {
      const entry = this.#pop();
      if (entry === null) return;
      if (entry.at > limit) {
        this.#push(entry);
        this.#now = limit;
        return;
      }
      const { owner } = entry;
      if (entry.isCanceled || owner?.isDead === true) continue;
      if (owner !== null && owner.stoppedUntil > entry.at) {
        entry.at = owner.stoppedUntil;
        this.#push(entry);
        continue;
      }
      this.#now = entry.at;
      this.#current = owner;
      entry.run();
      await settled();
      this.#current = null;
    }
  }

  /** Replaces Node's own timers and clocks with this clock, for code that knows only those. */
  install(): void {
    const own = { performanceNow: performance.now, dateNow: Date.now, sleep: timersPromises.setTimeout };
    const names = [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'clearTimeout',
      'clearInterval',
      'clearImmediate',
    ] as const;
    const globals = globalThis as unknown as Record<(typeof names)[number], unknown>;
    const before = names.map((name) => globals[name]);
    const cancel = (handle?: Handle): void => void (handle !== undefined && (handle.entry.isCanceled = true));
    globals.setTimeout = (callback: Callback, delay = 0, ...args: unknown[]) =>
      this.#handle(this.after(delay, () => callback(...args), this.#current));
    globals.setImmediate = (callback: Callback, ...args: unknown[]) =>
      this.#handle(this.after(0, () => callback(...args), this.#current));
    globals.setInterval = (callback: Callback, delay = 0) => this.#every(Math.max(1, delay), callback);
    for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate'] as const) globals[name] = cancel;
    performance.now = () => this.#now;
    Date.now = () => this.#now;
    timersPromises.setTimeout = ((delay: number) => this.sleep(delay)) as typeof timersPromises.setTimeout;
    syncBuiltinESMExports();
    this.#restore = () => {
      for (const [index, name] of names.entries()) globals[name] = before[index];
      performance.now = own.performanceNow;
      Date.now = own.dateNow;
      timersPromises.setTimeout = own.sleep;
      syncBuiltinESMExports();
    };
  }

  uninstall(): void {
    this.#restore?.();
    this.#restore = null;
  }

  #every(delay: number, callback: () => void): Handle {
    const owner = this.#current;
    const tick = (): void => {
      handle.entry = this.after(delay, tick, owner);
      callback();
    };
    const handle = this.#handle(this.after(delay, tick, owner));
    return handle;
  }

  #handle(entry: Entry): Handle {
    const handle: Handle = { entry, unref: () => handle, ref: () => handle };
    return handle;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): Entry | null {
    const heap = this.#heap;
    if (heap.length === 0) return null;
    const [first] = heap;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], last)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
