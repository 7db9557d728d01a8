// Seeded randomness: named streams of random numbers, independent of each other. The core has no other randomness.

const UINT_RANGE = 4_294_967_296;
const TWO_PI = 6.283185307179586;

/**
 * The generator is xoshiro128**. One stream for each symbol and purpose, so that one more draw in one place changes
 * nothing in another. Only exp, log, sqrt and cos are used, whose results do not differ between machines on one V8.
 */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  /** The second of the last pair of normals. */
  #spare: number | null = null;

  /** `words`: four of 32 bits, not all of them zero. */
  constructor(words: Iterable<number>) {
    [this.#a, this.#b, this.#c, this.#d] = words;
  }

  /** The stream of a seed and names, for example `named(seed, 'flow', symbol)`. */
  static named(seed: number | string, ...names: string[]): RandomStream {
    return new RandomStream(hashWords(JSON.stringify([String(seed), ...names])));
  }

  /** A number strictly between 0 and 1. */
  uniform(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return ((result >>> 0) + 0.5) / UINT_RANGE;
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  sign(): 1 | -1 {
    return this.uniform() < 0.5 ? 1 : -1;
  }

  /** Mean 0, deviation 1 (polar method; every second one is free). */
  normal(): number {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = y * scale;
      return x * scale;
    }
  }

  /** The waiting time to the next event of a clock that rings `rate` times per unit. */
  exponential(rate: number): number {
    return -Math.log(this.uniform()) / rate;
  }

  /** `mean` and `deviation` are those of its logarithm. */
  lognormal(mean: number, deviation: number): number {
    return Math.exp(mean + deviation * this.normal());
  }

  /** At least 1; larger than x with probability x to the power -`exponent`. */
  powerLaw(exponent: number): number {
    return Math.exp(-Math.log(this.uniform()) / exponent);
  }

  /** Student's t with more than 2 degrees of freedom, scaled to deviation 1 (Bailey's polar method). */
  studentT(freedom: number): number {
    const radius = (freedom - 2) * (Math.exp((-2 / freedom) * Math.log(this.uniform())) - 1);
    return Math.sqrt(radius) * Math.cos(TWO_PI * this.uniform());
  }

  /** Chi-square with at least 2 degrees of freedom (Marsaglia and Tsang's method for the gamma distribution). */
  chiSquare(freedom: number): number {
    const d = freedom / 2 - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const root = 1 + c * x;
      if (root <= 0) continue;
      const cube = root * root * root;
      if (Math.log(this.uniform()) < 0.5 * x * x + d - d * cube + d * Math.log(cube)) return 2 * d * cube;
    }
  }
}

/** Four well mixed words from a text, never all zero (a state the generator cannot leave). */
function hashWords(text: string): Uint32Array {
  const words = Uint32Array.of(0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef);
  for (let i = 0; i < text.length; i++) {
    for (let lane = 0; lane < 4; lane++) {
      words[lane] = Math.imul(words[lane] ^ (text.charCodeAt(i) + lane * 0x101), 0x01000193 + lane * 0x2c6);
      words[lane] ^= words[(lane + 1) % 4] >>> 15;
    }
  }
  for (let round = 0; round < 3; round++) {
    for (let lane = 0; lane < 4; lane++) words[lane] = mix(words[lane] ^ words[(lane + 3) % 4]);
  }
  if (words.every((word) => word === 0)) words[0] = 1;
  return words;
}

function mix(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}
