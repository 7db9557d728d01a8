// Initials are whole letters, in whatever script.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';

test.each([
  ['Asha Rao', 'AR'],
  ['asha', 'A'],
  ['लक्ष्मी श्रीवास्तव', 'लश्री'],
  ['தமிழ் கிரி', 'தகி'],
  ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467} Rao', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}R'],
  ['e\u0301ric', 'E\u0301'],
  ['דוד (מורה)', 'דמ'],
  ['\u{1f1ee}\u{1f1f3} "Bull" Rao', '\u{1f1ee}\u{1f1f3}R'],
  ['', '?'],
])('%s: %s', (name, initials) => {
  expect(renderToStaticMarkup(createElement(Avatar, { name, photo: null }))).toContain(`>${initials}</span>`);
});
