// Commission, flat fee, volume discounts and what the law takes: edited together, tried on the last thirty days, and saved for the orders to come.
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FeePreviewData, FeesData } from '../../../contract/admin/fees.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { callKey, takePushed, useCall } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dollarText } from '../../ui/dollars.tsx';
import { Money } from '../../ui/money.tsx';
import { countText, signedMoneyText } from '../../ui/number-text.ts';
import { StatRow } from '../../ui/stat.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { readIfStale } from '../read-if-stale.ts';
import { useSharedDraft } from '../shared-draft.ts';
import { draftOf, formOf, isChanged, readFees, withRow } from './fees-draft.ts';
import type { FeesDraft, ReadFees, VolumeDraft } from './fees-draft.ts';
import { StatutoryTable } from './statutory-table.tsx';

interface VolumesProps {
  draft: FeesDraft;
  mistake: string | null;
  onChange: (draft: FeesDraft) => void;
}

function VolumeDiscounts({ draft, mistake, onChange }: VolumesProps) {
  const set = (key: number, change: Partial<VolumeDraft>): void =>
    onChange({ ...draft, volumes: draft.volumes.map((row) => (row.key === key ? { ...row, ...change } : row)) });
  return (
    <fieldset className="min-w-0">
      <legend className="text-base font-semibold">Volume discounts</legend>
      <p className="text-sm text-muted">An order of so many shares pays so much less commission.</p>
      <div className="mt-3 flex flex-col gap-2">
        {draft.volumes.map((row) => (
          <div
            key={row.key}
            className="grid grid-cols-2 items-end gap-2 max-sm:border-b max-sm:border-line max-sm:pb-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
          >
            <NumberInput
              label="Min volume"
              name="minVolume"
              min={1}
              value={row.minVolume}
              onType={(minVolume) => set(row.key, { minVolume })}
            />
            <NumberInput
              label="Max volume"
              name="maxVolume"
              min={1}
              value={row.maxVolume}
              onType={(maxVolume) => set(row.key, { maxVolume })}
            />
            <NumberInput
              label="Discount rate"
              name="discountRate"
              suffix="%"
              min={0}
              max={100}
              step={0.01}
              value={row.discount}
              onType={(discount) => set(row.key, { discount })}
            />
            <IconButton
              label={`Remove the discount from ${row.minVolume} shares`}
              className="max-sm:justify-self-end"
              onClick={() => onChange({ ...draft, volumes: draft.volumes.filter(({ key }) => key !== row.key) })}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
        {draft.volumes.length === 0 && (
          <p className="text-muted">No volume discounts: every order pays the standard rate.</p>
        )}
      </div>
      <div aria-live="polite">{mistake && <p className="mt-2 text-sm text-down">{mistake}</p>}</div>
      <Button
        size="small"
        className="mt-3"
        disabled={draft.volumes.length >= 20}
        onClick={() => onChange(withRow(draft))}
      >
        <Plus size={14} aria-hidden="true" />
        Add volume discount
      </Button>
    </fieldset>
  );
}

interface PlainTermsProps {
  draft: FeesDraft;
  mistakes: Pick<ReadFees, 'commission' | 'flatFee'>;
  onChange: (draft: FeesDraft) => void;
}

function PlainTerms({ draft, mistakes, onChange }: PlainTermsProps) {
  const rate = useCall('GET /config', {}, { staleTime: Number.POSITIVE_INFINITY }).data?.usdInr;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberInput
        label="Standard commission rate (%)"
        name="standardCommissionRate"
        suffix="%"
        min={0}
        max={10}
        step={0.0001}
        value={draft.commission}
        error={mistakes.commission}
        hint="Of the value of each fill."
        onType={(commission) => onChange({ ...draft, commission })}
      />
      <NumberInput
        label="Flat transaction fee"
        name="flatTransactionFee"
        prefix={'\u20b9'}
        suffix={
          mistakes.flatFee === null ? (
            <span className="pr-2">{dollarText(Number(draft.flatFee), rate)}</span>
          ) : undefined
        }
        min={0}
        max={1000}
        step={0.01}
        value={draft.flatFee}
        error={mistakes.flatFee}
        hint="Once for each order that is filled."
        onType={(flatFee) => onChange({ ...draft, flatFee })}
      />
    </div>
  );
}

function Preview({ preview }: { preview: FeePreviewData }) {
  const { orders, tradedValue, feesPaid, feesThen, statutoryPaid, statutoryThen, isSample } = preview;
  const passedOn = [
    { name: 'Statutory paid', value: <Money rupees={statutoryPaid} />, note: 'Passed on' },
    { name: 'Statutory with this change', value: <Money rupees={statutoryThen} />, note: 'Passed on' },
  ];
  return (
    <div role="status" className="rounded-box bg-sunken p-4">
      <p className="mb-3 text-sm text-muted">
        {`The ${isSample ? 'newest ' : ''}${countText(orders)} orders filled in the last thirty days, with these fees. Nothing is changed yet.`}
      </p>
      <StatRow
        className="grid-cols-2 lg:grid-cols-4"
        stats={[
          { name: 'Order value', value: <Money rupees={tradedValue} /> },
          { name: 'Fees paid', value: <Money rupees={feesPaid} /> },
          { name: 'Fees with this change', value: <Money rupees={feesThen} /> },
          { name: 'Difference', value: signedMoneyText(feesThen - feesPaid) },
          ...(statutoryPaid > 0 || statutoryThen > 0 ? passedOn : []),
        ]}
      />
    </div>
  );
}

export function FeeForm({ fees }: { fees: FeesData }) {
  const { draft, setDraft, settle } = useSharedDraft(draftOf(fees), 'fees');
  const [previewed, setPreviewed] = useState<{ of: FeesDraft; preview: FeePreviewData } | null>(null);
  const [busy, setBusy] = useState<'preview' | 'save' | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { form, ...mistakes } = readFees(draft);
  const hasChanged = isChanged(draft, fees);
  // Fees may be typed while the answer to earlier ones is on its way.
  const preview = previewed?.of === draft ? previewed.preview : null;

  async function look(): Promise<void> {
    if (form === null) return;
    setBusy('preview');
    const reply = await call('POST /feePreview', form);
    setBusy(null);
    if (reply.ok) setPreviewed({ of: draft, preview: reply.data });
    else await showAlert(reply.message);
  }

  async function save(): Promise<void> {
    if (form === null) return;
    setBusy('save');
    const reply = await call(
      'POST /updateFees',
      { ...form, seen: formOf(draftOf(fees)) },
      { idempotencyKey: newIdempotencyKey() },
    );
    setBusy(null);
    if (isAsking) {
      setIsAsking(false);
      // The focus goes back to the button before it is disabled and the alert takes it.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (reply.ok) {
      takePushed(callKey('GET /getFees', {}), reply.data);
      settle(draft, draftOf(reply.data));
    } else readIfStale(reply, callKey('GET /getFees'));
    await showAlert(reply.message);
  }

  return (
    <Card title="Fee structure">
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.statutory.isOn && !fees.statutory.isOn) setIsAsking(true);
          else void save();
        }}
      >
        <PlainTerms draft={draft} mistakes={mistakes} onChange={setDraft} />
        <VolumeDiscounts draft={draft} mistake={mistakes.volumes} onChange={setDraft} />
        <StatutoryTable
          draft={draft.statutory}
          mistakes={mistakes.statutory}
          onChange={(statutory) => setDraft({ ...draft, statutory })}
        />
        {preview && <Preview preview={preview} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="w-full text-sm text-faint lg:mr-auto lg:w-auto">
            Orders that are open keep the fees they were placed with, until their quantity is changed.
          </p>
          <Button disabled={!hasChanged} onClick={() => setDraft(draftOf(fees))}>
            Cancel
          </Button>
          <Button busy={busy === 'preview'} disabled={form === null} onClick={() => void look()}>
            Preview
          </Button>
          <Button type="submit" tone="primary" busy={busy === 'save'} disabled={form === null || !hasChanged}>
            Save Changes
          </Button>
        </div>
      </form>
      <Confirm
        isOpen={isAsking}
        isBusy={busy === 'save'}
        tone="primary"
        title="Switch on statutory charges"
        text="Every order from now on pays securities transaction tax, exchange charge, SEBI turnover fee, stamp duty and GST, by the rates of its day. Orders that are open keep the terms they were placed with, until their quantity is changed."
        confirmLabel="Switch on"
        onConfirm={() => void save()}
        onCancel={() => setIsAsking(false)}
      />
    </Card>
  );
}
