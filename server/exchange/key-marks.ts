// A Bloom filter of used keys, two bytes each: a key that is not in it was never used; one that is may have been.

/** With this many bits per key, about one new key in a thousand is taken for a used one. */
const BITS_A_KEY = 16;
const PROBES = 6;
const FIRST_KEYS = 1_024;
const MOST_KEYS = 4_194_304;

/** A filter for a fixed number of keys. */
class Part {
  readonly #bits: Uint32Array;
  readonly #mask: number;
  #left: number;
  readonly keys: number;

  /** `keys` is a power of two. */
  constructor(keys: number) {
    this.keys = keys;
    this.#left = keys;
    this.#bits = new Uint32Array((keys * BITS_A_KEY) / 32);
    this.#mask = keys * BITS_A_KEY - 1;
  }

  get isFull(): boolean {
    return this.#left === 0;
  }

  add(first: number, step: number): void {
    this.#left--;
    for (let probe = 0, at = first; probe < PROBES; probe++, at += step) {
      const bit = at & this.#mask;
      this.#bits[bit >>> 5] |= 1 << (bit & 31);
    }
  }

  mayHave(first: number, step: number): boolean {
    for (let probe = 0, at = first; probe < PROBES; probe++, at += step) {
      const bit = at & this.#mask;
      if ((this.#bits[bit >>> 5] & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** Keys of about the same time, in parts that double in size. */
class Age {
  readonly #parts = [new Part(FIRST_KEYS)];

  add(first: number, step: number): void {
    const newest = this.#parts.at(-1)!;
    if (!newest.isFull) return newest.add(first, step);
    const next = new Part(Math.min(2 * newest.keys, MOST_KEYS));
    this.#parts.push(next);
    next.add(first, step);
  }

  mayHave(first: number, step: number): boolean {
    return this.#parts.some((part) => part.mayHave(first, step));
  }
}

export class KeyMarks {
  #newest = new Age();
  /** Oldest first, each with the instant after which nothing was added to it. */
  #older: { readonly age: Age; readonly until: number }[] = [];

  add(key: string): void {
    this.#newest.add(...probesOf(key));
  }

  /** False when the key was never added, or has been forgotten. */
  mayHave(key: string): boolean {
    const [first, step] = probesOf(key);
    return this.#newest.mayHave(first, step) || this.#older.some(({ age }) => age.mayHave(first, step));
  }

  /** Forgets what was added before `oldest`. It can only forget whole ages, and each call begins a new one at `now`. */
  forget(oldest: number, now: number): void {
    this.#older = [...this.#older.filter(({ until }) => until >= oldest), { age: this.#newest, until: now }];
    this.#newest = new Age();
  }
}

/**
 * Two numbers derived from a key, which determine its bits. They need not be secret: a caller who makes keys collide only makes the
 * exchange look up that caller's own orders.
 */
function probesOf(key: string): [first: number, step: number] {
  let first = 0x811c9dc5;
  let step = 0x3c6ef372;
  for (let n = 0; n < key.length; n++) {
    const code = key.charCodeAt(n);
    first = Math.imul(first ^ code, 0x01000193);
    step = Math.imul(step + code, 0x2c1b3c6d) ^ (step >>> 15);
  }
  return [scattered(first), scattered(step) | 1];
}

/** Mixes a number so that each of its bits affects every bit of the result. */
function scattered(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
