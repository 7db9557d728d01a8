// Cuts what people have typed to a length, and tears no letter: neither a pair of UTF-16, nor a letter from its marks, nor an emoji.

/** Made when first needed: it is costly to make, and most text is short. */
let letters: Intl.Segmenter | undefined;

const lettersOf = (text: string): Intl.Segments => (letters ??= new Intl.Segmenter()).segment(text);

/** The beginning of `text`, of at most `most` units of UTF-16. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, lettersOf(text).containing(most)?.index ?? most);
}

/** The first letter as the reader sees it, with all that belongs to it. */
export function firstLetter(text: string): string {
  const [first] = lettersOf(text);
  return first?.segment ?? '';
}
