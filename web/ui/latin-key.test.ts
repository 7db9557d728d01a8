// The letters of shortcuts on keyboards of other scripts.
import { expect, test } from 'vitest';
import { latinKey } from './latin-key.ts';

test('a key means its Latin letter, whatever the keyboard writes with it', () => {
  expect(latinKey({ key: 'b', code: 'KeyB' })).toBe('b');
  expect(latinKey({ key: 'B', code: 'KeyB' })).toBe('b');
  // Hindi writes a letter or a vowel sign, Russian and Greek a letter.
  expect(latinKey({ key: '\u0935', code: 'KeyB' })).toBe('b');
  expect(latinKey({ key: '\u0947', code: 'KeyS' })).toBe('s');
  expect(latinKey({ key: '\u041b', code: 'KeyK' })).toBe('k');
  // Dvorak has B where others have N.
  expect(latinKey({ key: 'b', code: 'KeyN' })).toBe('b');
  expect(latinKey({ key: 'x', code: 'KeyB' })).toBe('x');
  // Letters of Latin alphabets with a key of their own, such as the Turkish one on C.
  expect(latinKey({ key: '\u00e7', code: 'KeyB' })).toBe('\u00e7');
  expect(latinKey({ key: 'Escape', code: 'Escape' })).toBe('escape');
  expect(latinKey({ key: '\u0967', code: 'Digit1' })).toBe('\u0967');
});
