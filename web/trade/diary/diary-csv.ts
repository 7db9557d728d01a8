// The diary as CSV files: one row for each day, or one for each trade with all that is noted and known of it.
import { csvOf } from '../../../contract/wire/csv.ts';
import type { DiaryDay, TradeDiaryData } from '../../../contract/trade/diary.ts';
import { dateTimeText } from '../../ui/date-time.tsx';
import type { DiaryRange } from './diary-days.ts';

/** What was passed on by law has its column only where there was any. */
function dayHeader(hasStatutory: boolean): string[] {
  const charges = ['Charges', 'of which brokerage', ...(hasStatutory ? ['of which statutory'] : [])];
  return ['Day', 'Trades', 'Overall P&L (before charges)', ...charges, 'Net P&L', 'Status', 'Notes', 'Tags', 'Mood'];
}

function dayFigures(day: DiaryDay | undefined, hasStatutory: boolean): (string | number)[] {
  const statutory = hasStatutory ? [day?.statutoryCharges ?? 0] : [];
  if (day === undefined) return [0, 0, 0, 0, ...statutory, 0, 'NO TRADES'];
  return [day.trades, day.overallPL, day.charges, day.brokerage, ...statutory, day.netPL, day.status];
}

export function daysCsv({ trades, dayNotes, statutoryCharges }: TradeDiaryData): string {
  const hasStatutory = statutoryCharges > 0;
  const notes = new Map(dayNotes.map((note) => [note.id, note]));
  const traded = new Map(trades.map((day) => [day.date, day]));
  const days = [...new Set([...traded.keys(), ...notes.keys()])].sort();
  const rows = days.map((date) => {
    const note = notes.get(date);
    const figures = dayFigures(traded.get(date), hasStatutory);
    return [date, ...figures, note?.notes ?? '', note?.tags.join(' ') ?? '', note?.mood ?? ''];
  });
  return csvOf(dayHeader(hasStatutory), rows);
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
