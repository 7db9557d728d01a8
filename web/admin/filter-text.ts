// What a user filter may hold: spec 5 strips these characters and trims.
const STRIPPED = /[<>/'";]/g;

export function strippedText(text: string): string {
  return text.replace(STRIPPED, '').trim();
}

export function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
}

/** A calendar day, as a date field writes it. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
