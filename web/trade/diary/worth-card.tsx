// The account's curve with its figures: as a chart, and as a table for people who cannot see it.
import { Suspense, useMemo, useState } from 'react';
import type { DiaryAnalytics } from '../../../contract/trade/diary.ts';
import { lazyPart } from '../../lazy-part.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Change, Money } from '../../ui/money.tsx';
import { NO_NUMBER } from '../../ui/number-text.ts';
import { paisaExact } from '../../ui/paisa-exact.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { RiskFigures } from './analysis-figures.tsx';
import { dayWords } from './calendar.ts';

const WorthChart = lazyPart(async () => ({ default: (await import('../../chart/worth-chart.tsx')).WorthChart }));

type Point = DiaryAnalytics['equity'][number];

const columns: Column<Point>[] = [
  { key: 'day', header: 'Day', isRowHeader: true, cell: ({ date }) => <time dateTime={date}>{dayWords(date)}</time> },
  { key: 'worth', header: 'Worth', align: 'end', cell: ({ equity }) => <Money rupees={equity} /> },
  {
    key: 'flow',
    header: 'Came in',
    align: 'end',
    from: 'sm',
    cell: ({ flow }) => (flow === 0 ? <span className="text-faint">{NO_NUMBER}</span> : <Money rupees={flow} />),
  },
  { key: 'made', header: 'Made', align: 'end', cell: ({ profit }) => <Change value={profit} /> },
  {
    key: 'below',
    header: 'Below peak',
    align: 'end',
    cell: ({ drawdownPercent }) => <Change value={drawdownPercent} kind="percent" arrow={false} />,
  },
];

/** From this many days on, a curve says more than a sentence. */
const FEWEST_POINTS = 2;

export function WorthCard({ data }: { data: DiaryAnalytics }) {
  const [isTableShown, setIsTableShown] = useState(false);
  const { equity } = data;
  const points = useMemo(
    () => equity.map((point) => ({ ...point, putIn: paisaExact(point.equity - point.profit) })),
    [equity],
  );
  const newestFirst = useMemo(() => [...equity].reverse(), [equity]);
  const isShort = points.length < FEWEST_POINTS;
  return (
    <Card
      title="Worth of the account"
      flush
      actions={
        !isShort && (
          <Button size="small" aria-expanded={isTableShown} onClick={() => setIsTableShown(!isTableShown)}>
            {isTableShown ? 'Hide the table' : 'Show as a table'}
          </Button>
        )
      }
    >
      {isShort ? (
        <EmptyState
          title="A curve needs two closes"
          text="It gets a point for each close of the market: cash and shares, less margin loans."
        />
      ) : (
        <>
          <p className="flex flex-wrap gap-x-4 px-4 text-xs text-faint">
            <span>Line: worth at each close</span>
            <span>Dashed: all that came in</span>
            <span>Below: percent under the peak</span>
          </p>
          <Suspense fallback={<Skeleton className="mx-4 mb-6 h-96 sm:h-86" />}>
            <WorthChart points={points} />
          </Suspense>
        </>
      )}
      <div className="border-t border-line px-4 py-4">
        <RiskFigures data={data} />
      </div>
      {isTableShown && (
        <div className="border-t border-line">
          <Table
            caption="Worth of the account, newest day first"
            columns={columns}
            rows={newestFirst}
            rowKey={({ date }) => date}
          />
        </div>
      )}
    </Card>
  );
}
