// The books: when they were last proved, and a proof on demand with every check in words.
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { LedgerProof } from '../../../contract/admin.ts';
import type { Dashboard } from '../../../contract/admin/dashboard.ts';
import { call } from '../../api.ts';
import { invalidateCalls } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

function Checks({ checks }: { checks: LedgerProof['checks'] }) {
  return (
    <ul className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
      {checks.map(({ name, ok, detail }) => (
        <li key={name} className="flex items-start gap-2 text-sm">
          {ok ? (
            <CircleCheck size={16} aria-label="Holds" className="mt-0.5 shrink-0 text-up" />
          ) : (
            <CircleX size={16} aria-label="Does not hold" className="mt-0.5 shrink-0 text-down" />
          )}
          <span className="min-w-0 break-words">{detail}</span>
        </li>
      ))}
    </ul>
  );
}

export function BooksCard({ books }: { books: Dashboard['books'] | undefined }) {
  const [isBusy, setIsBusy] = useState(false);
  const [proof, setProof] = useState<LedgerProof | null>(null);

  async function prove(): Promise<void> {
    setIsBusy(true);
    let reply = await call('GET /ledger/verify', {});
    // Large books take longer than a proxy waits for an answer.
    while (!reply.ok && reply.code === 'still-proving') reply = await call('GET /ledger/verify', {});
    setIsBusy(false);
    if (!reply.ok) return showAlert(reply.message);
    setProof(reply.data);
    void invalidateCalls('GET /adminDashboard');
  }

  return (
    <Card
      title="Books"
      actions={
        <Button size="small" busy={isBusy} onClick={() => void prove()}>
          Prove now
        </Button>
      }
    >
      {books ? (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={books.ok ? 'up' : 'down'}>{books.ok ? 'They add up' : 'They do not add up'}</Badge>
          <span className="text-sm text-muted">
            Proved on <DateTime at={books.provedAt} />
          </span>
        </p>
      ) : (
        <Skeleton className="w-56" />
      )}
      {proof ? (
        <Checks checks={proof.checks} />
      ) : (
        <p className="mt-2 text-sm text-faint">
          Every rupee and every share is counted against every transfer, and the chain of hashes is recomputed.
        </p>
      )}
    </Card>
  );
}
