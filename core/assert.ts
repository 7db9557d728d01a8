// Assertions, for mistakes of our own: input from people or programs is refused, not asserted.

/** @throws when the condition does not hold. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Ends a `switch` over a union, so that a forgotten case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
