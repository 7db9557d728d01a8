// Planning a corporate action of one stock: what it is, how much, and the day at whose start it is carried out.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { planActionInput } from '../../../contract/admin/stocks.ts';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import type { ActionKind } from '../../../contract/market/corporate.ts';
import { toPaise, toRupees } from '../../../contract/wire/sums.ts';
import { isPossibleRatio, priceAfter, sharesAfter } from '../../../core/market/corporate-action.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { useCallOnce } from '../../call-once.ts';
import { useCall } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstMistake } from '../../ui/form.ts';
import { now } from '../../ui/now.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { countText, moneyText } from '../../ui/number-text.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { readStocksAgain } from './after-change.ts';

/** Tomorrow, by India's calendar. */
function tomorrow(): string {
  return dayText(marketDay(now()) + 1);
}

const kindChoices: { value: ActionKind; label: string }[] = [
  { value: 'split', label: 'Split' },
  { value: 'bonus', label: 'Bonus' },
  { value: 'dividend', label: 'Dividend' },
];

interface Draft {
  kind: ActionKind;
  /** Split: every `each` shares become `much`. Bonus: `much` more for every `each`. Dividend: rupees per share. */
  each: string;
  much: string;
  effectiveDate: string;
}

const usual: Record<ActionKind, Pick<Draft, 'each' | 'much'>> = {
  split: { each: '1', much: '2' },
  bonus: { each: '2', much: '1' },
  dividend: { each: '1', much: '' },
};

function inputOf(symbol: string, { kind, each, much, effectiveDate }: Draft) {
  const [from, amount] = [Number(each || Number.NaN), Number(much || Number.NaN)];
  if (kind === 'dividend') return { symbol, kind, perShare: amount, effectiveDate };
  return { symbol, kind, from, to: kind === 'bonus' ? from + amount : amount, effectiveDate };
}

/** Actions already planned for a stock on that day are carried out first; a later one starts from their shares and price. */
function BeforeIt({ symbol, effectiveDate }: { symbol: string; effectiveDate: string }) {
  const { data } = useCall('GET /corporateActions', {});
  const before = (data ?? []).filter(
    (one) => one.symbol === symbol && one.state === 'planned' && one.effectiveDate === effectiveDate,
  );
  if (before.length === 0) return null;
  const texts = before.map(({ text }) => text).join(', then: ');
  return <p className="text-sm text-warn">{`This comes after what is planned for that day already: ${texts}.`}</p>;
}

/** What the action would do at the current price; nothing for one that is not possible. */
function outlook({ price }: ListedStock, { kind, each, much }: Draft): string {
  const [from, amount] = [Number(each), Number(much)];
  if (!(from > 0 && amount > 0)) return '';
  if (kind === 'dividend') return `Who holds 100 shares when the day begins gets ${moneyText(amount * 100)}.`;
  const to = kind === 'bonus' ? from + amount : amount;
  if (!isPossibleRatio({ from, to })) return '';
  const shares = sharesAfter(100, { from, to });
  const after = toRupees(priceAfter(toPaise(price), { from, to }));
  return `Who holds 100 shares then has ${countText(shares)}, and a price of ${moneyText(price)} becomes ${moneyText(after)}. Open orders are canceled; parts of a share are paid in cash.`;
}

function Amounts({
  draft,
  errors,
  onChange,
}: {
  draft: Draft;
  errors: Record<string, string>;
  onChange: (changes: Partial<Draft>) => void;
}) {
  const { kind, each, much } = draft;
  if (kind === 'dividend')
    return (
      <NumberInput
        label="Dividend a share"
        prefix={'\u20b9'}
        min={0.01}
        step={0.01}
        value={much}
        error={errors.perShare}
        onType={(next) => onChange({ much: next })}
      />
    );
  const isBonus = kind === 'bonus';
  const old = (
    <NumberInput
      key="each"
      label={isBonus ? 'For each so many held' : 'Old shares'}
      min={1}
      value={each}
      error={errors.from}
      onType={(next) => onChange({ each: next })}
    />
  );
  const fresh = (
    <NumberInput
      key="much"
      label={isBonus ? 'Bonus shares' : 'New shares'}
      min={1}
      value={much}
      error={errors.to}
      onType={(next) => onChange({ much: next })}
    />
  );
  return <div className="grid gap-4 sm:grid-cols-2">{isBonus ? [fresh, old] : [old, fresh]}</div>;
}

export function PlanAction({ stock, onDone }: { stock: ListedStock; onDone: () => void }) {
  const { symbol } = stock;
  const [draft, setDraft] = useState<Draft>(() => ({ kind: 'split', ...usual.split, effectiveDate: tomorrow() }));
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();

  const input = inputOf(symbol, draft);
  const parsed = planActionInput.safeParse(input);
  const errors: Record<string, string> = { ...refused };
  if (isTried && !parsed.success)
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;

  function change(changes: Partial<Draft>): void {
    setDraft({ ...draft, ...changes });
    setRefused({});
  }

  async function plan(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    setIsTried(true);
    if (!parsed.success) return focusFirstMistake(form);
    setIsBusy(true);
    const reply = await callOnce('POST /corporateActions', input);
    setIsBusy(false);
    if (!reply.ok) {
      setRefused(reply.fields);
      if (Object.keys(reply.fields).length === 0) await showAlert(reply.message);
      return focusFirstMistake(form);
    }
    readStocksAgain();
    // The alert first: the focus then returns through this dialog to where it was opened.
    await showAlert(reply.message);
    onDone();
  }

  return (
    <Dialog title={`Corporate action of ${symbol}`} symbol={symbol} isOpen isLocked={isBusy} onClose={onDone}>
      <form noValidate onSubmit={(event) => void plan(event)} className="flex flex-col gap-4">
        <Segmented
          label="Kind"
          value={draft.kind}
          choices={kindChoices}
          onChoose={(kind) => change({ kind, ...usual[kind] })}
        />
        <Amounts draft={draft} errors={errors} onChange={change} />
        <TextInput
          label="Effective day"
          type="date"
          min={tomorrow()}
          value={draft.effectiveDate}
          error={errors.effectiveDate}
          hint="Carried out when this day begins, for everybody who holds shares then; if there is no trading on it, when the next trading day begins."
          onChange={(event) => change({ effectiveDate: event.currentTarget.value })}
        />
        <BeforeIt symbol={symbol} effectiveDate={draft.effectiveDate} />
        <p className="min-h-10 text-sm text-muted">{outlook(stock, draft)}</p>
        <div className="flex justify-end gap-2">
          <Button disabled={isBusy} onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            Plan it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
