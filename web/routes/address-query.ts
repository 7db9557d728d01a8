// Reads and writes the part of an address after the ?.
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

function valueOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Thrown for the router, which then keeps the text. Ordinary numbers have been converted before they come here.
  if (typeof value === 'number') throw new TypeError('text');
  return value;
}

/**
 * Like the router's own reader, except that a text is a number only if the number is written the same way: 1E5 may be a stock and 82.50
 * the text of a search, which would become 100000 and 82.5.
 */
export const readAddress = parseSearchWith(valueOf);

/**
 * Like the router's own writer, except that a text of digits gets no quotation marks, which would be %22 in the address. It is read as a
 * number; what an address holds is checked anyway, and taken as a text where a text belongs.
 */
export const writeAddress = stringifySearchWith(JSON.stringify, valueOf);
