// The text for screen readers about the suggestions below a field: how many there are, or the note.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OptionList, type OptionListProps } from './option-list.tsx';

test.each([
  [['SUVBANK'], '1 suggestion'],
  [['SUVBANK', 'SURYODIT'], '2 suggestions'],
  [[], 'No stock found.'],
])('%j is told as "%s"', (items, told) => {
  const props: OptionListProps<string> = {
    id: 'stocks',
    label: 'Stocks',
    items,
    itemKey: (item) => item,
    renderItem: (item) => item,
    marked: -1,
    onMark: () => {},
    onChoose: () => {},
    note: 'No stock found.',
  };
  const markup = renderToStaticMarkup(createElement(OptionList<string>, props));
  expect(/<p role="status"[^>]*>([^<]*)</.exec(markup)?.[1]).toBe(told);
});
