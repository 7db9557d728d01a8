// Compares a signature or a token that a stranger sent with the right one, without telling by the time how much of it was right.
import { hash, timingSafeEqual } from 'node:crypto';

/** The texts are hashed because only buffers of one length can be compared, and the length must not be told either. */
export function areEqualTexts(given: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', right, 'buffer'));
}
