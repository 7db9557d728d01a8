// Names and topics that are written from right to left, inside our sentences, which are not.

/** Hebrew, Arabic, and what else is written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** In marks that nobody sees, so that figures and signs beside it stay where they are. All else comes back as it is. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** A title inside a sentence, whose own words would otherwise run into it. */
export function quoted(title: string): string {
  return `\u201c${isolated(title)}\u201d`;
}
