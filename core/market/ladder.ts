// One side of a book: levels of waiting orders, each found directly by its price, with the best one always at hand.
import type { Paise } from '../money.ts';
import type { Side } from './instrument.ts';
import { Level } from './level.ts';

/** A section has 256 prices: the last eight bits of a rank are a place in it. */
const SECTION_BITS = 8;
const PLACES = 1 << SECTION_BITS;
const PLACE = PLACES - 1;

/** A run of neighbouring prices. */
export class Section {
  /** All its ranks without their last bits. */
  readonly number: number;
  readonly #levels: (Level | null)[] = new Array<Level | null>(PLACES).fill(null);
  /** Bit p of word w: somebody waits at place 32 w + p. Eight words, in a plain list: a typed array costs more to look into. */
  readonly #words = [0, 0, 0, 0, 0, 0, 0, 0];
  /** Bit w: word w is not zero. */
  #summary = 0;

  constructor(number: number) {
    this.number = number;
  }

  get isEmpty(): boolean {
    return this.#summary === 0;
  }

  at(place: number): Level | null {
    return this.#levels[place];
  }

  put(place: number, level: Level): void {
    this.#levels[place] = level;
    this.#words[place >> 5] |= 1 << place;
    this.#summary |= 1 << (place >> 5);
  }

  clear(place: number): void {
    this.#levels[place] = null;
    const word = place >> 5;
    if ((this.#words[word] &= ~(1 << place)) === 0) this.#summary &= ~(1 << word);
  }

  /** The highest level. */
  highest(): Level | null {
    return this.#summary === 0 ? null : this.#highestIn(highestBit(this.#summary));
  }

  /** The highest level below a place. */
  below(place: number): Level | null {
    const word = place >> 5;
    const rest = this.#words[word] & ((1 << place) - 1);
    if (rest !== 0) return this.#levels[(word << 5) | highestBit(rest)];
    const words = this.#summary & ((1 << word) - 1);
    return words === 0 ? null : this.#highestIn(highestBit(words));
  }

  #highestIn(word: number): Level | null {
    return this.#levels[(word << 5) | highestBit(this.#words[word])];
  }
}

function highestBit(bits: number): number {
  return 31 - Math.clz32(bits);
}

/** Empty sections are removed only when there are more sections than this. */
const FEW = 16;

/**
 * Any price is possible, and only prices near those in use cost memory: sections stand in order of rank, the best last. An empty
 * section stays for the next order, until most sections are empty. Ranks have 32 bits: prices stay below 2^31, because nobody's limit is
 * above `MAX_PRICE`.
 */
export class Ladder {
  best: Level | null = null;
  /** How many levels there are. */
  count = 0;
  /** Turns a price into its rank, and back. */
  readonly #flip: 0 | -1;
  #sections: Section[] = [];
  #inUse = 0;
  /** The section used last, which is usually needed next as well. */
  #latest: Section | null = null;
  readonly #spareLevels: Level[] = [];

  constructor(side: Side) {
    this.#flip = side === 'buy' ? 0 : -1;
  }

  /** The level at `price`, created if no order waits there yet. */
  at(price: Paise): Level {
    const rank = price ^ this.#flip;
    const section = this.#section(rank);
    return section.at(rank & PLACE) ?? this.#open(section, rank);
  }

  /** Removes a level at which no order waits any more. */
  drop(level: Level): void {
    const section = level.section!;
    if (level === this.best) this.best = this.worse(level);
    section.clear(level.rank & PLACE);
    if (section.isEmpty) this.#inUse--;
    this.#spareLevels.push(level);
    this.count--;
  }

  /** The next level behind this one. */
  worse(level: Level): Level | null {
    const section = level.section!;
    return section.below(level.rank & PLACE) ?? this.#highestBelow(section.number);
  }

  /** The highest level in the sections behind one. */
  #highestBelow(number: number): Level | null {
    let found: Level | null = null;
    for (let index = this.#find(number) - 1; found === null && index >= 0; index--)
      found = this.#sections[index].highest();
    return found;
  }

  #open(section: Section, rank: number): Level {
    const level = this.#spareLevels.pop() ?? new Level();
    level.section = section;
    level.rank = rank;
    level.price = rank ^ this.#flip;
    if (section.isEmpty) this.#inUse++;
    section.put(rank & PLACE, level);
    this.count++;
    if (this.best === null || rank > this.best.rank) this.best = level;
    return level;
  }

  #section(rank: number): Section {
    const number = rank >> SECTION_BITS;
    const latest = this.#latest;
    if (latest !== null && latest.number === number) return latest;
    const index = this.#find(number);
    const isThere = index < this.#sections.length && this.#sections[index].number === number;
    this.#latest = isThere ? this.#sections[index] : this.#insert(number);
    return this.#latest;
  }

  #insert(number: number): Section {
    if (this.#sections.length >= Math.max(FEW, 4 * this.#inUse))
      this.#sections = this.#sections.filter(({ isEmpty }) => !isEmpty);
    const section = new Section(number);
    this.#sections.splice(this.#find(number), 0, section);
    return section;
  }

  /** The first index whose section has this number or a higher one. Looked for from the best end, where most orders come in. */
  #find(number: number): number {
    const sections = this.#sections;
    let index = sections.length;
    while (index > 0 && sections[index - 1].number >= number) index--;
    return index;
  }
}
