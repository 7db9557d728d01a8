// The fields for target and stop loss, of a buy or of a bracket sale, and what each would come to.
import type { OrderSide } from '../../../contract/trade.ts';
import { rupeesFromPaise } from '../../../core/money.ts';
import type { Paise } from '../../../core/money.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { SteadyText } from '../../ui/steady-text.tsx';
import type { FieldMistakes } from './check.ts';
import { priceField } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import type { ExitOutcome } from './estimate.ts';
import { outcomeText } from './ticket-texts.ts';

export interface ExitFieldsProps {
  side: OrderSide;
  draft: TicketDraft;
  mistakes: FieldMistakes;
  onChange: (changes: Partial<TicketDraft>) => void;
  /** The tick, in rupees. */
  tickRupees: number;
  /** The price in paise at which the order is expected to trade; 0 while unknown. */
  price: Paise;
  /** What target and stop loss would come to; null while unknown. */
  outcome: ExitOutcome | null;
}

// The default exits: twice as much to gain as to lose.
const TARGET_PART = 1.04;
const STOP_PART = 0.98;

function onTick(rupees: number, tick: number): string {
  return priceField(Math.round(rupees / tick) * tick);
}

export function openingExits(price: Paise, tickRupees: number): Pick<TicketDraft, 'target' | 'stopLoss'> {
  const rupees = rupeesFromPaise(price);
  return { target: onTick(rupees * TARGET_PART, tickRupees), stopLoss: onTick(rupees * STOP_PART, tickRupees) };
}

export function ExitFields({ side, draft, mistakes, onChange, tickRupees, price, outcome }: ExitFieldsProps) {
  const { hasExits, target, stopLoss } = draft;
  const shared = { prefix: '\u20b9', min: tickRupees, step: tickRupees };
  return (
    <div className="flex flex-col gap-3">
      {side === 'BUY' && (
        <Checkbox
          label="Target and stop loss"
          hint="What you buy is sold at the first of the two that is reached; the other is gone then."
          checked={hasExits}
          onChange={(event) => onChange({ hasExits: event.currentTarget.checked, ...openingExits(price, tickRupees) })}
        />
      )}
      {hasExits && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <NumberInput
              {...shared}
              label="Target"
              value={target}
              onType={(text) => onChange({ target: text })}
              error={mistakes.target}
            />
            <NumberInput
              {...shared}
              label="Stop loss"
              value={stopLoss}
              onType={(text) => onChange({ stopLoss: text })}
              error={mistakes.stopLoss}
            />
          </div>
          {outcome && (
            <p aria-live="polite" className="text-sm text-muted">
              <SteadyText key={[draft.quantity, target, stopLoss].join()} text={outcomeText(side, outcome)} />
            </p>
          )}
        </>
      )}
    </div>
  );
}
