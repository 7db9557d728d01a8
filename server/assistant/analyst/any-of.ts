// A long expression, written as one phrasing a line.

/** Fits where any of the phrasings does. */
export const anyOf = (...phrasings: readonly RegExp[]): RegExp =>
  new RegExp(phrasings.map(({ source }) => source).join('|'));
