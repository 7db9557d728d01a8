// Listing a new stock: what it is called, where it starts, and how it trades. It trades from the moment it is listed.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { listStockInput, USUAL_SHARES } from '../../../contract/admin/stocks.ts';
import { SECTORS } from '../../../core/market/history/companies.ts';
import { useCallOnce } from '../../call-once.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstMistake } from '../../ui/form.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { numberOf } from '../../ui/number-text.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { readStocksAgain } from './after-change.ts';
import { bandChoices, tickChoices } from './term-choices.ts';

const EMPTY = {
  symbol: '',
  name: '',
  sector: SECTORS[0] as string,
  price: '',
  tickSize: '0.05',
  priceBand: '20',
  sharesIssued: String(USUAL_SHARES),
};
type Draft = typeof EMPTY;

/** The usual tick for a price, according to the exchange's table. */
function usualTick(price: number): string {
  if (price < 250) return '0.01';
  if (price <= 1000) return '0.05';
  if (price <= 5000) return '0.1';
  return price <= 10_000 ? '0.5' : price <= 20_000 ? '1' : '5';
}

function inputOf(draft: Draft) {
  return {
    ...draft,
    price: numberOf(draft.price),
    tickSize: Number(draft.tickSize),
    priceBand: Number(draft.priceBand),
    sharesIssued: numberOf(draft.sharesIssued),
  };
}

interface FieldsProps {
  draft: Draft;
  sectors: readonly string[];
  errorOf: (field: keyof Draft) => string | null;
  onChange: (changes: Partial<Draft>) => void;
}

/** The tick follows the price until somebody chooses another one. */
function Fields({ draft, sectors, errorOf, onChange }: FieldsProps) {
  const [isTickOwn, setIsTickOwn] = useState(false);
  const all = [...new Set([...SECTORS, ...sectors])];

  function typePrice(price: string): void {
    const value = numberOf(price);
    onChange({ price, ...(isTickOwn || !(value > 0) ? {} : { tickSize: usualTick(value) }) });
  }

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
        <TextInput
          label="Symbol"
          autoFocus
          maxLength={20}
          autoComplete="off"
          value={draft.symbol}
          error={errorOf('symbol')}
          inputClassName="uppercase"
          onChange={(event) => onChange({ symbol: event.currentTarget.value })}
        />
        <TextInput
          label="Company name"
          maxLength={80}
          autoComplete="off"
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </div>
      <Select
        label="Sector"
        choices={all.map((sector) => ({ value: sector, label: sector }))}
        value={draft.sector}
        error={errorOf('sector')}
        onChoose={(sector) => onChange({ sector })}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem_10rem]">
        <NumberInput
          label="First price"
          prefix={'\u20b9'}
          min={0.01}
          step={0.01}
          value={draft.price}
          error={errorOf('price')}
          onType={typePrice}
        />
        <Select
          label="Tick"
          choices={tickChoices}
          value={draft.tickSize}
          error={errorOf('tickSize')}
          onChoose={(tickSize) => {
            setIsTickOwn(true);
            onChange({ tickSize });
          }}
        />
        <Select
          label="Price band"
          choices={bandChoices}
          value={draft.priceBand}
          error={errorOf('priceBand')}
          onChoose={(priceBand) => onChange({ priceBand })}
        />
      </div>
      <NumberInput
        label="Shares in issue"
        min={1}
        value={draft.sharesIssued}
        error={errorOf('sharesIssued')}
        hint="They belong to the simulated traders first, who begin to trade at once."
        onType={(sharesIssued) => onChange({ sharesIssued })}
      />
    </>
  );
}

export function ListStock({
  sectors,
  onDone,
}: {
  sectors: readonly string[];
  onDone: (symbol: string | null) => void;
}) {
  const [draft, setDraft] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();

  const parsed = listStockInput.safeParse(inputOf(draft));
  const found: Record<string, string> = {};
  if (!parsed.success) for (const { path, message } of parsed.error.issues) found[String(path[0])] ??= message;
  const errorOf = (field: keyof Draft): string | null => refused[field] ?? (isTried ? found[field] : undefined) ?? null;

  function change(changes: Partial<Draft>): void {
    setDraft({ ...draft, ...changes });
    setRefused({});
  }

  async function list(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    setIsTried(true);
    if (!parsed.success) return focusFirstMistake(form);
    setIsBusy(true);
    const reply = await callOnce('POST /listStock', inputOf(draft));
    setIsBusy(false);
    if (!reply.ok) {
      setRefused(reply.fields);
      if (Object.keys(reply.fields).length === 0) await showAlert(reply.message);
      return focusFirstMistake(form);
    }
    readStocksAgain();
    // The alert first: the focus then returns through this dialog to where it was opened.
    await showAlert(reply.message);
    onDone(reply.data.symbol);
  }

  return (
    <Dialog title="List a stock" isOpen isLocked={isBusy} onClose={() => onDone(null)}>
      <form noValidate onSubmit={(event) => void list(event)} className="flex flex-col gap-4">
        <Fields draft={draft} sectors={sectors} errorOf={errorOf} onChange={change} />
        <div className="flex justify-end gap-2">
          <Button disabled={isBusy} onClick={() => onDone(null)}>
            Cancel
          </Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            List stock
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
