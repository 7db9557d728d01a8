// How one user has done: the account's curve and the figures of closed trades, as in that user's own diary.
import { useCall } from '../../query.ts';
import { BreakdownTable } from '../../trade/diary/breakdown-table.tsx';
import { TradeFigures } from '../../trade/diary/analysis-figures.tsx';
import { WorthCard } from '../../trade/diary/worth-card.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

export function PerformanceTab({ userId }: { userId: string }) {
  const { data, error, refetch } = useCall('GET /userPerformance/{id}', { id: userId });
  if (error && !data)
    return (
      <Card>
        <ErrorState title="The performance could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data)
    return (
      <Card>
        <LoadingNote what="performance" />
        <Skeleton className="h-96" />
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <WorthCard data={data} />
      <TradeFigures data={data} isOwn={false} openCharges={data.openCharges} />
      <Card title="By stock" flush>
        <BreakdownTable
          caption="Trades by stock"
          header="Stock"
          groups={data.bySymbol}
          isByStock
          name={(symbol) => <span className="font-semibold">{symbol}</span>}
          empty={<p className="px-4 pb-4 text-muted">No trade has been closed yet.</p>}
        />
      </Card>
    </div>
  );
}
