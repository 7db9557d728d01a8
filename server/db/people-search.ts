// How people are found by a part of their name or address: by its pieces of three letters or of two, and then letter by letter.

/** The functions that take a text to pieces of so many letters, each with an index of whom has which. */
const PIECES: readonly (readonly [letters: number, pieces: string])[] = [
  [3, 'search_pieces'],
  [2, 'search_pairs'],
];

/**
 * A condition on `users`: the name or the address holds what was said, in any case. The query has it as its parameter `part` ('$1', say).
 * A single letter is no piece to be found by: nearly everybody has it.
 */
export function holdsPart(said: string, part: string): string {
  const holds = `strpos(search, lower(${part}::text)) > 0`;
  const [, pieces] = PIECES.find(([letters]) => [...said].length >= letters) ?? [];
  return pieces === undefined ? holds : `(${pieces}(search) @> ${pieces}(lower(${part}::text)) and ${holds})`;
}
