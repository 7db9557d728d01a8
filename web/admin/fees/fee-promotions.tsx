// Fee promotions: those in force, planned and ended; new ones can be added, and running ones ended.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { FeePromotionData, FeesData } from '../../../contract/admin/fees.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import type { Reply } from '../../api.ts';
import { useCallOnce } from '../../call-once.ts';
import { callKey, invalidateCalls, takePushed } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { dateWords } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { now } from '../../ui/now.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { TextInput } from '../../ui/text-input.tsx';

type State = FeePromotionData['status'];

const tones: Record<State, BadgeTone> = { ACTIVE: 'up', UPCOMING: 'accent', ENDED: 'neutral' };
const stateNames: Record<State, string> = { ACTIVE: 'Active', UPCOMING: 'Upcoming', ENDED: 'Ended' };

function StateBadge({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{stateNames[state]}</Badge>;
}

/** Today and a month later, by India's calendar. */
function oneMonth(): { startDate: string; endDate: string } {
  const today = marketDay(now());
  return { startDate: dayText(today), endDate: dayText(today + 30) };
}

async function take(reply: Reply<FeesData>): Promise<void> {
  if (reply.ok) takePushed(callKey('GET /getFees', {}), reply.data);
  // Another administrator may have been quicker: the list shows the current state.
  else void invalidateCalls('GET /getFees');
  await showAlert(reply.message);
}

function NewPromotion({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [discount, setDiscount] = useState('20');
  const [days, setDays] = useState(oneMonth);
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    const promotion = { name, type: 'PERCENTAGE', discountValue: Number(discount), ...days } as const;
    const reply = await callOnce('POST /feePromotions', promotion);
    setIsBusy(false);
    setMistakes(reply.ok ? {} : reply.fields);
    if (reply.ok || Object.keys(reply.fields).length === 0) await take(reply);
    if (reply.ok) onDone();
  }

  return (
    <Dialog title="Add New Promotion" isOpen isLocked={isBusy} onClose={onDone}>
      <form onSubmit={(event) => void add(event)} className="flex flex-col gap-4">
        <TextInput
          label="Name"
          autoFocus
          maxLength={80}
          value={name}
          error={mistakes.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput label="Type" value="Percentage" readOnly hint="Takes a part off the commission." />
        <NumberInput
          label="Discount (%)"
          suffix="%"
          min={0.01}
          max={100}
          step={0.01}
          value={discount}
          error={mistakes.discountValue}
          onType={setDiscount}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            label="Start date"
            type="date"
            value={days.startDate}
            error={mistakes.startDate}
            onChange={(event) => setDays({ ...days, startDate: event.currentTarget.value })}
          />
          <TextInput
            label="End date"
            type="date"
            value={days.endDate}
            error={mistakes.endDate}
            hint="The last day of the promotion."
            onChange={(event) => setDays({ ...days, endDate: event.currentTarget.value })}
          />
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" tone="primary" busy={isBusy} disabled={name.trim() === ''}>
            Add promotion
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PromotionProps {
  promotion: FeePromotionData;
  onEnd: (promotion: FeePromotionData) => void;
}

function EndButton({ promotion, onEnd }: PromotionProps) {
  if (promotion.status === 'ENDED') return null;
  return (
    <Button size="small" tone="danger" aria-label={`End ${promotion.name}`} onClick={() => onEnd(promotion)}>
      End
    </Button>
  );
}

function PhonePromotion({ promotion, onEnd }: PromotionProps) {
  const { name, discountValue, startDate, endDate, status } = promotion;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <StateBadge state={status} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>{`${discountValue}% off, ${dateWords(startDate)} \u2013 ${dateWords(endDate)}`}</span>
        <EndButton {...{ promotion, onEnd }} />
      </div>
    </div>
  );
}

function columnsOf(onEnd: (promotion: FeePromotionData) => void): Column<FeePromotionData>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name }) => <span className="inline-block max-w-48 @4xl:max-w-72">{name}</span>,
    },
    { key: 'type', header: 'Type', from: 'lg', cell: () => 'Percentage' },
    { key: 'discount', header: 'Discount %', align: 'end', cell: ({ discountValue }) => `${discountValue}%` },
    { key: 'start', header: 'Start date', cell: ({ startDate }) => dateWords(startDate) },
    { key: 'end', header: 'End date', cell: ({ endDate }) => dateWords(endDate) },
    { key: 'status', header: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (promotion) => <EndButton {...{ promotion, onEnd }} />,
    },
  ];
}

export function FeePromotions({ promotions }: Pick<FeesData, 'promotions'>) {
  const [isAdding, setIsAdding] = useState(false);
  const [toEnd, setToEnd] = useState<FeePromotionData | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function end(promotion: FeePromotionData): Promise<void> {
    setIsBusy(true);
    await take(
      await call('POST /feePromotions', { id: promotion.id, end: true }, { idempotencyKey: newIdempotencyKey() }),
    );
    setIsBusy(false);
    setToEnd(null);
  }

  return (
    <Card
      title="Promotions"
      flush
      actions={
        <Button size="small" onClick={() => setIsAdding(true)}>
          Add New Promotion
        </Button>
      }
    >
      <Table
        caption="Fee promotions"
        columns={columnsOf(setToEnd)}
        rows={promotions}
        rowKey={({ id }) => id}
        phoneRow={(promotion) => <PhonePromotion promotion={promotion} onEnd={setToEnd} />}
        empty={
          <EmptyState
            title="No promotions"
            text="A promotion takes a part off the commission of every order for some days."
          />
        }
      />
      {isAdding && <NewPromotion onDone={() => setIsAdding(false)} />}
      <Confirm
        isOpen={toEnd !== null}
        isBusy={isBusy}
        title="End promotion"
        text={
          toEnd?.status === 'UPCOMING'
            ? `${isolated(toEnd.name)} has not begun: it is taken out.`
            : `${isolated(toEnd?.name ?? '')} ends now: orders from now on pay the full commission.`
        }
        confirmLabel="End promotion"
        onConfirm={() => toEnd && void end(toEnd)}
        onCancel={() => setToEnd(null)}
      />
    </Card>
  );
}
