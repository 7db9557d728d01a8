// The diary as CSV files: one row for each day, or one for each trade with all that is noted and known of it.
import { csvOf } from '../../../contract/wire/csv.ts';
import type { DiaryDay, TradeDiaryData } from '../../../contract/trade.ts';
import { dateTimeText } from '../../ui/date-time.tsx';
import type { DiaryRange } from './diary-days.ts';

const DAY_HEADER = [
  'Day',
  'Trades',
  'Overall P&L (before charges)',
  'Charges',
  'of which brokerage',
  'Net P&L',
  'Status',
  'Notes',
  'Tags',
  'Mood',
];

export function daysCsv({ trades, dayNotes }: TradeDiaryData): string {
  const notes = new Map(dayNotes.map((note) => [note.id, note]));
  const traded = new Map(trades.map((day) => [day.date, day]));
  const days = [...new Set([...traded.keys(), ...notes.keys()])].sort();
  const rows = days.map((date) => {
    const day = traded.get(date);
    const note = notes.get(date);
    const figures = day
      ? [day.trades, day.overallPL, day.charges, day.brokerage, day.netPL, day.status]
      : [0, 0, 0, 0, 0, 'NO TRADES'];
    return [date, ...figures, note?.notes ?? '', note?.tags.join(' ') ?? '', note?.mood ?? ''];
  });
  return csvOf(DAY_HEADER, rows);
}

const TRADE_HEADER = [
  'Id',
  'Bought at (IST)',
  'Sold at (IST)',
  'Symbol',
  'Quantity',
  'Entry',
  'Exit',
  'P&L (before charges)',
  'Charges of buying',
  'Charges of selling',
  'Net P&L',
  'Held (seconds)',
  'MAE',
  'MFE',
  'Efficiency',
  'Way known from',
  'First stop',
  'R',
  'Notes',
  'Tags',
  'Mood',
];

function tradeRow(trade: DiaryDay['details'][number]): (string | number | null)[] {
  return [
    trade._id,
    dateTimeText(trade.openedAt),
    dateTimeText(trade.time),
    trade.symbol,
    trade.quantity,
    trade.entry,
    trade.exit,
    trade.pnl,
    trade.entryCharges,
    trade.charges,
    trade.net,
    trade.heldSeconds,
    trade.mae,
    trade.mfe,
    trade.efficiency,
    trade.pathSource,
    trade.stopPrice,
    trade.r,
    trade.notes,
    trade.tags.join(' '),
    trade.mood,
  ];
}

/** The oldest first. */
export function tradesCsv({ trades }: TradeDiaryData): string {
  return csvOf(
    TRADE_HEADER,
    [...trades].reverse().flatMap((day) => day.details.map(tradeRow)),
  );
}

/** `istock-trades-2026-11-01-to-2026-11-30.csv` */
export function fileName(what: string, { from, to }: DiaryRange): string {
  const span =
    from && to ? (from === to ? from : `${from}-to-${to}`) : from ? `since-${from}` : to ? `until-${to}` : 'all';
  return `istock-${what}-${span}.csv`;
}
