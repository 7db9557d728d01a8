// Whether something over the page takes its keys.

/** A dialog, a side panel or an alert lies over the page. */
export function isDialogOpen(): boolean {
  return document.querySelector('.veil, dialog:modal, [role=dialog]') !== null;
}
