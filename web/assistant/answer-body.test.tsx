// How an answer is laid out where its text alone does not decide.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AnswerBody } from './answer-body.tsx';

test('a sum is not parted from its sign at the end of a line', () => {
  const shown = renderToStaticMarkup(<AnswerBody text={'- Today: +\u20b94.55.\n- Charges: \u221212.'} symbols={[]} />);
  expect(shown).toContain('Today: <span class="whitespace-nowrap">+\u20b94.55</span>.');
  expect(shown).toContain('Charges: \u221212.');
});
