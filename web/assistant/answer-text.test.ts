// The light formatting of answers: what becomes of lists, tables and stocks, and that everything else stays text.
import { describe, expect, test } from 'vitest';
import { cellTone, readAnswer, textOf } from './answer-text.ts';

const plain = (text: string) => [{ kind: 'text', text }];

test('paragraphs, a list and a table, each after a blank line or not', () => {
  expect(readAnswer('One.\nTwo.\n\n- first\n- second\n| A | B |\n| --- | --- |\n| 1 | 2 |', [])).toEqual([
    { kind: 'paragraph', lines: [plain('One.'), plain('Two.')] },
    { kind: 'list', items: [plain('first'), plain('second')] },
    { kind: 'table', head: [plain('A'), plain('B')], rows: [[plain('1'), plain('2')]] },
  ]);
});

test('blank lines, however many and wherever, are nothing of their own', () => {
  const blocks = ['One.', 'Two.'].map((line) => ({ kind: 'paragraph', lines: [plain(line)] }));
  expect(readAnswer('\n\nOne.\n \n\nTwo.\n\n', [])).toEqual(blocks);
  expect(readAnswer('', [])).toEqual([]);
});

test('stocks of the answer become links, and no other word does', () => {
  expect(readAnswer('TAMRAVATI rose, LOHITYA-X and EMA did not', ['TAMRAVATI', 'LOHITYA'])).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { kind: 'stock', text: 'TAMRAVATI' },
          { kind: 'text', text: ' rose, LOHITYA-X and EMA did not' },
        ],
      ],
    },
  ]);
});

test('a stock in bold is a stock', () => {
  expect(readAnswer('**LOHITYA** rose', ['LOHITYA'])).toEqual([
    { kind: 'paragraph', lines: [[{ kind: 'stock', text: 'LOHITYA' }, ...plain(' rose')]] },
  ]);
});

test('bold words and headings', () => {
  expect(readAnswer('## Title\n\nSome **bold** words', [])).toEqual([
    { kind: 'paragraph', lines: [[{ kind: 'bold', text: 'Title' }]] },
    {
      kind: 'paragraph',
      lines: [[...plain('Some '), { kind: 'bold', text: 'bold' }, ...plain(' words')]],
    },
  ]);
});

describe('hostile text stays text', () => {
  test.each([
    '<img src=x onerror=alert(1)>',
    '![x](http://evil.example/?q=1)',
    '[click](javascript:alert(1))',
    '&lt;script&gt;',
    '`code` and ~~strike~~',
  ])('%s', (text) => {
    const [block] = readAnswer(text, []);
    expect(block.kind === 'paragraph' && textOf(block.lines[0])).toBe(text);
  });

  test('a table of odd rows has the width of its head; nothing goes on without end', () => {
    const [block] = readAnswer('| A | B |\n| 1 |\n| 1 | 2 | 3 |', []);
    expect(block.kind === 'table' && block.rows.map((row) => row.length)).toEqual([2, 2]);
    const [wide] = readAnswer(`|${' x |'.repeat(500)}`, []);
    expect(wide.kind === 'table' && wide.head.length).toBeLessThanOrEqual(12);
    expect(readAnswer('line\n\n'.repeat(10_000), []).length).toBeLessThanOrEqual(400);
    const started = performance.now();
    readAnswer(`${'*'.repeat(8000)}${'A'.repeat(8000)}${'| '.repeat(4000)}`, ['A']);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test.each([
  ['+₹12.00', 'gain'],
  ['+0.00%', 'gain'],
  ['\u2212₹12.00', 'loss'],
  ['₹1,234.50', 'number'],
  ['12.5%', 'number'],
  ['price is above', 'words'],
  ['0 of 10', 'words'],
])('a cell with %s is %s', (text, tone) => {
  expect(cellTone(text)).toBe(tone);
});
