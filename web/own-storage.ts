// What a person keeps in this browser: chart indicators, a copy of drawn lines, how tickets open. Two people on one computer do not share it.
import { session } from './session.ts';

// Where the page has no access to storage (some private windows), or it is full, things are kept until the page closes.
const unsaved = new Map<string, string>();

/** On a shared computer the address itself would stay behind; a hash of it tells two people apart and names nobody (also in index.html). */
function personKey(email: string): string {
  let hash = 0;
  for (const letter of email) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}

function keyOf(name: string): string {
  return `istock.${name}.${personKey(session()?.email ?? '')}`;
}

export function readOwn(name: string): string | null {
  const key = keyOf(name);
  try {
    return unsaved.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeOwn(name: string, text: string): void {
  const key = keyOf(name);
  try {
    localStorage.setItem(key, text);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, text);
  }
}
