// What an entry of the glossary is made of: a term, the other ways people write it, and what it means in plain words.

export interface Term {
  readonly term: string;
  /** Other spellings and short forms, in small letters. */
  readonly also: readonly string[];
  readonly text: string;
}

/** `['Limit order', 'limit, limit price', 'An order that ...']` */
export type TermRow = readonly [term: string, also: string, text: string];

export function termOf([term, also, text]: TermRow): Term {
  return { term, also: also === '' ? [] : also.split(', '), text };
}
