// One flag with its evidence replayed, and what came of looking at it.
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { DeskFlag, DeskFlagData } from '../../../contract/surveillance.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { Replay } from '../../conduct/replay.tsx';
import { callKey, invalidateCalls, useCall } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { SidePanel } from '../../ui/dialog.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { readIfStale } from '../read-if-stale.ts';
import { useSharedDraft } from '../shared-draft.ts';
import { statusTexts } from './flag-status.ts';

const choices = (['NEW', 'REVIEWED', 'DISMISSED'] as const).map((value) => ({ value, label: statusTexts[value] }));

const LEFT = 'This is as you left it, and not saved yet.';

/** Setting a flag back to new forgets who had reviewed it: if it is new and was reviewed, the conduct has gone on. */
function savedText({ status, reviewedBy }: DeskFlag): string | null {
  if (reviewedBy === null) return null;
  return `Last saved by ${reviewedBy}${status === 'NEW' ? '; new again, because it went on after that' : ''}`;
}

function ReviewForm({ flag }: { flag: DeskFlag }) {
  const seen = { status: flag.status, note: flag.note };
  const { draft, setDraft, isKept } = useSharedDraft(seen, `flag ${flag._id}`, 'leaving');
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(isKept ? LEFT : null);
  const told = useRef<HTMLParagraphElement>(null);
  const isSame = draft.status === seen.status && draft.note.trim() === seen.note;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    const input = { id: flag._id, ...draft, seen: { ...seen, to: flag.to } };
    const reply = await call('POST /reviewFlag/{id}', input, { idempotencyKey: newIdempotencyKey() });
    setIsBusy(false);
    if (!reply.ok) {
      readIfStale(reply, callKey('GET /surveillance/{id}', { id: flag._id }));
      return showAlert(reply.message);
    }
    setSaid(reply.message);
    // The button has nothing to save any more: the focus stays in the panel, where Esc closes it.
    told.current?.focus();
    void invalidateCalls('GET /surveillance', 'GET /surveillance/{id}');
  }

  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      <h3 className="font-semibold">What came of it</h3>
      <Segmented
        label="Status"
        wide
        value={draft.status}
        choices={choices}
        onChoose={(status) => setDraft({ ...draft, status })}
      />
      <TextArea
        label="Note for other administrators"
        isParagraph
        maxLength={1000}
        value={draft.note}
        onText={(note) => {
          setDraft({ ...draft, note });
          setSaid(null);
        }}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" tone="primary" busy={isBusy} disabled={isSame}>
          Save
        </Button>
        <p ref={told} tabIndex={-1} role="status" className="text-sm text-muted outline-none">
          {said ?? savedText(flag)}
        </p>
      </div>
    </form>
  );
}

function Person({ person }: { person: DeskFlag['user'] }) {
  return (
    <Link
      to="/portfolioAdmin/$userId"
      params={{ userId: person._id }}
      className="wrap-anywhere text-accent-text hover:underline"
    >
      {person.name}
    </Link>
  );
}

function Body({ flag }: { flag: DeskFlagData }) {
  return (
    <div className="flex flex-col gap-6">
      <p>{flag.sentence}</p>
      <FigureList
        figures={[
          { name: 'Trader', value: <Person person={flag.user} /> },
          flag.other !== null && { name: 'With', value: <Person person={flag.other} /> },
          { name: 'Stock', value: `${flag.stock.symbol}, ${flag.stock.name}` },
          { name: 'From', value: <DateTime at={flag.from} /> },
          { name: 'To', value: <DateTime at={flag.to} /> },
        ]}
      />
      <Replay key={flag._id} evidence={flag} />
      <section>
        <h3 className="mb-1 font-semibold">What the trader is told</h3>
        <p className="text-muted">{flag.why}</p>
        <p className="mt-2 text-muted">{flag.instead}</p>
      </section>
      <ReviewForm key={flag._id} flag={flag} />
    </div>
  );
}

export function ReviewFlag({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCall('GET /surveillance/{id}', { id });
  return (
    <SidePanel isOpen isInAddress onClose={onClose} title={data?.title ?? 'Flag'} symbol={data?.stock.symbol}>
      {data && <Body flag={data} />}
      {!data && error && (
        <ErrorState title="The flag could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div className="flex flex-col gap-3">
          <LoadingNote what="the evidence" />
          <Skeleton className="h-56 w-full" />
        </div>
      )}
    </SidePanel>
  );
}
