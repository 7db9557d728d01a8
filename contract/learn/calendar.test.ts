// The calendar file against the rules of RFC 5545: UTC, escapes, lines of at most 75 octets, and nothing smuggled in.
import { expect, test } from 'vitest';
import { calendarText } from './calendar.ts';
import type { CalendarLesson } from './calendar.ts';

const lesson: CalendarLesson = {
  id: '6f1c2c8e-0000-4000-8000-000000000001',
  title: 'Candles',
  instructor: 'Meera Iyer',
  about: '',
  startsAt: Date.UTC(2026, 10, 25, 3, 30),
  endsAt: Date.UTC(2026, 10, 25, 4, 30),
  status: 'SCHEDULED',
  url: 'https://istock.example/lesson/6f1c2c8e-0000-4000-8000-000000000001',
};
const NOW = Date.UTC(2026, 10, 20, 12, 0, 5);

/** As a calendar reads it: lines put together again, then cut at the first colon. */
function read(text: string): Map<string, string> {
  const lines = text.replace(/\r\n /g, '').split('\r\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

test('the file of a lesson, line by line', () => {
  expect(calendarText(lesson, NOW).split('\r\n').slice(0, 13)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Istock//Lessons//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:6f1c2c8e-0000-4000-8000-000000000001@istock',
    'SEQUENCE:1795176005',
    'DTSTAMP:20261120T120005Z',
    'DTSTART:20261125T033000Z',
    'DTEND:20261125T043000Z',
    'SUMMARY:Candles',
    'DESCRIPTION:With Meera Iyer\\nhttps://istock.example/lesson/6f1c2c8e-0000-40',
  ]);
  expect(calendarText(lesson, NOW)).not.toMatch(/[^\r]\n/);
});

test('signs that mean something are escaped, and a topic cannot add lines of its own', () => {
  const title = 'Risk; reward, and \\ more\r\nBEGIN:VALARM\nATTACH:http://evil.example\u0007';
  const lines = read(calendarText({ ...lesson, title }, NOW));
  expect(lines.get('SUMMARY')).toBe('Risk\\; reward\\, and \\\\ more\\nBEGIN:VALARM\\nATTACH:http://evil.example ');
  expect(lines.has('ATTACH')).toBe(false);
});

test('no line has more than 75 octets, and no character is torn', () => {
  const title = 'शेयर बाज़ार '.repeat(12) + '😀'.repeat(30);
  const text = calendarText({ ...lesson, title }, NOW);
  const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
  expect(longest).toBeLessThanOrEqual(75);
  expect(read(text).get('SUMMARY')).toBe(title);
});

test('a canceled lesson says so', () => {
  expect(read(calendarText({ ...lesson, status: 'CANCELED' }, NOW)).get('STATUS')).toBe('CANCELLED');
});
