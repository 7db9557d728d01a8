// The analysis of a learner's closed trades, as their instructor reads it: what the account is worth stays with the learner.
import { useCall } from '../query.ts';
import { TradeFigures, WayFigures } from '../trade/diary/analysis-figures.tsx';
import { AnalysisSkeleton } from '../trade/diary/analysis.tsx';
import { Breakdowns } from '../trade/diary/breakdowns.tsx';
import type { DiaryRange } from '../trade/diary/diary-days.ts';
import { ObservationsCard } from '../trade/diary/observations-card.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

const REFRESH_MS = 30_000;

export interface LearnerAnalysisProps {
  /** The opened diary. */
  id: string;
  range: DiaryRange;
  words: string;
}

export function LearnerAnalysis({ id, range, words }: LearnerAnalysisProps) {
  const { data, error, refetch } = useCall(
    'GET /sharedAnalysis/{id}',
    { id, ...range },
    { refetchInterval: REFRESH_MS },
  );
  if (error && !data)
    return (
      <Card>
        <ErrorState title="The analysis could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <AnalysisSkeleton />;
  if (data.trades === 0)
    return (
      <Card>
        <EmptyState
          title={`No closed trades: ${words}`}
          text="A trade is closed when shares that were bought are sold. Its figures appear here from then on."
        />
      </Card>
    );
  return (
    <>
      <ObservationsCard observations={data.observations} />
      <TradeFigures data={data} isOwn={false} />
      <WayFigures data={data} />
      <Breakdowns data={data} />
    </>
  );
}
