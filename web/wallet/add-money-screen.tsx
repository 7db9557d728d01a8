// Add money: the current balance, the top-up, and below them how the balance came about.
import { MOST_MOVEMENTS } from '../../contract/trade/statement.ts';
import { call } from '../api.ts';
import { csvPage } from '../csv-button.tsx';
import { useCall } from '../query.ts';
import { Card } from '../ui/card.tsx';
import { BigMoney, Money } from '../ui/money.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { StatementCards } from './statement-cards.tsx';
import { TopUp } from './top-up.tsx';

const REFRESH_MS = 10_000;

function Balance() {
  const { data, error, refetch } = useCall('GET /portfolio', {});
  if (error && !data)
    return (
      <ErrorState title="Your balance could not be loaded" reason={error.message} onRetry={() => void refetch()} />
    );
  return (
    <>
      <p className="text-muted">Cash to trade</p>
      {data ? (
        <BigMoney rupees={data.balance} />
      ) : (
        <>
          <LoadingNote what="your balance" />
          <Skeleton className="h-8 w-48 sm:h-12" />
        </>
      )}
      <p className="mt-1 min-h-5 text-sm text-muted">
        {data && data.heldBalance > 0 && (
          <>
            Held by open orders: <Money rupees={data.heldBalance} />
          </>
        )}
      </p>
    </>
  );
}

function OwnStatement() {
  const { data, error, refetch } = useCall('GET /statement', {}, { refetchInterval: REFRESH_MS, staleTime: 0 });
  return (
    <StatementCards
      data={data}
      error={error}
      onRetry={() => void refetch()}
      fileName="money"
      loadAll={async () =>
        csvPage(await call('GET /statement', { movements: MOST_MOVEMENTS }), ({ movements }) => ({
          rows: movements,
          totalPages: 1,
        }))
      }
    />
  );
}

export function AddMoneyScreen() {
  return (
    <Screen title="Add money" className="max-lg:max-w-xl">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <Balance />
          <div className="mt-4 border-t border-line pt-6">
            <TopUp />
          </div>
        </Card>
        <OwnStatement />
      </div>
    </Screen>
  );
}
