// When the focused element has left the page, because of another step or a dismissed message, moves the focus to the content.
export function focusContentIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
}
