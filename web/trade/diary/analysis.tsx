// The analysis of the days in view: the account's curve, the figures of its trades, and what they have in common.
import type { ReactNode } from 'react';
import { useCall } from '../../query.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TradeFigures, WayFigures } from './analysis-figures.tsx';
import { Breakdowns } from './breakdowns.tsx';
import type { DiaryRange } from './diary-days.ts';
import { ObservationsCard } from './observations-card.tsx';
import { WorthCard } from './worth-card.tsx';

export function AnalysisSkeleton() {
  return (
    <>
      <LoadingNote what="analysis" />
      {['h-[34rem]', 'h-80', 'h-40', 'h-64'].map((height) => (
        <Card key={height}>
          <Skeleton className="mb-4 w-40" />
          <Skeleton className={height} />
        </Card>
      ))}
    </>
  );
}

export interface AnalysisProps {
  range: DiaryRange;
  words: string;
  onTag: (tag: string) => void;
  /** Where there is no closed trade. */
  next: ReactNode;
}

export function Analysis({ range, words, onTag, next }: AnalysisProps) {
  const { data, error, refetch } = useCall('GET /diaryAnalytics', range);
  if (error && !data)
    return (
      <Card>
        <ErrorState title="The analysis could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <AnalysisSkeleton />;
  return (
    <>
      <WorthCard data={data} />
      {data.trades === 0 ? (
        <Card>
          <EmptyState
            title={`No closed trades: ${words}`}
            text="A trade is closed when shares that were bought are sold. Its figures appear here from then on."
            action={next}
          />
        </Card>
      ) : (
        <>
          <ObservationsCard observations={data.observations} />
          <TradeFigures data={data} openCharges={data.openCharges} />
          <WayFigures data={data} />
          <Breakdowns data={data} onTag={onTag} />
        </>
      )}
    </>
  );
}
