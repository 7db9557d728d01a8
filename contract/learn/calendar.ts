// A lesson as a calendar file (RFC 5545), for any calendar.
import type { LessonStatus } from '../learn.ts';

export interface CalendarLesson {
  readonly id: string;
  readonly title: string;
  readonly instructor: string;
  readonly about: string;
  /** Epoch ms. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly status: LessonStatus;
  /** Where the lesson is held. */
  readonly url: string;
}

/** `20261125T033000Z` */
function utc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** Commas, semicolons, backslashes and line breaks mean something in a value; control characters have no place in it. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

const MOST_OCTETS = 75;

/** How many octets a character has in UTF-8. */
function octetsOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
}

/** A line has at most 75 octets; a longer one goes on in the next line after a space, without tearing a character. */
function folded(line: string): string {
  let out = '';
  let octets = 0;
  for (const sign of line) {
    const size = octetsOf(sign);
    if (octets + size > MOST_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += sign;
    octets += size;
  }
  return out;
}

/** `now`: when the file is made, epoch ms. A later file of the same lesson takes the place of the earlier one. */
export function calendarText(lesson: CalendarLesson, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Istock//Lessons//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${lesson.id}@istock`,
    `SEQUENCE:${Math.floor(now / 1000)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(lesson.startsAt)}`,
    `DTEND:${utc(lesson.endsAt)}`,
    `SUMMARY:${escaped(lesson.title)}`,
    `DESCRIPTION:${escaped([`With ${lesson.instructor}`, lesson.about, lesson.url].filter(Boolean).join('\n'))}`,
    `URL:${lesson.url}`,
    `STATUS:${lesson.status === 'CANCELED' ? 'CANCELLED' : 'CONFIRMED'}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(lesson.title)}`,
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
