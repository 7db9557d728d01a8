// Reads a list of whole numbers from the text that the database writes for an array: the driver takes several times as long.

/** `{1,2,3}` as `[1, 2, 3]`; no element may be null. */
export function numbersOf(array: string): number[] {
  return JSON.parse(`[${array.slice(1, -1)}]`) as number[];
}
