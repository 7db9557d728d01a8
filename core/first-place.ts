// The one binary search: finds a place in something that is sorted.

/** The first of the places 0 to `count` - 1 at which `isReached` holds, and `count` if there is none. Where it holds, it holds from there on. */
export function firstPlace(count: number, isReached: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
