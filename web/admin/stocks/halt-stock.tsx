// Halting one stock, and letting it trade again.
import { useState } from 'react';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { call, newIdempotencyKey } from '../../api.ts';
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

export function HaltStock({ stock, isSmall = false }: { stock: ListedStock; isSmall?: boolean }) {
  const { symbol, isHalted } = stock;
  const [isAsking, setIsAsking] = useState(false);
  const verb = isHalted ? 'Resume' : 'Halt';

  async function change(wanted: HaltChange): Promise<string | null> {
    const reply = await call('POST /haltStock', { symbol, ...wanted }, { idempotencyKey: newIdempotencyKey() });
    readStocksAgain();
    return reply.ok ? null : reply.message;
  }

  return (
    <>
      <Button
        size={isSmall ? 'small' : 'normal'}
        tone={isHalted ? 'plain' : 'danger'}
        aria-label={`${verb} ${symbol}`}
        onClick={() => setIsAsking(true)}
        className="min-w-20"
      >
        {verb}
      </Button>
      <HaltQuestion
        title={`${verb} trading in ${symbol}`}
        consequence={consequenceOf(stock)}
        confirmLabel={`${verb} trading`}
        isHalted={isHalted}
        isOpen={isAsking}
        onConfirm={change}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
