// Stop loss and target for the position held in practice: later bars carry them out, and the dialog explains how.
import { useState } from 'react';
import { toRupees } from '../../../../contract/wire/sums.ts';
import { paiseFromRupees } from '../../../../core/money.ts';
import type { Paise } from '../../../../core/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { priceText } from '../../../ui/number-text.ts';
import type { OwnPractice } from './use-practice.ts';

const shown = (price: Paise | null): string => (price === null ? '' : toRupees(price).toFixed(2));

/** Null for none; undefined if it is not a price. The tick of that time is unknown, since it depended on the price and shares were split since. */
function priceOf(text: string): Paise | null | undefined {
  if (text.trim() === '') return null;
  const price = paiseFromRupees(Number(text));
  return price !== null && price > 0 ? price : undefined;
}

export interface PracticeExitsProps {
  practice: OwnPractice;
  /** The step of the arrow keys. */
  tick: number;
  onClose: () => void;
}

export function PracticeExitsDialog({ practice, tick, onClose }: PracticeExitsProps) {
  const { exits, price } = practice.now;
  const [stop, setStop] = useState(shown(exits.stop));
  const [target, setTarget] = useState(shown(exits.target));
  const [error, setError] = useState<string | null>(null);

  function save(): void {
    const [low, high] = [priceOf(stop), priceOf(target)];
    if (low === undefined || high === undefined) return setError('Enter prices in rupees, with two decimals at most.');
    const refusal = practice.setExits({ stop: low, target: high });
    if (refusal === null) onClose();
    else setError(refusal);
  }

  return (
    <Dialog
      title="Practice: stop loss and target"
      size="small"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="practice-exits">
            Set
          </Button>
        </>
      }
    >
      <form
        id="practice-exits"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="text-muted">{`The bar shown closed at ${priceText(toRupees(price))}. Leave a field empty for none.`}</p>
        <NumberInput label="Stop loss" prefix="₹" step={tick} min={0} value={stop} onType={setStop} />
        <NumberInput label="Target" prefix="₹" step={tick} min={0} value={target} onType={setTarget} error={error} />
        <p className="text-sm text-muted">
          All is sold at the first bar that reaches one of them. A bar that opens beyond fills at its open. If one bar
          reaches both, the stop loss counts.
        </p>
      </form>
    </Dialog>
  );
}
