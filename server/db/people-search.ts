// How people are found by a part of their name or address: by its pieces of three letters, and then letter by letter.

const LETTERS_OF_A_PIECE = 3;

/**
 * A condition on `users`: the name or the address holds what was said, in any case. The query has it as its parameter `part` ('$1', say).
 * What is shorter than a piece has none to be found by: everybody is looked at.
 */
export function holdsPart(said: string, part: string): string {
  const holds = `strpos(search, lower(${part}::text)) > 0`;
  const hasPieces = [...said].length >= LETTERS_OF_A_PIECE;
  return hasPieces ? `(search_pieces(search) @> search_pieces(lower(${part}::text)) and ${holds})` : holds;
}
