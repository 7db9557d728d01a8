// Tick and price band of one stock: asks once, because orders that the new terms do not allow will end. Changes made by another
// administrator meanwhile are not undone.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { moneyText } from '../../ui/number-text.ts';
import { Select } from '../../ui/select.tsx';
import { useSharedDraft } from '../shared-draft.ts';
import { readStocksAgain } from './after-change.ts';
import { bandChoices, tickChoices, withOwn } from './term-choices.ts';

export function TermsForm({ stock }: { stock: ListedStock }) {
  const { symbol } = stock;
  const saved = { tick: String(stock.tickSize), band: String(stock.priceBand) };
  const { draft, setDraft } = useSharedDraft(saved, `terms ${symbol}`);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isChanged = draft.tick !== saved.tick || draft.band !== saved.band;

  async function save(): Promise<void> {
    setIsBusy(true);
    const { tickSize, priceBand } = stock;
    const terms = { tickSize: Number(draft.tick), priceBand: Number(draft.band), seen: { tickSize, priceBand } };
    const reply = await call('POST /updateStock', { symbol, ...terms }, { idempotencyKey: newIdempotencyKey() });
    readStocksAgain();
    await showAlert(reply.message);
    setIsBusy(false);
    setIsAsking(false);
  }

  function ask(event: FormEvent): void {
    event.preventDefault();
    if (isChanged) setIsAsking(true);
  }

  return (
    <form onSubmit={ask} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Tick"
          choices={withOwn(tickChoices, saved.tick, moneyText(stock.tickSize))}
          value={draft.tick}
          onChoose={(tick) => setDraft({ ...draft, tick })}
        />
        <Select
          label="Price band"
          choices={withOwn(bandChoices, saved.band, `${saved.band}% each way`)}
          value={draft.band}
          onChoose={(band) => setDraft({ ...draft, band })}
        />
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={!isChanged}>
          Change terms
        </Button>
        <p className="text-sm text-muted">
          Today from {moneyText(stock.lowestPrice)} to {moneyText(stock.highestPrice)}
        </p>
      </div>
      <Confirm
        title={`Change tick and band of ${symbol}`}
        text="In force at once. Open orders whose limit lies between two of the new ticks, or outside the new band, are canceled, and their traders are told why. All others stay where they are."
        confirmLabel="Change terms"
        tone="primary"
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void save()}
        onCancel={() => setIsAsking(false)}
      />
    </form>
  );
}
