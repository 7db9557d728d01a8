// One spelling for what Unicode can spell in several ways.

/** U+FF9E and U+FF9F are no marks, but NFKC turns them into marks. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{64})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalizing sorts the marks on a letter, in time that grows with the square of their number: seconds for ten thousand. No language has
 * more than a few, so all but the first 64 are dropped.
 */
export function normal(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(LONG_RUN, '$1').normalize(form);
}

/** For comparing and finding names: two that differ only in capitals, or in how they were typed, are the same. */
export function folded(text: string): string {
  return normal(text, 'NFKC').toUpperCase().toLowerCase();
}
