// Transaction fees: what trading costs, promotions, and what was collected.
import { getRouteApi } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { FeesData } from '../../../contract/admin/fees.ts';
import { useCall } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { dateWords } from '../../ui/date-time.tsx';
import { MoneyInDollars } from '../../ui/dollars.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { StatRow } from '../../ui/stat.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { FeeForm } from './fee-form.tsx';
import { FeePromotions } from './fee-promotions.tsx';
import { feesSearch, isSpan } from './fees-search.ts';

const route = getRouteApi('/admin/transactions');

/** The current month, or the days in the address, and the fields to choose others. */
function usePeriod({ periodStart, periodEnd }: FeesData['feeSummary']) {
  const navigate = route.useNavigate();
  const { from: first = periodStart, to: last = periodEnd } = feesSearch(route.useSearch());
  /** What the fields show while somebody types: if they were set from outside, they would forget the digits typed so far. */
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null);
  const shown = typed ?? { from: first, to: last };
  const isMeant = isSpan(shown);

  function choose(changes: { from?: string; to?: string }): void {
    const chosen = { ...shown, ...changes };
    setTyped(chosen);
    if (isSpan(chosen)) void navigate({ search: chosen, replace: true, resetScroll: false });
  }

  return { ...shown, isMeant, choose, settle: () => setTyped(isMeant ? null : typed) };
}

function FeeCollection({ feeSummary }: Pick<FeesData, 'feeSummary'>) {
  const rate = useCall('GET /config', {}, { staleTime: Number.POSITIVE_INFINITY }).data?.usdInr;
  const navigate = route.useNavigate();
  const { from, to, isMeant, choose, settle } = usePeriod(feeSummary);
  const { data, error, refetch } = useCall('GET /feeReport', { from, to }, { enabled: isMeant, keepPrevious: true });
  const report = isMeant ? data : undefined;
  const hasStatutory = report !== undefined && report.statutory > 0;
  return (
    <Card
      title="Fee collection summary"
      actions={
        <Button
          size="small"
          onClick={() => void navigate({ to: '/transactions/report', search: isMeant ? { from, to } : {} })}
        >
          <FileText size={14} aria-hidden="true" />
          Generate Detailed Report
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <TextInput
          label="Period start"
          type="date"
          value={from}
          max={to}
          onChange={(event) => choose({ from: event.currentTarget.value })}
          onBlur={settle}
          className="w-full sm:w-44"
        />
        <TextInput
          label="Period end"
          type="date"
          value={to}
          min={from}
          onChange={(event) => choose({ to: event.currentTarget.value })}
          onBlur={settle}
          className="w-full sm:w-44"
        />
      </div>
      {!isMeant ? (
        <p role="status" className="text-muted">
          Choose a first and a last day, in this order.
        </p>
      ) : error && !report ? (
        <ErrorState title="The fees could not be summed up" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <StatRow
          className={hasStatutory ? 'grid-cols-1 sm:grid-cols-4' : 'grid-cols-1 sm:grid-cols-3'}
          stats={[
            {
              name: 'Total fees collected',
              value: report ? (
                <MoneyInDollars rupees={report.totalFeesCollected} rate={rate} />
              ) : (
                <Skeleton className="mt-1 w-24" />
              ),
            },
            ...(hasStatutory
              ? [{ name: 'Statutory (passed on)', value: <MoneyInDollars rupees={report.statutory} rate={rate} /> }]
              : []),
            {
              name: 'Period start',
              value: report ? dateWords(report.periodStart) : <Skeleton className="mt-1 w-24" />,
            },
            { name: 'Period end', value: report ? dateWords(report.periodEnd) : <Skeleton className="mt-1 w-24" /> },
          ]}
        />
      )}
    </Card>
  );
}

export function FeesScreen() {
  const { data, error, refetch } = useCall('GET /getFees', {}, { refetchInterval: 30_000 });
  return (
    <Screen title="Transaction Fees">
      {data ? (
        <>
          <FeeForm fees={data} />
          <FeePromotions promotions={data.promotions} />
          <FeeCollection feeSummary={data.feeSummary} />
        </>
      ) : error ? (
        <ErrorState title="The fees could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          <LoadingNote what="fees" />
          <Card title="Fee structure">
            <Skeleton className="h-56 w-full" />
          </Card>
          <Card title="Promotions">
            <Skeleton className="h-24 w-full" />
          </Card>
          <Card title="Fee collection summary">
            <Skeleton className="h-28 w-full" />
          </Card>
        </>
      )}
    </Screen>
  );
}
