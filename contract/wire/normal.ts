// One spelling for what Unicode can spell in several ways.

/** Two of these are no marks, and become some. */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{64})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Marks over one letter are put in order, which takes time by the square of their number: of ten thousand, seconds. No language has more
 * than a few; what is beyond 64 is left out before.
 */
export function normal(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(LONG_RUN, '$1').normalize(form);
}

/** As names are compared and found: two that look the same but for capitals, or for how they were typed, are the same. */
export function folded(text: string): string {
  return normal(text, 'NFKC').toUpperCase().toLowerCase();
}
