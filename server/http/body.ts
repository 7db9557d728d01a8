// Parses the JSON of a request defensively: refuses keys that reach into prototypes, endless nesting, and endless lists.
import { callMessages } from '../../contract/messages/call.ts';
import { HttpError } from '../http-error.ts';

export const BODY_LIMIT_BYTES = 100 * 1024;
const MOST_NESTING = 20;
/** More than any list of ours may have: schemas look at each item, and note its mistakes, before they count them. */
const MOST_ITEMS = 1_000;

const malformed = () => new HttpError(400, callMessages.malformed);

/** An empty body is an empty object: POST /refresh has none. */
export function parseJson(text: string): unknown {
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed();
  }
  refuseDangerous(value);
  return value;
}

/** Half a surrogate pair: no real text contains one, and neither the database nor its JSON accepts it. */
const HALF_SIGN = /\p{Cs}/u;

/** Bytes, which the socket lets in, would be looked at one by one. */
function isEndless(value: object): boolean {
  return ArrayBuffer.isView(value) || (Array.isArray(value) && value.length > MOST_ITEMS);
}

/** @throws HttpError 400 */
export function refuseDangerous(root: unknown): void {
  if (isDangerous(root)) throw malformed();
}

export function isDangerous(root: unknown): boolean {
  const waiting: [unknown, number][] = [[root, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string' && HALF_SIGN.test(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MOST_NESTING || isEndless(value)) return true;
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype' || HALF_SIGN.test(key)) return true;
      const inner: unknown = (value as Record<string, unknown>)[key];
      if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) waiting.push([inner, depth + 1]);
    }
  }
  return false;
}
