// Comparing a stranger's text with the right one.
import { expect, test } from 'vitest';
import { areEqualTexts } from './equal-texts.ts';

test('only the very same text is equal', () => {
  expect(areEqualTexts('6f1ed002ab', '6f1ed002ab')).toBe(true);
  for (const given of ['', '6f1ed002a', '6f1ed002ab0', '6F1ED002AB', '7f1ed002ab', '₹'])
    expect(areEqualTexts(given, '6f1ed002ab')).toBe(false);
});
