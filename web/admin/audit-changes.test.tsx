// Few values are all in sight; of many, three, and the rest behind a press.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Changes } from './audit-changes.tsx';

const changes = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ field: `maxLimit${i}`, before: `${i}`, after: `${i + 100}` }));

const markup = (count: number): string => renderToStaticMarkup(<Changes changes={changes(count)} />);
const hidden = (count: number): string => /<details>.*<\/details>/.exec(markup(count))?.[0] ?? '';
const valuesIn = (text: string): number => text.split('<li').length - 1;

test.each([
  [1, 0],
  [4, 0],
  [5, 2],
  [9, 6],
])('of %i values, %i are behind a press', (count, behind) => {
  expect(valuesIn(markup(count))).toBe(count);
  expect(valuesIn(hidden(count))).toBe(behind);
  if (behind > 0) expect(hidden(count)).toContain(`${behind} more values`);
});

test('without values there is nothing', () => {
  expect(markup(0)).toBe('');
});
