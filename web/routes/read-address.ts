// How what stands after the ? of an address is read.
import { parseSearchWith } from '@tanstack/react-router';

/**
 * As the router does by itself, but for one thing: a number is one only in the spelling that comes back from it. 1E5 may be a
 * stock, and 82.50 a price somebody searches for: read as numbers, they would look for 100000 and 82.5.
 */
export const readAddress = parseSearchWith((text) => {
  const value: unknown = JSON.parse(text);
  // Thrown for the router, which then keeps the text. Numbers of the usual spelling are none any more when they come here.
  if (typeof value === 'number') throw new TypeError('text');
  return value;
});
