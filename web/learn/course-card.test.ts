// What a card and the page of a lesson say about money that goes back.
import { expect, test } from 'vitest';
import { refundText } from './course-card.tsx';

test('a refund that is due says what is paid back in all, not that the whole of it is still to come: the bank may have refused only a part', () => {
  const lesson = { status: 'CANCELED', paid: 500 } as const;
  expect(refundText({ ...lesson, refund: 'due' })).toBe(
    'Canceled. You get back the \u20b9500.00 you paid; what has not arrived yet is being sent.',
  );
  expect(refundText({ ...lesson, refund: 'done' })).toBe('Canceled. \u20b9500.00 has been sent back to you.');
  expect(refundText({ ...lesson, refund: null })).toBe('Canceled.');
});
