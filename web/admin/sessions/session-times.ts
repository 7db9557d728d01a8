// The times of a session in its form: date and time fields show this browser's zone, the form keeps instants as ISO text.
import { HOUR_MS } from '../../../core/market/day.ts';

const padded = (figure: number, length = 2): string => String(figure).padStart(length, '0');

/**
 * The text of a date and time field: `2026-11-25T10:00`. The field must get back exactly what was typed, or the rest can no longer be typed:
 * the first figure of a year makes it the year 2, when zones differed from UTC by odd seconds, so the offset in minutes would not do.
 */
export function localText(iso: string): string {
  const at = new Date(iso);
  if (iso === '' || Number.isNaN(at.getTime())) return '';
  const day = [padded(at.getFullYear(), 4), padded(at.getMonth() + 1), padded(at.getDate())].join('-');
  return `${day}T${padded(at.getHours())}:${padded(at.getMinutes())}`;
}

export function isoText(local: string): string {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** The end that goes with another start: the length stays, and a new session lasts an hour. */
export function endFor(start: string, before: { start: string; end: string }): string {
  const length = Date.parse(before.end) - Date.parse(before.start);
  return new Date(Date.parse(start) + (length > 0 ? length : HOUR_MS)).toISOString();
}
