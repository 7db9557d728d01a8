// Add money: the current balance, and the top-up.
import { useCall } from '../query.ts';
import { Card } from '../ui/card.tsx';
import { BigMoney, Money } from '../ui/money.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { TopUp } from './top-up.tsx';

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

export function AddMoneyScreen() {
  return (
    <Screen title="Add money" className="max-w-xl">
      <Card>
        <Balance />
        <div className="mt-4 border-t border-line pt-6">
          <TopUp />
        </div>
      </Card>
    </Screen>
  );
}
