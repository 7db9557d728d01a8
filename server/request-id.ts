// An id for what a request makes. A repeat of the request makes the same one, and so finds what was made before its reply was lost.
import { hash, randomUUID } from 'node:crypto';
import type { RouteName } from '../contract/routes.ts';

interface Request {
  readonly call: RouteName;
  readonly userId: string;
  /** Its Idempotency-Key. Without one, every request is another. */
  readonly key: string | null;
  readonly input: object;
}

export function requestId({ call, userId, key, input }: Request): string {
  if (key === null) return randomUUID();
  const letters = hash('sha256', `${call}\n${userId}\n${key}\n${JSON.stringify(input)}`);
  return letters.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
