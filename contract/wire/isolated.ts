// Names and topics written from right to left, inside sentences written from left to right.

/** Hebrew, Arabic, and the other scripts written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Between invisible marks, so that figures and signs beside it stay in place. Text from left to right comes back as it is. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** A title inside a sentence, whose own words would otherwise run into it. */
export function quoted(title: string): string {
  return `\u201c${isolated(title)}\u201d`;
}
