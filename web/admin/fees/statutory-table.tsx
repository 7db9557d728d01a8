// What the law takes, as the desk sets it: whether learners pay it, and the rates with the day from which they hold.
import { Plus, Trash2 } from 'lucide-react';
import { useToday } from '../../trade/diary/use-today.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { RATE_FIELDS, rowOfToday, withRates } from './statutory-draft.ts';
import type { RateField, RatesDraft, StatutoryDraft, StatutoryMistakes } from './statutory-draft.ts';

const MOST_ROWS = 20;

const labels: Record<RateField, string> = {
  sttDelivery: 'STT, delivery',
  sttIntradaySell: 'STT, intraday sale',
  exchange: 'Exchange charge',
  sebi: 'SEBI turnover fee',
  stampDelivery: 'Stamp duty, delivery',
  stampIntraday: 'Stamp duty, intraday',
  gst: 'GST',
};

interface RatesRowProps {
  row: RatesDraft;
  isOfToday: boolean;
  mistakeOf: (field: RateField | 'from') => string | undefined;
  onChange: (row: RatesDraft) => void;
  onRemove: () => void;
}

function RatesRow({ row, isOfToday, mistakeOf, onChange, onRemove }: RatesRowProps) {
  return (
    <div role="group" aria-label={`Rates in percent from ${row.from}`} className="rounded-box border border-line p-3">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          Rates in percent
          {isOfToday && <Badge tone="accent">In force today</Badge>}
        </span>
        <IconButton label={`Remove the rates from ${row.from}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 items-start gap-x-2 gap-y-3 sm:grid-cols-4">
        <TextInput
          label="First day"
          type="date"
          className="max-sm:col-span-2"
          value={row.from}
          error={mistakeOf('from')}
          onChange={(event) => onChange({ ...row, from: event.currentTarget.value })}
        />
        {RATE_FIELDS.map((field) => (
          <NumberInput
            key={field}
            label={labels[field]}
            min={0}
            max={field === 'gst' ? 50 : 10}
            step={0.000001}
            value={row[field]}
            error={mistakeOf(field)}
            onType={(text) => onChange({ ...row, [field]: text })}
          />
        ))}
      </div>
    </div>
  );
}

export interface StatutoryTableProps {
  draft: StatutoryDraft;
  mistakes: StatutoryMistakes;
  onChange: (draft: StatutoryDraft) => void;
}

export function StatutoryTable({ draft, mistakes, onChange }: StatutoryTableProps) {
  const today = useToday();
  const { isOn, rows } = draft;
  const ofToday = rowOfToday(rows, today);
  return (
    <fieldset className="min-w-0">
      <legend className="text-base font-semibold">Statutory charges</legend>
      <p className="mb-3 text-sm text-muted">
        What the law and the exchange charge for a trade in India. It is passed on: the house earns nothing from it. GST
        is added to brokerage, flat fee, exchange charge and turnover fee.
      </p>
      <Checkbox
        label="Charge them on every order"
        hint="While they are off, nobody pays them and no receipt names them."
        checked={isOn}
        onChange={(event) => onChange({ ...draft, isOn: event.currentTarget.checked })}
      />
      <div className="mt-3 flex flex-col gap-3">
        {rows.map((row, place) => (
          <RatesRow
            key={row.key}
            row={row}
            isOfToday={row === ofToday}
            mistakeOf={(field) => mistakes.cells.get(`${place} ${field}`)}
            onChange={(changed) => onChange({ isOn, rows: rows.map((one) => (one === row ? changed : one)) })}
            onRemove={() => onChange({ isOn, rows: rows.filter((one) => one !== row) })}
          />
        ))}
      </div>
      <div aria-live="polite">
        {mistakes.table && <p className="mt-2 text-sm text-down">{mistakes.table}</p>}
        {isOn && !ofToday && <p className="mt-2 text-sm text-warn">No rates hold today: nothing is charged yet.</p>}
      </div>
      <Button
        size="small"
        className="mt-3"
        disabled={rows.length >= MOST_ROWS}
        onClick={() => onChange(withRates(draft, today))}
      >
        <Plus size={14} aria-hidden="true" />
        Add rates
      </Button>
    </fieldset>
  );
}
