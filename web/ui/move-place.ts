// The new place of a moved list item: by keyboard, or where it was dropped.

/** The items with one of them moved to another place. */
export function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), items[from], ...rest.slice(to)];
}

/** The place of an item dropped at a height: behind all others whose middle is above it. */
export function placeAt(middles: readonly number[], from: number, height: number): number {
  return middles.filter((middle, index) => index !== from && middle < height).length;
}

/** The place that a key moves to; null for any other key. */
export function placeOfKey(key: string, at: number, count: number): number | null {
  const place = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[key];
  return place === undefined || place < 0 || place >= count || place === at ? null : place;
}
