// Instants as the files of a copy write them.

const ist = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** In India: `2026-11-30 14:05:09`. */
export function timeText(at: string | number | null): string {
  return at === null ? '' : ist.format(Number(at));
}
