// Market conduct: what a real exchange would ask the trader about, with the evidence, why it is minded, and what to do instead.
import { getRouteApi } from '@tanstack/react-router';
import type { OwnFlag } from '../../contract/surveillance.ts';
import { useCall } from '../query.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { conductSearch } from './conduct-search.ts';
import { Replay } from './replay.tsx';

const route = getRouteApi('/trader/conduct');

function Details({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /marketConduct/{id}', { id });
  if (error && !data)
    return <ErrorState title="This could not be loaded" reason={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="flex flex-col gap-3">
        <LoadingNote what="what happened" />
        <Skeleton className="h-56 w-full" />
      </div>
    );
  return (
    <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
      <Replay key={id} evidence={data} />
      <div className="flex flex-col gap-4">
        <section>
          <h3 className="mb-1 font-semibold">Why a real exchange would ask</h3>
          <p className="text-muted">{data.why}</p>
        </section>
        <section>
          <h3 className="mb-1 font-semibold">What to do instead</h3>
          <p className="text-muted">{data.instead}</p>
        </section>
        <p className="text-sm text-faint">
          A pattern is not a proof: a supervisor asks, and people look at the evidence. Here it has no consequences but
          what you learn.
        </p>
      </div>
    </div>
  );
}

function FlagCard({ flag, isOpen, onToggle }: { flag: OwnFlag; isOpen: boolean; onToggle: () => void }) {
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="flex flex-wrap items-center gap-2 text-md font-semibold">
            {flag.title}
            <Badge>{flag.stock.symbol}</Badge>
          </h2>
          <DateTime at={flag.from} className="text-sm text-muted" />
        </div>
        <p>{flag.sentence}</p>
        <div>
          <Button aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? 'Close' : 'See what happened, and why it matters'}
          </Button>
        </div>
        {isOpen && <Details id={flag._id} />}
      </div>
    </Card>
  );
}

export function ConductScreen() {
  const { flag: open } = conductSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { data, error, refetch } = useCall('GET /marketConduct', {});
  const show = (flag: string | undefined) => void navigate({ search: { flag }, replace: true, resetScroll: false });
  return (
    <Screen
      title="Market conduct"
      lead="What the surveillance of a real exchange would ask you about. Nobody else sees this but the people who run Istock."
    >
      {error && !data && (
        <Card>
          <ErrorState title="This could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      )}
      {!error && !data && <Skeleton className="h-32 w-full" />}
      {data?.flags.length === 0 && (
        <Card>
          <EmptyState
            title="Nothing to ask about"
            text="Your orders show none of the patterns that exchanges look for: wash trading, trading between linked accounts, layering, pump and dump."
          />
        </Card>
      )}
      {data?.flags.map((flag) => (
        <FlagCard
          key={flag._id}
          flag={flag}
          isOpen={flag._id === open}
          onToggle={() => show(flag._id === open ? undefined : flag._id)}
        />
      ))}
    </Screen>
  );
}
