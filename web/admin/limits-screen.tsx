// Set Limits: how much one order, and one stock over the timeframe, may be bought or sold. In force for the next order after saving.
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { limitsInput } from '../../contract/admin/limits.ts';
import { controlMessages } from '../../contract/messages/control.ts';
import { limitMessages } from '../../contract/messages/limits.ts';
import type { LimitsData } from '../../contract/trade.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { callKey, takePushed, useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import { countOf, countText, numberOf } from '../ui/number-text.ts';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { readIfStale } from './read-if-stale.ts';
import { useSharedDraft } from './shared-draft.ts';

/** Another administrator may save different ones meanwhile. */
const REFRESH_MS = 15_000;

type Field = keyof LimitsData;
/** As typed. */
type Draft = Record<Field, string>;

interface FieldWords {
  field: Field;
  title: string;
  label: string;
  /** Spec 5: below the field, for whatever is not above zero. The sentence beside the button says more. */
  inline: string;
  hint: (value: number) => string;
}

const fields: readonly FieldWords[] = [
  {
    field: 'maxBuyLimit',
    title: 'Buy Limits',
    label: 'Maximum Buy Limit',
    inline: limitMessages.buyInline,
    hint: (value) => `At most ${countOf(value, 'share')} of a stock bought at a time, and in the timeframe.`,
  },
  {
    field: 'maxSellLimit',
    title: 'Sell Limits',
    label: 'Maximum Sell Limit',
    inline: limitMessages.sellInline,
    hint: (value) => `At most ${countOf(value, 'share')} of a stock sold at a time, and in the timeframe.`,
  },
  {
    field: 'timeframeInHours',
    title: 'Timeframe',
    label: 'Timeframe (Hours)',
    inline: limitMessages.hoursInline,
    hint: (value) =>
      value === 1
        ? 'Counted over the last hour, sliding on with time.'
        : `Counted over the last ${countText(value)} hours, sliding on with time.`,
  },
];

const draftOf = (limits: LimitsData): Draft => ({
  maxBuyLimit: String(limits.maxBuyLimit),
  maxSellLimit: String(limits.maxSellLimit),
  timeframeInHours: String(limits.timeframeInHours),
});

const limitsOf = (draft: Draft): LimitsData => ({
  maxBuyLimit: numberOf(draft.maxBuyLimit),
  maxSellLimit: numberOf(draft.maxSellLimit),
  timeframeInHours: numberOf(draft.timeframeInHours),
});

type SaveState = { status: 'idle' } | { status: 'success' | 'error'; message: string };

function SaveDialog({ state, onClose }: { state: SaveState; onClose: () => void }) {
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={state.status === 'error' ? 'Not saved' : 'Saved'}
      isOpen={state.status !== 'idle'}
      onClose={onClose}
      footer={
        <Button tone="primary" autoFocus onClick={onClose}>
          OK
        </Button>
      }
    >
      {state.status !== 'idle' && <p>{state.message}</p>}
    </Dialog>
  );
}

function LimitsForm({ saved }: { saved: LimitsData }) {
  const { draft, setDraft, settle, isKept } = useSharedDraft(draftOf(saved), 'limits');
  // Spec 4: set on input, cleared after a successful save.
  const [isChanged, setIsChanged] = useState(isKept);
  const newest = useRef(draft);
  const [isBusy, setIsBusy] = useState(false);
  const [state, setState] = useState<SaveState>({ status: 'idle' });
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});

  const parsed = limitsInput.safeParse(limitsOf(draft));
  const mistakes = new Map(parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path[0], message]));

  function type(field: Field, text: string): void {
    newest.current = { ...draft, [field]: text };
    setDraft(newest.current);
    setRefused({});
    setIsChanged(true);
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!parsed.success || !isChanged || isBusy) return;
    setIsBusy(true);
    const typed = newest.current;
    const reply = await call(
      'POST /updateLimit',
      { ...parsed.data, seen: saved },
      { idempotencyKey: newIdempotencyKey() },
    );
    setIsBusy(false);
    if (!reply.ok) {
      readIfStale(reply, callKey('GET /limit'));
      setRefused(reply.fields);
      setState({ status: 'error', message: `${controlMessages.limitsFailed} ${reply.message}` });
      return;
    }
    takePushed(callKey('GET /limit', {}), reply.data);
    settle(draft, draftOf(reply.data));
    setIsChanged(newest.current !== typed);
    setState({ status: 'success', message: reply.message });
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-3">
        {fields.map(({ field, title, label, inline, hint }) => {
          const value = numberOf(draft[field]);
          const mistake = value <= 0 ? inline : (refused[field] ?? mistakes.get(field) ?? null);
          return (
            <Card key={field} title={title}>
              <NumberInput
                label={label}
                name={field}
                value={draft[field]}
                onType={(text) => type(field, text)}
                min={1}
                error={isChanged ? mistake : null}
                hint={mistake === null ? hint(value) : undefined}
                keepErrorLine
              />
            </Card>
          );
        })}
      </div>
      <div aria-live="polite" className="text-down empty:hidden">
        {fields.map(({ field }) => numberOf(draft[field]) <= 0 && <p key={field}>{mistakes.get(field)}</p>)}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="primary" busy={isBusy} disabled={!isChanged || !parsed.success}>
          Save Trading Limits
        </Button>
        <p className="text-sm text-muted">
          {isChanged ? 'Not saved yet.' : 'Saved limits are enforced for every order from the next one on.'}
        </p>
      </div>
      <SaveDialog state={state} onClose={() => setState({ status: 'idle' })} />
    </form>
  );
}

export function LimitsScreen() {
  const { data, error, refetch } = useCall('GET /limit', {}, { refetchInterval: REFRESH_MS });
  return (
    <Screen title="Trading Limits Configuration" documentTitle="Set Limits">
      {data ? (
        <LimitsForm saved={data} />
      ) : error ? (
        <Card>
          <ErrorState title="The limits could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <LoadingNote what="limits" />
          <div className="grid gap-4 md:grid-cols-3">
            {fields.map(({ field, title }) => (
              <Card key={field} title={title}>
                <Skeleton className="mb-2 w-40" />
                <Skeleton className="h-9" />
                <Skeleton className="mt-2 mb-4 w-48" />
              </Card>
            ))}
          </div>
        </>
      )}
    </Screen>
  );
}
