// Cuts typed text to a length without tearing a letter: neither a surrogate pair, nor a letter and its marks, nor an emoji.

/** Made when first needed: it is costly to make, and most text is short. */
let letters: Intl.Segmenter | undefined;

const lettersOf = (text: string): Intl.Segments => (letters ??= new Intl.Segmenter()).segment(text);

/** The beginning of `text`, of at most `most` units of UTF-16. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, lettersOf(text).containing(most)?.index ?? most);
}

/** The first letter as a reader sees it, with everything that belongs to it. */
export function firstLetter(text: string): string {
  const [first] = lettersOf(text);
  return first?.segment ?? '';
}
