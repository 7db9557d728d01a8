// The glossary: looks terms up by any of their names, as people write them.
import { DIARY_TERMS } from './diary-terms.ts';
import { PRICE_TERMS } from './price-terms.ts';
import { STATUTORY_SUM, STATUTORY_TERMS } from './statutory-terms.ts';
import { termOf } from './term.ts';
import type { Term } from './term.ts';
import { TRADING_TERMS } from './trading-terms.ts';

/** In order of the alphabet. */
export const TERMS: readonly Term[] = [
  ...TRADING_TERMS,
  ...PRICE_TERMS,
  ...DIARY_TERMS,
  STATUTORY_SUM,
  ...Object.values(STATUTORY_TERMS),
]
  .map(termOf)
  .toSorted((one, other) => (one.term.toLowerCase() < other.term.toLowerCase() ? -1 : 1));

const byName = new Map<string, Term>(
  TERMS.flatMap((term) => [term.term, ...term.also].map((name) => [plain(name), term] as const)),
);

/** The most words that a name in the glossary has. */
export const LONGEST_NAME = Math.max(...[...byName.keys()].map((name) => name.split(' ').length));

/** Every name that leads to a term, in plain form. */
export const TERM_NAMES: readonly string[] = [...byName.keys()];

/** The term of this name, whatever its capitals, hyphens and plural; undefined when there is none. */
export function findTerm(name: string): Term | undefined {
  const wanted = plain(name);
  return byName.get(wanted) ?? byName.get(wanted.replace(/s$/, ''));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('-', ' ')
    .replace(/[^a-z0-9&%+' ]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
