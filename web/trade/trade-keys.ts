// The keys B and S open the ticket of the stock under the focus or the pointer, or else of the one stock that the screen is about.
import { useEffect, useSyncExternalStore } from 'react';
import type { OrderSide } from '../../contract/trade.ts';
import { INDEX_SYMBOL } from '../../core/market/index-symbol.ts';
import { readOwn, writeOwn } from '../own-storage.ts';
import { isDialogOpen } from '../ui/dialog-open.ts';
import { latinKey } from '../ui/latin-key.ts';
import { openTicket } from './ticket.ts';

const NAME = 'trade-keys';
const OFF = 'off';
const sides: Record<string, OrderSide | undefined> = { b: 'BUY', s: 'SELL' };
/** Elements in which letters are typed, or choose an option. */
const TYPING = 'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable=true]';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const areOn = (): boolean => readOwn(NAME) !== OFF;

/** WCAG 2.1.4: people who dictate, or rest a hand on the keys, can turn single-letter shortcuts off. */
export function useTradeKeysSwitch(): [areOn: boolean, set: (areOn: boolean) => void] {
  const shown = useSyncExternalStore(subscribe, areOn);
  return [
    shown,
    (next) => {
      writeOwn(NAME, next ? 'on' : OFF);
      for (const listener of listeners) listener();
    },
  ];
}

function sideOfKey(event: KeyboardEvent): OrderSide | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  return ctrlKey || metaKey || altKey || shiftKey || repeat ? undefined : sides[latinKey(event)];
}

function symbolAt(element: Element | null | undefined): string | undefined {
  return element?.closest<HTMLElement>('main [data-symbol]')?.dataset.symbol;
}

/** The stock that is meant: the pointer is better evidence than a focus left somewhere earlier. */
function symbolMeant(page: Document): string | undefined {
  const pointed = symbolAt([...page.querySelectorAll('main :hover')].at(-1)) ?? symbolAt(page.activeElement);
  const all = [...page.querySelectorAll<HTMLElement>('main [data-symbol]')].map(({ dataset }) => dataset.symbol);
  const symbols = new Set(pointed === undefined ? all : [pointed]);
  symbols.delete(INDEX_SYMBOL);
  return symbols.size === 1 ? [...symbols][0] : undefined;
}

/** A screen without stocks may still be loading: this is how long a keypress waits for it. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 50;

/** Opens the ticket once the screen has stocks, if it is then clear which one is meant. */
function openWhenShown(side: OrderSide): () => void {
  const until = Date.now() + PATIENCE_MS;
  const timer = setInterval(() => {
    const isShown = document.querySelector('main [data-symbol]') !== null;
    if (!isShown && Date.now() < until) return;
    clearInterval(timer);
    const symbol = symbolMeant(document);
    if (symbol !== undefined) openTicket(side, symbol);
  }, LOOK_MS);
  return () => clearInterval(timer);
}

export function useTradeKeys(): void {
  useEffect(() => {
    let forget = (): void => {};
    const onPress = (): void => forget();
    const onKey = (event: KeyboardEvent): void => {
      // Whatever the person does next takes its place.
      forget();
      const side = sideOfKey(event);
      if (!side || event.defaultPrevented || !areOn()) return;
      if (event.target instanceof Element && event.target.matches(TYPING)) return;
      // Not over another dialog, nor over the panel for a price.
      if (isDialogOpen()) return;
      if (document.querySelector('main [data-symbol]') === null) {
        forget = openWhenShown(side);
        return;
      }
      const symbol = symbolMeant(document);
      if (symbol === undefined) return;
      event.preventDefault();
      openTicket(side, symbol);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPress);
    return () => {
      forget();
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPress);
    };
  }, []);
}
