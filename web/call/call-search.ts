// What the address of a call contains: the lesson it is held for, or the code of a room.

export interface CallSearch {
  /** The public id of a lesson. */
  session?: string;
  code?: string;
  /** Not to enter a call, but to report something in one that is over. */
  past?: boolean;
}

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value).length <= 64 ? String(value) : undefined;

export function callSearch(given: Record<string, unknown>): CallSearch {
  return { session: textOf(given.session), code: textOf(given.code), past: given.past === true || undefined };
}
