// A text in an address.

/** The text; empty when there is none. The router reads a text of digits as a number. */
export function addressText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
