// Keys that are pressed while the palette has been opened and its script has not come.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Key extends Event {
  readonly key: string;
  readonly #held: readonly string[];
  constructor(key: string, held: readonly string[]) {
    super('keydown', { cancelable: true });
    this.key = key;
    this.#held = held;
  }
  getModifierState = (name: string): boolean => this.#held.includes(name);
  get ctrlKey(): boolean {
    return this.#held.includes('Control');
  }
  get altKey(): boolean {
    return this.#held.includes('Alt');
  }
  get metaKey(): boolean {
    return this.#held.includes('Meta');
  }
  get shiftKey(): boolean {
    return false;
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { querySelector: () => null });
});

afterEach(() => void vi.unstubAllGlobals());

/** Opened by its keys; `press` says whether the browser was kept from doing what it does with a key. */
async function opened(platform: string) {
  vi.stubGlobal('navigator', { platform });
  const { listenForPaletteKeys, takeAhead } = await import('./palette-state.ts');
  listenForPaletteKeys();
  const press = (key: string, ...held: string[]): boolean => !window.dispatchEvent(new Key(key, held));
  expect(press('k', 'Control')).toBe(true);
  return { press, takeAhead };
}

test('letters are kept for it, and keys for buttons and fields do not reach the page', async () => {
  const { press, takeAhead } = await opened('Linux x86_64');
  for (const key of ['s', 'u', 'x', 'Backspace', 'Enter', 'Tab', ' ', 'b'])
    expect([key, press(key)]).toEqual([key, true]);
  expect(press('k', 'Control')).toBe(true);
  expect(takeAhead()).toBe('su b');
});

test('the browser\u2019s own shortcuts reach it', async () => {
  const { press, takeAhead } = await opened('Linux x86_64');
  const isKept = [press('F5'), press('r', 'Control'), press('ArrowLeft', 'Alt'), press('r', 'Meta')];
  expect(isKept).toEqual([false, false, false, false]);
  expect(takeAhead()).toBe('');
});

test('a letter written with AltGr, or on a Mac with Option, is a letter', async () => {
  const german = await opened('Win32');
  expect(german.press('@', 'Control', 'Alt', 'AltGraph')).toBe(true);
  expect(german.takeAhead()).toBe('@');
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
  const mac = await opened('MacIntel');
  expect(mac.press('@', 'Alt')).toBe(true);
  expect(mac.takeAhead()).toBe('@');
});
