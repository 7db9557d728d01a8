// Where the focus goes when a row leaves its list together with the button that was pressed in it: to the row that has taken its place.
import { focusContentIfLost } from './lost-focus.ts';

const DIALOG = 'dialog, [role=dialog]';

/** What had the focus last, and the row that it is in. */
let held: { element: Element; row: Element } | null = null;

function hold({ target }: FocusEvent): void {
  const row = target instanceof Element ? target.closest('tr, li') : null;
  held = row && target instanceof Element ? { element: target, row } : null;
}

const asRow = (node: Node | null): HTMLElement | null =>
  node instanceof HTMLElement && node.isConnected && node.ariaHidden !== 'true' ? node : null;

/** The row itself, not the same button in it: whoever presses twice must not remove two. */
function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}

function follow(changes: MutationRecord[]): void {
  if (!held || held.element.isConnected) return;
  const { row } = held;
  held = null;
  if (document.activeElement !== document.body) return;
  const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(row)));
  // A dialog that has gone gives the focus back by itself.
  if (!change ? !row.isConnected : row.closest(DIALOG) && !row.isConnected) return;
  const isOneOfSeveral = change && [...change.removedNodes].includes(row);
  const next = change ? isOneOfSeveral && (asRow(change.nextSibling) ?? asRow(change.previousSibling)) : asRow(row);
  const around = change?.target instanceof Element ? change.target.closest<HTMLElement>(DIALOG) : null;
  const part = next || around;
  if (part) focusPart(part);
  else focusContentIfLost();
}

/** From now on, for every list there is. */
export function keepFocusInLists(): void {
  document.addEventListener('focusin', hold);
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
}
