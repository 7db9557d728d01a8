// A mail of plain sentences: the same words as text and as HTML, whatever signs are in them.
import { expect, test } from 'vitest';
import { escapeHtml, letterOf } from './letter.ts';

test('every character with a meaning in HTML is escaped', () => {
  expect(escapeHtml(`<b title="x" id='y'>&amp;</b>`)).toBe(
    '&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;',
  );
  const { text, html } = letterOf('a@example.com', 'Hello', ['Rohan <script>', 'second']);
  expect(text).toContain('Rohan <script>\n\nsecond\n\n');
  expect(html).toContain('<p>Rohan &lt;script&gt;</p>\n<p>second</p>');
  expect(html).not.toContain('<script>');
});
