// The first and the last day of a filter, as the calls take them.

export interface Days {
  /** Empty or left out: without a beginning, or without an end. */
  from?: string | undefined;
  to?: string | undefined;
}

const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '9999-12-31'];

/** Both included. Two in the wrong order are turned round. */
export function inOrder({ from, to }: Days): Days {
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

/** As one text; undefined for every day. */
export function dateRangeOf(days: Days): string | undefined {
  const { from, to } = inOrder(days);
  return from || to ? `${from || FIRST_DAY},${to || LAST_DAY}` : undefined;
}
