// The flags of surveillance as the lines of a CSV file, with the note and the reviewer.
import type { DeskFlag } from '../../../contract/surveillance.ts';
import { dateTimeText } from '../../ui/date-time.tsx';
import { statusTexts } from './flag-status.ts';

export const FLAGS_HEADER = [
  'When (IST)',
  'Pattern',
  'Stock',
  'Trader',
  'Other trader',
  'What was seen',
  'Status',
  'Note',
  'Reviewer',
];

export function flagLine(flag: DeskFlag): (string | null)[] {
  const { from, title, stock, user, other, sentence, status, note, reviewedBy } = flag;
  return [
    dateTimeText(from),
    title,
    stock.symbol,
    user.name,
    other?.name ?? null,
    sentence,
    statusTexts[status],
    note,
    reviewedBy,
  ];
}
