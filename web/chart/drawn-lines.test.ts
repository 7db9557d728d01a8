// Stored lines are validated: a browser's storage can hold anything.
import { expect, test } from 'vitest';
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import { MOST_LINES } from '../../contract/market/drawn-line-rules.ts';
import { linesText, readLines, restatedLines, splitsSince, throughSplits } from './drawn-lines.ts';
import type { DrawnLine } from './drawn-lines.ts';

const trend: DrawnLine = {
  id: 2,
  kind: 'trend',
  from: { second: 1_785_695_400, price: 347.5 },
  to: { second: 1_789_583_400, price: 400.5 },
};
/** The assumed state of the account where nothing else is given. */
const nothing = { version: 0, split: '', lines: [] };
const level: DrawnLine = { id: 1, kind: 'horizontal', price: 412.35 };

test('lines come back as they were stored, with the split they know of', () => {
  const account = { version: 4, split: '16', lines: [level] };
  const stored = { lines: [level, trend, { ...trend, id: 3, kind: 'ray' as const }], split: '17', account };
  expect(readLines(linesText(stored))).toEqual(stored);
  expect(readLines(null)).toEqual({ lines: [], split: null, account: nothing });
});

test('a list of prices, as it was once stored, is one of horizontal lines', () => {
  expect(readLines('[412.35,400]')).toEqual({
    lines: [level, { id: 2, kind: 'horizontal', price: 400 }],
    split: null,
    account: nothing,
  });
});

test.each(['', 'x', '{}', '"412"', 'null', '7', '[null]', '["412"]', '[-1]', '[0]', '[1e12]', '[{"price":1}]'])(
  'what is no list of lines (%s) draws nothing',
  (text) => expect(readLines(text).lines).toEqual([]),
);

test.each([
  '{"kind":"circle","from":[1,2],"to":[3,4]}',
  '{"kind":"trend","from":[1,2]}',
  '{"kind":"trend","from":[1,2],"to":[3,-4]}',
  '{"kind":"trend","from":[1,2],"to":["3",4]}',
  '{"kind":"trend","from":[-1,2],"to":[3,4]}',
  '{"kind":"trend","from":[1,2],"to":[1e300,4]}',
  '{"kind":"trend","from":{"second":1},"to":[3,4]}',
])('half a line (%s) is none, and those beside it stay', (text) => {
  expect(readLines(`{"split":7,"lines":[${text},412.35]}`)).toMatchObject({
    lines: [{ ...level, id: 2 }],
    split: null,
  });
});

test.each(['7', 'null', '[]', '{}', '{"version":"1","split":""}', '{"version":1}', '{"version":1.5,"split":""}'])(
  'of a mangled account (%s) nothing is known',
  (text) => expect(readLines(`{"split":"7","lines":[412.35],"account":${text}}`).account).toEqual(nothing),
);

test('no more are taken than a chart bears, each with its own number', () => {
  const { lines } = readLines(JSON.stringify(Array.from({ length: 100 }, (_, index) => index + 1)));
  expect(lines).toHaveLength(MOST_LINES);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(MOST_LINES);
});

test('a split of 1 into 5 makes a fifth of every price, in whole paise, and leaves the instants', () => {
  // 41235 / 5 = 8247 paise; 34750 / 5 = 6950; 40050 / 5 = 8010.
  expect(restatedLines([level, trend], { from: 1, to: 5 })).toEqual([
    { ...level, price: 82.47 },
    { ...trend, from: { ...trend.from, price: 69.5 }, to: { ...trend.to, price: 80.1 } },
  ]);
});

function action(id: string, kind: CorporateActionData['kind'], state: CorporateActionData['state'] = 'done') {
  const share = kind === 'dividend' ? { from: null, to: null, perShare: 5 } : { from: 1, to: 2, perShare: null };
  const rest = { symbol: 'MERIT', effectiveDate: '2026-11-20', text: kind, priceBefore: null, priceAfter: null };
  return { _id: id, kind, state, ...share, ...rest };
}

// As the call has them: the newest first.
const past = [action('9', 'bonus'), action('8', 'dividend'), action('7', 'split', 'failed'), action('5', 'split')];

test('those that were carried out after the known one, the oldest first; dividends change no price', () => {
  expect(splitsSince(past, '').map(({ _id }) => _id)).toEqual(['5', '9']);
  expect(splitsSince(past, '5').map(({ _id }) => _id)).toEqual(['9']);
  expect(splitsSince(past, '9')).toEqual([]);
});

test('one after the other: a split of 1 into 2 and a bonus that makes 2 of 1 leave a quarter', () => {
  // 41235 / 2 = 20617.5, half up 20618; 20618 / 2 = 10309 paise.
  expect(throughSplits([level], splitsSince(past, ''))).toEqual([{ ...level, price: 103.09 }]);
});
