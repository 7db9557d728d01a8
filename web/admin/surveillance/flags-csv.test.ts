// Flags as a file: what administrators noted, and who reviewed, each under its heading; a note is never a formula.
import { expect, test } from 'vitest';
import type { DeskFlag } from '../../../contract/surveillance.ts';
import { csvOf } from '../../../contract/wire/csv.ts';
import { FLAGS_HEADER, flagLine } from './flags-csv.ts';

const flag: DeskFlag = {
  _id: '7',
  pattern: 'wash-trading',
  title: 'Wash trading',
  sentence: '38 shares of MERIT went to and fro.',
  stock: { symbol: 'MERIT', name: 'Merit Mills' },
  from: '2027-06-01T12:30:00.000Z',
  to: '2027-06-01T12:40:00.000Z',
  createdAt: '2027-06-01T12:42:00.000Z',
  user: { _id: 'u1', name: 'Zo\u00eb O\u2019Neill', email: 'zoe@example.com' },
  other: { _id: 'u2', name: '+Omar', email: 'omar@example.com' },
  status: 'DISMISSED',
  note: '=HYPERLINK("http://example.com")\nSpoke to both.',
  reviewedBy: 'Asha Rao',
};

test('a reviewed flag with its note and reviewer, and a new one with neither', () => {
  const rows = [flag, { ...flag, other: null, status: 'NEW', note: '', reviewedBy: null } as const].map(flagLine);
  const lines = csvOf(FLAGS_HEADER, rows).replace('\uFEFF', '').trim().split('\r\n');
  const same = '"01 Jun 2027, 18:00:00","Wash trading","MERIT","Zo\u00eb O\u2019Neill"';
  expect(lines).toEqual([
    '"When (IST)","Pattern","Stock","Trader","Other trader","What was seen","Status","Note","Reviewer"',
    `${same},"'+Omar","38 shares of MERIT went to and fro.","Dismissed","'=HYPERLINK(""http://example.com"")\nSpoke to both.","Asha Rao"`,
    `${same},,"38 shares of MERIT went to and fro.","New","",`,
  ]);
});
