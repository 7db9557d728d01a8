// An administrator's own account: the second factor, the password, and where it is logged in.
import { useCall } from '../../query.ts';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { LoginList } from '../../user/login-list.tsx';
import { PasswordForm } from '../../user/password-form.tsx';
import { FactorCard } from './factor-card.tsx';

export function SecurityScreen() {
  const { data, error, refetch } = useCall('GET /secondFactor', {});
  return (
    <Screen title="Security" lead="The second factor of your own login.">
      <Card title="Second factor">
        {data ? (
          <FactorCard state={data} />
        ) : error ? (
          <ErrorState
            title="The second factor could not be loaded"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <>
            <LoadingNote what="second factor" />
            <Skeleton className="h-24 max-sm:h-34 sm:max-lg:h-29" />
          </>
        )}
      </Card>
      <Card title="Password">
        <div className="max-w-md">
          <PasswordForm />
        </div>
      </Card>
      <Card title="Where you are logged in" flush>
        <LoginList />
      </Card>
    </Screen>
  );
}
