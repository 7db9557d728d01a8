// Moves the focus when the focused element is removed or disabled: to the row that has taken its place, or else to the part around it.
import { focusContentIfLost, focusPart, KEEPER, lastFocused, ROW } from './lost-focus.ts';

const DIALOG = 'dialog, [role=dialog], [role=alertdialog]';
/** Parts that have a name, and from which Tab leads to their content. */
const PART = `form, nav, fieldset, section[aria-labelledby], ${KEEPER}, ${DIALOG}`;
/** By then, elements that take the focus by themselves have done so, such as the button of a closing menu. */
const LOOK_AFTER_MS = 100;

/** The element that had the focus last, with its row and the parts around it, innermost first. */
let held: { element: Element; row: Element | null; parts: readonly HTMLElement[] } | null = null;

function partsOf(element: Element): HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>(PART);
  return part ? [part, ...partsOf(part)] : [];
}

function hold(target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest(ROW) : null;
  lastFocused.row = row;
  held = target instanceof Element ? { element: target, row, parts: partsOf(target) } : null;
}

const asRow = (node: Node | null): HTMLElement | null =>
  node instanceof HTMLElement && node.isConnected && node.ariaHidden !== 'true' ? node : null;

/** For a button that was in no row, or has only been disabled, such as Next on the last page. */
function focusAround(parts: readonly HTMLElement[]): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const part = parts.find(({ isConnected }) => isConnected);
    if (part) focusPart(part);
    else focusContentIfLost();
  }, LOOK_AFTER_MS);
}

function followRow(row: Element, changes: MutationRecord[]): void {
  if (document.activeElement !== document.body) return;
  const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(row)));
  // A closed dialog returns the focus by itself.
  if (!change ? !row.isConnected : row.closest(DIALOG) && !row.isConnected) return;
  const isOneOfSeveral = change && [...change.removedNodes].includes(row);
  const next = change ? isOneOfSeveral && (asRow(change.nextSibling) ?? asRow(change.previousSibling)) : asRow(row);
  const around = change?.target instanceof Element ? change.target.closest<HTMLElement>(DIALOG) : null;
  const part = next || around;
  if (part) focusPart(part);
  else focusContentIfLost();
}

function follow(changes: MutationRecord[]): void {
  if (!held) return;
  const { element, row, parts } = held;
  if (!element.isConnected) {
    held = null;
    if (row) followRow(row, changes);
    else if (!element.closest(DIALOG)) focusAround(parts);
  } else if (element.matches(':disabled') && changes.some(({ target }) => target === element))
    focusAround(row instanceof HTMLElement ? [row, ...parts] : parts);
}

let isKept = false;

/** Starts watching the focus. */
export function keepFocusInLists(): void {
  if (isKept) return;
  isKept = true;
  hold(document.activeElement);
  document.addEventListener('focusin', ({ target }) => hold(target));
  new MutationObserver(follow).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
}
