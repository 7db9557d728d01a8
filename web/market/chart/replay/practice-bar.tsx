// The practice controls of a replay: quantity, buy, sell and close, the purse, and the latest event. No order leaves the page.
import { useState } from 'react';
import { toRupees } from '../../../../contract/wire/sums.ts';
import { mean } from '../../../../core/money.ts';
import type { Side } from '../../../../core/market/instrument.ts';
import { Button } from '../../../ui/button.tsx';
import { classList } from '../../../ui/class-list.ts';
import { Change } from '../../../ui/money.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { countText, moneyText, priceText } from '../../../ui/number-text.ts';
import { worthIn } from './practice.ts';
import { openPractice } from './practice-summary.ts';
import type { OwnPractice } from './use-practice.ts';

const FIRST_QUANTITY = '10';

/** The quantity that buttons and keys use. */
export function usePracticeQuantity(practice: OwnPractice) {
  const [text, setText] = useState(FIRST_QUANTITY);
  const trade = (side: Side): void => practice.place({ side, quantity: text.trim() === '' ? 0 : Number(text) });
  return { text, setText, trade };
}

export interface PracticeBarProps {
  practice: OwnPractice;
  quantity: ReturnType<typeof usePracticeQuantity>;
  onExits: () => void;
  onSummary: () => void;
}

function Purse({ practice: { now, terms } }: Pick<PracticeBarProps, 'practice'>) {
  const open = openPractice(now, terms);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <span className="font-semibold text-[var(--series-5)]">Practice</span>
      <span>
        <span className="text-muted">Purse </span>
        {moneyText(toRupees(worthIn(now)))}
      </span>
      {open && (
        <span>
          {`${countText(open.quantity)} at ${priceText(toRupees(mean(open.cost, open.quantity)))} `}
          <Change value={toRupees(open.profit)} />
          <span className="text-muted max-sm:sr-only"> if sold now, after charges</span>
        </span>
      )}
    </p>
  );
}

const NOTE = 'Orders fill at the close of the bar shown. Not a real order, and no real money.';

export function PracticeBar({ practice, quantity, onExits, onSummary }: PracticeBarProps) {
  const { now, said, isAsking, place } = practice;
  const { text, setText, trade } = quantity;
  const price = now.price === 0 ? '' : priceText(toRupees(now.price));
  const held = openPractice(now, practice.terms)?.quantity ?? 0;
  return (
    <div
      role="group"
      aria-label="Practice"
      className="grid grid-cols-1 gap-x-6 gap-y-1 border-t-2 border-[var(--series-5)] px-4 py-2 lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center"
    >
      <div className="flex flex-wrap items-center gap-2">
        <NumberInput
          label="Practice shares"
          hideLabel
          min={1}
          value={text}
          onType={setText}
          className="w-20 max-sm:flex-1"
        />
        <Button
          tone="buy"
          busy={isAsking}
          title="Shift and B"
          onClick={() => trade('buy')}
          className="max-sm:h-11 max-sm:flex-1"
        >
          Buy {price}
          <span className="sr-only">in practice</span>
        </Button>
        <Button
          tone="sell"
          busy={isAsking}
          title="Shift and S"
          onClick={() => trade('sell')}
          className="max-sm:h-11 max-sm:flex-1"
        >
          Sell {price}
          <span className="sr-only">in practice</span>
        </Button>
        {now.fills.length > 0 && (
          <div className="flex gap-2 max-sm:w-full max-sm:[&_button]:h-11 max-sm:[&_button]:flex-auto max-sm:[&_button]:px-2">
            {held > 0 && (
              <>
                <Button busy={isAsking} onClick={() => place({ side: 'sell', quantity: held })}>
                  Close all
                </Button>
                <Button onClick={onExits}>Stop and target</Button>
              </>
            )}
            <Button tone="quiet" onClick={onSummary}>
              Summary
            </Button>
          </div>
        )}
      </div>
      <div className="min-w-0">
        <Purse practice={practice} />
        <p aria-hidden={said.text !== ''} className={classList('text-sm', said.isRefusal ? 'text-down' : 'text-muted')}>
          {said.text || NOTE}
        </p>
      </div>
      <p role="status" className="sr-only">
        {said.text}
      </p>
    </div>
  );
}
