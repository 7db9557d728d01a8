// Halting one stock, and letting it trade again.
import { useState } from 'react';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import type { Refusal } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { countText } from '../../ui/number-text.ts';
import { HaltQuestion } from '../halt-question.tsx';
import type { HaltChange } from '../halt-question.tsx';
import { readStocksAgain } from './after-change.ts';

function consequenceOf({ symbol, openOrders }: ListedStock): string {
  const waiting =
    openOrders === 0
      ? 'It has no open orders.'
      : `${openOrders === 1 ? '1 open order stays' : `${countText(openOrders)} open orders stay`} and can be canceled.`;
  return `No order in ${symbol} is accepted and nothing in it trades until you resume it. ${waiting} Everybody sees your reason on its page.`;
}

const verbOf = (isHalted: boolean): string => (isHalted ? 'Resume' : 'Halt');

export function HaltStock({ stock, isSmall = false }: { stock: ListedStock; isSmall?: boolean }) {
  const { symbol, isHalted } = stock;
  /** Whether it was halted when the button was pressed; null while nothing is asked. */
  const [asked, setAsked] = useState<boolean | null>(null);

  async function change(wanted: HaltChange): Promise<Refusal | null> {
    const reply = await call('POST /haltStock', { symbol, ...wanted }, { idempotencyKey: newIdempotencyKey() });
    readStocksAgain();
    return reply.ok ? null : reply;
  }

  return (
    <>
      <Button
        size={isSmall ? 'small' : 'normal'}
        tone={isHalted ? 'plain' : 'danger'}
        aria-label={`${verbOf(isHalted)} ${symbol}`}
        onClick={() => setAsked(isHalted)}
        className="min-w-20"
      >
        {verbOf(isHalted)}
      </Button>
      {asked !== null && (
        <HaltQuestion
          title={`${verbOf(asked)} trading in ${symbol}`}
          consequence={consequenceOf(stock)}
          confirmLabel={`${verbOf(asked)} trading`}
          isHalted={asked}
          onConfirm={change}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
