// A part that is measured again replaces its earlier results.
import { expect, test } from 'vitest';
import { withPart } from './report.ts';

const RESULTS =
  '# Measurements\n\nA word.\n\n### book, monday\n\n#### Table\n\n- a\n\n### book of orders, monday\n\n- b\n';

test('a part is there once, in its old place', () => {
  expect(withPart(RESULTS, 'book', 'tuesday\n\n- c')).toBe(
    '# Measurements\n\nA word.\n\n### book, tuesday\n\n- c\n\n### book of orders, monday\n\n- b\n',
  );
});

test('a new part comes last, and nothing else changes', () => {
  expect(withPart(RESULTS, 'http', 'tuesday\n\n- c')).toBe(`${RESULTS}\n### http, tuesday\n\n- c\n`);
});
