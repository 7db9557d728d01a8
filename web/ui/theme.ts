// A person's chosen look: light, dark or the system's, and the palette for gains and losses. index.html applies it before the first paint.
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Palette = 'standard' | 'colour-blind';

const themeKey = 'istock.theme';
const paletteKey = 'istock.palette';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
/** The reader's own colours are the system's, whatever was chosen here: canvases draw on them. */
const forced = matchMedia('(forced-colors: active)');
/** Paper is light, whatever the screen is. */
const paper = matchMedia('print');
const listeners = new Set<() => void>();

// If storage is unavailable (some private windows) or full, the choice lasts until the page closes.
const unsaved = new Map<string, string>();

function read(key: string): string | null {
  try {
    return unsaved.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
  apply();
}

function chosenTheme(): Theme {
  const saved = read(themeKey);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

function chosenPalette(): Palette {
  return read(paletteKey) === 'colour-blind' ? 'colour-blind' : 'standard';
}

function themeToShow(): 'light' | 'dark' {
  const theme = forced.matches ? 'system' : chosenTheme();
  return theme === 'dark' || (theme === 'system' && systemDark.matches) ? 'dark' : 'light';
}

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = themeToShow();
  root.dataset.palette = chosenPalette();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', token('--surface'));
  for (const listener of listeners) listener();
}

systemDark.addEventListener('change', apply);
forced.addEventListener('change', apply);
paper.addEventListener('change', apply);
// Another tab has changed it.
window.addEventListener('storage', (event) => {
  if (event.key === themeKey || event.key === paletteKey) apply();
});
// index.html looked before this script could listen: what has changed since, nothing else tells.
if (document.documentElement.dataset.theme !== themeToShow()) apply();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, chosenTheme), (theme) => write(themeKey, theme)];
}

export function usePalette(): [Palette, (palette: Palette) => void] {
  return [useSyncExternalStore(subscribe, chosenPalette), (palette) => write(paletteKey, palette)];
}

/** Which of the two sets of colours is on the screen now: for canvases, which cannot read CSS variables by themselves. */
export function useShownTheme(): string {
  return useSyncExternalStore(
    subscribe,
    () => `${document.documentElement.dataset.theme} ${document.documentElement.dataset.palette} ${paper.matches}`,
  );
}

/** The current value of a token of tokens.css, such as `token('--up')`. */
export function token(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
