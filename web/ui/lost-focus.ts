// When the focused element has left the page, because of another step or a dismissed message, moves the focus to the content.
export function focusContentIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
}

/** One of several: its neighbour takes the focus when it goes, and it keeps it when its button goes. */
export const ROW = 'tr, li, article';

/** The row of the element that had the focus last: a button that has been disabled no longer says where it was. */
export const lastFocused: { row: Element | null } = { row: null };

/** A part whose first element takes the focus when another one goes: a chart, whose tags go with their orders and lines. */
export const KEEPER = '[data-keeps-focus]';

/** The row itself, not the same button in it: a double press must not remove two rows. */
export function focusPart(part: HTMLElement): void {
  if (part.matches(KEEPER)) return (part.firstElementChild as HTMLElement).focus({ preventScroll: true });
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
