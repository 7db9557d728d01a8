// Reads the part of an address after the ?.
import { parseSearchWith } from '@tanstack/react-router';

/**
 * Like the router's own reader, except that a text is a number only if the number is written the same way: 1E5 may be a stock and 82.50
 * the text of a search, which would become 100000 and 82.5.
 */
export const readAddress = parseSearchWith((text) => {
  const value: unknown = JSON.parse(text);
  // Thrown for the router, which then keeps the text. Ordinary numbers have been converted before they come here.
  if (typeof value === 'number') throw new TypeError('text');
  return value;
});
