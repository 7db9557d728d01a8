// What a person keeps in this browser, also where the browser keeps nothing more.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

/** A storage that is full, except for texts that are as long as what they replace. */
function fullStorage(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > (items.get(key)?.length ?? 0)) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

test('in a full storage the newest choice counts until the page closes, and not the older one that was stored', async () => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', fullStorage(new Map()));
  vi.stubGlobal('localStorage', fullStorage(items));
  vi.stubGlobal('BroadcastChannel', undefined);
  const { readOwn, writeOwn } = await import('./own-storage.ts');
  items.set('istock.ticket.0', 'before');
  writeOwn('ticket', 'a longer one');
  expect(readOwn('ticket')).toBe('a longer one');
  // What could be stored after all replaces it.
  writeOwn('ticket', 'after');
  expect(readOwn('ticket')).toBe('after');
  expect(items.get('istock.ticket.0')).toBe('after');
});
