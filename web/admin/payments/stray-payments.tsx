// Money at the provider that is credited to nobody: what it is, whom it may belong to, and what an administrator did about it.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StrayPayment } from '../../../contract/admin/payments.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { useCallOnce } from '../../call-once.ts';
import { invalidateCalls, useCall } from '../../query.ts';
import { textBefore, useKeepTyped } from '../../typed.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const REFRESH_MS = 60_000;

function Sum({ stray: { amount, currency } }: { stray: StrayPayment }) {
  return currency === 'INR' ? <Money rupees={amount} /> : <span>{`${amount.toFixed(2)} ${currency}`}</span>;
}

function Stray({ stray, onSettle }: { stray: StrayPayment; onSettle: () => void }) {
  const { user, provider, providerPayment, payment, why, seenAt } = stray;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <Sum stray={stray} />, {providerPayment}
        </p>
        <p className="text-sm text-muted">{why}</p>
        <p className="text-sm wrap-anywhere text-faint">
          At {provider}, <DateTime at={seenAt} />. It may belong to{' '}
          <Link
            to="/portfolioAdmin/$userId"
            params={{ userId: user._id }}
            search={{ tab: 'money' }}
            className="hover:text-accent-text"
          >
            {isolated(user.name)}
          </Link>{' '}
          (
          <Link to="/payments" search={{ q: payment }} className="hover:text-accent-text">
            payment #{payment}
          </Link>
          ).
        </p>
      </div>
      <Button size="small" aria-label={`Looked into it: ${providerPayment}`} onClick={onSettle}>
        Looked into it
      </Button>
    </li>
  );
}

function SettleDialog({ stray, onClose }: { stray: StrayPayment; onClose: () => void }) {
  const callOnce = useCallOnce();
  const name = `stray ${stray._id}`;
  const [note, setNote] = useState(() => textBefore(name));
  useKeepTyped(name, note || undefined);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function settle(): Promise<void> {
    setIsBusy(true);
    const reply = await callOnce('POST /settleStray/{id}', { id: stray._id, note });
    setIsBusy(false);
    if (!reply.ok && reply.status !== 409) return setError(reply.message);
    if (!reply.ok) void showAlert(reply.message);
    void invalidateCalls('GET /strayPayments');
    onClose();
  }

  return (
    <Dialog
      title={`What was done about ${stray.providerPayment}?`}
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" busy={isBusy} onClick={() => void settle()}>
            Save
          </Button>
        </>
      }
    >
      <TextArea
        label="For the log"
        hint="It leaves this list. Nothing is changed at the provider."
        isParagraph
        maxLength={500}
        value={note}
        error={error}
        onText={(text) => {
          setNote(text);
          setError(null);
        }}
      />
    </Dialog>
  );
}

/** Nothing where there is none, which is nearly always; so it has to be said when it is not known. */
export function StrayPayments() {
  const { data, error, refetch } = useCall('GET /strayPayments', {}, { refetchInterval: REFRESH_MS });
  const [open, setOpen] = useState<StrayPayment | null>(null);
  if (error && !data)
    return (
      <Card>
        <ErrorState
          title="Payments credited to nobody could not be looked up"
          reason={error.message}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  if (!data?.length) return null;
  return (
    <Card title="At the provider, and credited to nobody">
      <p className="text-muted">
        The provider holds this money, and nobody here was credited with it. Look into it there, and pay it back.
      </p>
      <ul aria-label="Credited to nobody" className="divide-y divide-line">
        {data.map((stray) => (
          <Stray key={stray._id} stray={stray} onSettle={() => setOpen(stray)} />
        ))}
      </ul>
      {open && <SettleDialog stray={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
