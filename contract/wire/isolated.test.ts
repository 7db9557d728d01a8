// Names from right to left stand apart in our sentences; all others are left as they are.
import { expect, test } from 'vitest';
import { lessonNewsText } from '../messages/learn.ts';
import { commentNotice } from '../messages/shared-diary.ts';
import { isolated } from './isolated.ts';

test.each(['Asha Rao', 'தமிழ்', 'लक्ष्मी', '欧阳', '\u{1f468}\u200d\u{1f469}', '12', ''])('%j stays as it is', (text) => {
  expect(isolated(text)).toBe(text);
});

test.each(['דוד', 'محمد', 'Asha محمد', 'ߒߞߏ', '\u{1e900}', '\ufdfa'])('%j is set apart', (text) => {
  expect(isolated(text)).toBe(`\u2068${text}\u2069`);
});

test('figures behind a topic or a name stay behind it', () => {
  const startsAt = Date.parse('2026-11-25T04:30:00Z');
  expect(lessonNewsText({ kind: 'canceled', title: 'מסחר', startsAt, refund: null })).toMatch(
    /^“\u2068מסחר\u2069” on 25 /,
  );
  expect(commentNotice('دانا', 'MERIT', '24 Nov')).toMatch(/^\u2068دانا\u2069 has commented /);
});
