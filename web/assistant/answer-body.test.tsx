// How an answer is laid out where its text alone does not decide.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AnswerBody } from './answer-body.tsx';

test('a sum is not parted from its sign at the end of a line', () => {
  const shown = renderToStaticMarkup(<AnswerBody text={'- Today: +\u20b94.55.\n- Charges: \u221212.'} symbols={[]} />);
  expect(shown).toContain('Today: <span class="whitespace-nowrap">+\u20b94.55</span>.');
  expect(shown).toContain('Charges: \u221212.');
});

test('on a phone, the rows of a wide table stand below each other, each figure with its heading', () => {
  const wide = renderToStaticMarkup(
    <AnswerBody text={'|Stock|Qty|Avg price|Profit|\n|MERIT|5|412.35|\u2212\u20b94.00|'} symbols={[]} />,
  );
  expect(
    wide.match(/<dt.*?<\/dd>/g)?.map((pair) =>
      pair
        .replaceAll(/<\/?\w[^>]*>/g, ' ')
        .trim()
        .split(/\s+/),
    ),
  ).toEqual([
    ['Qty', '5'],
    ['Avg', 'price', '412.35'],
    ['Profit', '\u2212\u20b94.00'],
  ]);
  const narrow = renderToStaticMarkup(
    <AnswerBody text={'|Span|Return|Measured|\n|Week|+1.2%|from Monday|'} symbols={[]} />,
  );
  expect(narrow).not.toContain('<dl');
  expect(narrow).not.toContain('max-sm:hidden');
});
