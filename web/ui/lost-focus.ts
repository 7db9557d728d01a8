// Where the focus goes when what had it has left the page, with a step to another one or behind a sentence that was read: to the content.
export function focusContentIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
}
