// Finds people by part of their name or address: first by its pieces of three or two letters, then letter by letter.

/** The functions that split a text into pieces of this many letters, each with an index of who has which. */
const PIECES: readonly (readonly [letters: number, pieces: string])[] = [
  [3, 'search_pieces'],
  [2, 'search_pairs'],
];

/**
 * A condition on `users`: the name or address contains the text, in any case, with its accents or without. The query passes it as the parameter `part` (such as '$1').
 * A single letter is not looked up by piece: nearly everybody has it.
 */
export function holdsPart(said: string, part: string): string {
  const holds = `strpos(search, search_text(${part}::text)) > 0`;
  const [, pieces] = PIECES.find(([letters]) => [...said].length >= letters) ?? [];
  return pieces === undefined ? holds : `(${pieces}(search) @> ${pieces}(search_text(${part}::text)) and ${holds})`;
}
