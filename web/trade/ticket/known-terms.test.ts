// The charges that the page remembers, and until when.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the terms of one person are not taken for those of the next', async () => {
  vi.resetModules();
  const items = new Map([['token', 'h.e30.s']]);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', { removeItem: () => {} });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  });
  const { keepTerms, knownTerms } = await import('./known-terms.ts');
  const { endSession } = await import('../../session.ts');
  const usual = knownTerms();
  const own = { ...usual, flatFee: 7_00 };
  keepTerms(own);
  expect(knownTerms()).toEqual(own);
  endSession('logout');
  expect(knownTerms()).toEqual(usual);
});
