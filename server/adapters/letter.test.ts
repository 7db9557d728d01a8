// A mail of plain sentences: the same words as text and as HTML, whatever signs are in them.
import { expect, test } from 'vitest';
import { escapeHtml, write } from './letter.ts';

test('every character with a meaning in HTML is escaped', () => {
  expect(escapeHtml(`<b title="x" id='y'>&amp;</b>`)).toBe(
    '&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;',
  );
  const { text, html } = write({ to: 'a@example.com', subject: 'Hello', lines: ['Rohan <script>', 'second'] }, null);
  expect(text).toContain('Rohan <script>\n\nsecond\n\n');
  expect(html).toContain('<p>Rohan &lt;script&gt;</p>\n<p>second</p>');
  expect(html).not.toContain('<script>');
});

test('a letter ends with what Istock is, and with the address of the site where it has one', () => {
  const letter = { to: 'a@example.com', subject: 'Hello', lines: ['one'] };
  const foot = 'Istock - a practice market with practice money';
  expect(write(letter, null).text).toBe(`one\n\n${foot}`);
  const { text, html } = write(letter, 'https://istock.example.com');
  expect(text).toBe(`one\n\n${foot}\nhttps://istock.example.com`);
  expect(html).toContain(`<small>${foot}<br>\nhttps://istock.example.com</small>`);
});
