// Text in any script comes back as it was typed, without characters that deceive the eye.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lessonForm } from '../learn.ts';
import { diaryNoteInput } from '../trade/diary.ts';
import { commentTradeInput } from '../user/shared-diary.ts';
import { nameText, severalLines, text } from '../wire.ts';
import { clean } from './clean.ts';

const codes = (given: string): string => [...given].map((sign) => sign.codePointAt(0)!.toString(16)).join(' ');

describe('meaningful characters stay', () => {
  test.each([
    ['Tamil', 'தமிழ்ச்செல்வி ஸ்ரீதர்'],
    ['Hindi with conjuncts', 'लक्ष्मी श्रीवास्तव'],
    ['half a letter of Hindi', 'क्\u200dष'],
    ['letters of Hindi kept apart', 'क्\u200cष'],
    ['Bengali, where the sign stands first', 'র\u200d্যাব'],
    ['a Malayalam ending as it was once written', 'മോഹന്\u200d'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Persian', 'می\u200cروم'],
    ['Persian with a vowel', 'مِی\u200cروم'],
    ['an abbreviation in Persian', '۱۴۰۲ ه\u200d'],
    ['Arabic with all its vowels', 'مُحَمَّدٌ'],
    ['Hebrew with its points', 'שָׁלוֹם'],
    ['Urdu', 'نستعلیق'],
    ['Burmese', 'မြန်မာ ကြွှော့်'],
    ['Thai', 'ที่รัก'],
    ['Khmer', 'ស្រ្តី'],
    ['Tibetan, nine signs over each other', 'ཧྐྵྨླྺྼྻྂ'],
    ['Vietnamese', 'Nguyễn Thị Hường'],
    ['Chinese', '欧阳娜娜'],
    ['a Japanese name in the form of its family', '葛\u{e0100}飾'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180b'],
    ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'],
    ['a scientist with a skin', '\u{1f469}\u{1f3fd}\u200d\u{1f52c}'],
    ['the number on a key', '7\ufe0f\u20e3'],
    ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['the flag of India', '\u{1f1ee}\u{1f1f3}'],
  ])('%s', (_, given) => {
    expect(codes(clean(given))).toBe(codes(given.normalize('NFC')));
  });
});

describe('meaningless characters are removed', () => {
  test.each([
    ['a joiner among Latin letters', 'Ra\u200dvi', 'Ravi'],
    ['the other one', 'Ra\u200cvi', 'Ravi'],
    ['a joiner behind a vowel of Hindi', 'रा\u200dम', 'राम'],
    ['a joiner at the end of a word of Hindi', 'राम्\u200c', 'राम्'],
    ['between Arabic letters that do not join', 'د\u200cانا', 'دانا'],
    ['a choice of form for a letter', 'Ravi\ufe0f', 'Ravi'],
    ['the same for a figure', '7\ufe0f', '7'],
    ['a second choice', '\u2764\ufe0f\ufe0f', '\u2764\ufe0f'],
    ['a joiner behind an emoji', '\u{1f525}\u200dx', '\u{1f525}x'],
    ['letters that nobody sees', '\u{1f3f4}\u{e0061}\u{e007f}', '\u{1f3f4}'],
    ['a mark that turns the order round', 'a\u202eb', 'ab'],
    ['what stood between a letter and its accent', 'Rene\u200b\u0301', 'Ren\u00e9'],
    ['a tower of accents', `Z${'\u0300\u0301'.repeat(40)}`, '\u005a\u0300\u0301\u0300\u0301'],
    ['a tower of Thai', `\u0e17${'\u0e47\u0e49'.repeat(20)}`, `\u0e17${'\u0e47\u0e49'.repeat(5)}`],
  ])('%s', (_, given, expected) => {
    expect(codes(clean(given))).toBe(codes(expected));
  });

  test('and clean text stays as it is', () => {
    const sign = fc.constantFrom(
      ...['a', 'e', '\u0301', '\u0327', '\u0915', '\u093c', '\u094d', '\u0995', '\u09cd', '\u062f', '\u0628', '\u064e'],
      ...[
        '\u200b',
        '\u200c',
        '\u200d',
        '\ufe0e',
        '\ufe0f',
        '\u2764',
        '\u{1f525}',
        '\u{1f3fd}',
        '7',
        '\u20e3',
        '\u845b',
      ],
      ...['\u{e0100}', '\u1820', '\u180b', '\u{1f3f4}', '\u{e0067}', '\u202e', '\ud800', ' ', '\n', '\u1100', '\u1161'],
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(sign, fc.string({ unit: 'binary', maxLength: 1 })) }), (given) => {
        expect(codes(clean(clean(given)))).toBe(codes(clean(given)));
      }),
      { numRuns: 2000 },
    );
  });
});

const said = (schema: ReturnType<typeof text>, value: string) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues[0].message;
};

test('half a sign is no text, on one line and on several', () => {
  for (const given of ['\ud800', 'Ravi \udc00', '\ude00\ud83d'])
    expect([
      said(text(80, 'long', 'none'), given),
      said(severalLines(80, 'long', { unreadable: 'none' }), given),
    ]).toEqual(['none', 'none']);
  expect(said(text(80, 'long', 'none'), '\u{1f600}')).toBe('\u{1f600}');
});

test.each(['\u0301\u0302', '\u0941', '\u200b', '\u{1f3fb}'.replace(/./gu, '\u20e3'), ' \n', ''])(
  'the name %j is none',
  (given) => {
    expect(said(nameText(80, 'long', 'required'), given)).toBe('required');
  },
);

test.each(['\ue000\uf8ff', '...', 'Ravi\nKumar', 'Ravi\u0000', '\u{1f3fb}\ud83d'])(
  'the name %j cannot be read',
  (given) => {
    const sentence = 'A name is one line of text, with a letter or figure in it.';
    expect(said(nameText(80, 'long', 'required'), given)).toBe(sentence);
  },
);

test.each([
  ['\u0301Ravi', 'Ravi'],
  ['Ravi \u3000\u00a0 Kumar', 'Ravi Kumar'],
  ['\u{1f98a}', '\u{1f98a}'],
  ['007', '007'],
])('the name %j is %j', (given, expected) => {
  expect(said(nameText(80, 'long', 'required'), given)).toBe(expected);
});

test('notes, comments and what a lesson is about are cleaned like all text', () => {
  const given = 'One\u202e\u200b\r\ntwo \u0915\u094d\u200d\u0937';
  const kept = 'One\ntwo \u0915\u094d\u200d\u0937';
  const comment = { id: '1', trade: '1', message: given };
  const lesson = {
    ...{ instructor_name: 'Anand', instructor_email: 'anand@example.com', hourly_rate: 1, about: given },
    ...{ start_time: '2026-11-25T10:00:00Z', end_time: '2026-11-25T11:00:00Z' },
  };
  expect(diaryNoteInput.parse({ id: '1', notes: given, tags: ['ق\u202e', 'می\u200cروم'] })).toMatchObject({
    notes: kept,
    tags: ['ق', 'می\u200cروم'],
  });
  expect(commentTradeInput.parse(comment).message).toBe(kept);
  expect(lessonForm.parse(lesson).about).toBe(kept);
  expect(commentTradeInput.safeParse({ ...comment, message: '\u202e \u200b' }).success).toBe(false);
  expect(commentTradeInput.safeParse({ ...comment, message: '\ud83d' }).success).toBe(false);
});
