// Remembers in two bytes each which keys have been used: who is not in it was never there, who is in it may have been.

/** With this many bits for each key, one key in a thousand is taken for another. */
const BITS_A_KEY = 16;
const PROBES = 6;
const FIRST_KEYS = 1_024;
const MOST_KEYS = 4_194_304;

/** A part of the keys, as many as it was made for. */
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

/** Keys of about the same time: parts, each twice as large as the one before. */
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

  /** False: it was never added, or is forgotten. */
  mayHave(key: string): boolean {
    const [first, step] = probesOf(key);
    return this.#newest.mayHave(first, step) || this.#older.some(({ age }) => age.mayHave(first, step));
  }

  /** Forgets what was added before `oldest`, as far as earlier calls have drawn a line; `now` draws the next one. */
  forget(oldest: number, now: number): void {
    this.#older = [...this.#older.filter(({ until }) => until >= oldest), { age: this.#newest, until: now }];
    this.#newest = new Age();
  }
}

/**
 * Two numbers of a key, from which its bits follow. Not a secret, and no proof: whoever makes keys of equal numbers makes only their own
 * orders ask the table.
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

/** Every bit of the number has a part in every bit of what it becomes. */
function scattered(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
