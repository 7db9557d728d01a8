// What can be exported from the diary: CSV files of the days and trades in view, the profit report, and a day's contract note to print.
import { Link } from '@tanstack/react-router';
import { FileSpreadsheet, Printer } from 'lucide-react';
import type { TradeDiaryData } from '../../../contract/trade/diary.ts';
import { buttonLook } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { ExportMenu } from '../export-menu.tsx';
import { daysCsv, tradesCsv } from './diary-csv.ts';
import type { DiaryRange } from './diary-days.ts';

const files = [
  { name: 'Days as CSV', what: 'diary', make: daysCsv },
  { name: 'Trades as CSV', what: 'trades', make: tradesCsv },
];

export interface DiaryActionsProps {
  /** Undefined while it loads. */
  diary: TradeDiaryData | undefined;
  range: DiaryRange;
  /** The day whose contract note is printed. */
  day: string;
}

/** On a phone the icons share one line, and their labels are for screen readers only. */
const WORD = 'max-sm:sr-only';
const look = classList(buttonLook(), 'max-sm:px-2.5');

export function DiaryActions({ diary, range, day }: DiaryActionsProps) {
  return (
    <>
      <ExportMenu files={files} data={diary} days={range} />
      <Link to="/tradediary/profit" title="Profit report" className={look}>
        <FileSpreadsheet size={16} aria-hidden="true" />
        <span className={WORD}>Profit report</span>
      </Link>
      <Link to="/tradediary/note" search={{ day }} title="Print" className={look}>
        <Printer size={16} aria-hidden="true" />
        <span className={WORD}>Print</span>
      </Link>
    </>
  );
}
