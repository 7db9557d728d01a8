// The sums of the diary: of the selected day, and of everything in view.
import type { ReactNode } from 'react';
import type { DiaryDay, TradeDiaryData } from '../../../contract/trade/diary.ts';
import { Card } from '../../ui/card.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { numberFormat } from '../../ui/formats.ts';
import { Change, Money } from '../../ui/money.tsx';
import { countOf, countText, NO_NUMBER } from '../../ui/number-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { dayWords } from './calendar.ts';

export interface DaySummaryProps {
  day: string;
  /** Undefined until the diary is known, null when nothing was traded on that day. */
  record: DiaryDay | null | undefined;
}

export function DaySummary({ day, record }: DaySummaryProps) {
  const shown = (value: (known: DiaryDay) => ReactNode): ReactNode =>
    record ? value(record) : <Skeleton className="w-20" />;
  return (
    <Card title="Trade Summary" actions={<span className="text-sm text-muted">{dayWords(day)}</span>}>
      {record === null ? (
        <p className="text-muted">No trades on this day.</p>
      ) : (
        <FigureList
          figures={[
            { name: 'Overall P&L', value: shown(({ overallPL }) => <Change value={overallPL} />) },
            { name: 'Net P&L', value: shown(({ netPL }) => <Change value={netPL} className="font-semibold" />) },
            { name: 'Total Trades', value: shown(({ trades }) => countText(trades)) },
          ]}
        />
      )}
    </Card>
  );
}

const decimal = numberFormat({ maximumFractionDigits: 1 });

/** A rate without its sample size says little. */
function winRateText(diary: TradeDiaryData): string {
  if (diary.totalTrades === 0) return NO_NUMBER;
  const rate = `${decimal.format(diary.winRate)}%`;
  return `${rate} of ${countOf(diary.totalTrades, 'trade')}`;
}

export interface OverallSummaryProps {
  diary: TradeDiaryData | undefined;
  range: string;
  /** It takes the whole width, in two columns. */
  isAlone: boolean;
}

export function OverallSummary({ diary, range, isAlone }: OverallSummaryProps) {
  const shown = (value: (known: TradeDiaryData) => ReactNode): ReactNode =>
    diary ? value(diary) : <Skeleton className="w-20" />;
  const hasStatutory = diary !== undefined && diary.statutoryCharges > 0;
  return (
    <Card
      title="Overall Trade Summary"
      actions={<span className="text-right text-sm text-muted">{range}</span>}
      className={isAlone ? 'sm:col-span-2' : undefined}
    >
      <FigureList
        className={
          isAlone
            ? `sm:grid sm:grid-flow-col ${hasStatutory ? 'sm:grid-rows-5' : 'sm:grid-rows-4'} sm:gap-x-12`
            : undefined
        }
        figures={[
          { name: 'Overall P&L', value: shown(({ overallPL }) => <Change value={overallPL} />) },
          { name: 'Net P&L', value: shown(({ netPL }) => <Change value={netPL} className="font-semibold" />) },
          { name: 'Total Trades', value: shown(({ totalTrades }) => countText(totalTrades)) },
          { name: 'Charges', value: shown(({ charges }) => <Money rupees={charges} />) },
          { name: 'Brokerage', value: shown(({ brokerage }) => <Money rupees={brokerage} />) },
          hasStatutory && {
            name: 'Statutory charges',
            value: shown((known) => <Money rupees={known.statutoryCharges} />),
          },
          { name: 'Gross win rate', value: shown(winRateText) },
          {
            name: 'Gross average win',
            value: shown(({ averageWin }) => (averageWin > 0 ? <Change value={averageWin} /> : NO_NUMBER)),
          },
          {
            name: 'Gross average loss',
            value: shown(({ averageLoss }) => (averageLoss < 0 ? <Change value={averageLoss} /> : NO_NUMBER)),
          },
        ]}
      />
    </Card>
  );
}
