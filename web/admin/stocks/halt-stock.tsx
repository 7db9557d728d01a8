// Halting one stock, with the reason that everybody will read, and letting it trade again.
import { useState } from 'react';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { countText } from '../../ui/number-text.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { readStocksAgain } from './after-change.ts';

function consequence({ symbol, openOrders }: ListedStock): string {
  const waiting =
    openOrders === 0
      ? 'No open order waits in it.'
      : `${openOrders === 1 ? '1 open order stays' : `${countText(openOrders)} open orders stay`} and can be canceled.`;
  return `From now on no order in ${symbol} is taken and nothing in it trades, until you let it go on. ${waiting} Everybody sees your reason on its page.`;
}

export function HaltStock({ stock, isSmall = false }: { stock: ListedStock; isSmall?: boolean }) {
  const { symbol, isHalted } = stock;
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState('');

  async function change(): Promise<void> {
    setIsBusy(true);
    const reply = await call(
      'POST /haltStock',
      { symbol, isHalted: !isHalted, ...(isHalted ? {} : { reason }) },
      { idempotencyKey: newIdempotencyKey() },
    );
    setIsBusy(false);
    setIsAsking(false);
    setReason('');
    readStocksAgain();
    if (!reply.ok) await showAlert(reply.message);
  }

  return (
    <>
      <Button
        size={isSmall ? 'small' : 'normal'}
        tone={isHalted ? 'plain' : 'danger'}
        aria-label={`${isHalted ? 'Resume' : 'Halt'} ${symbol}`}
        onClick={() => setIsAsking(true)}
        className="min-w-20"
      >
        {isHalted ? 'Resume' : 'Halt'}
      </Button>
      <Confirm
        title={isHalted ? `Resume trading in ${symbol}` : `Halt trading in ${symbol}`}
        text={
          isHalted
            ? 'Orders are taken again at once. Orders that wait go on in their order, and stops that the last price has reached fire.'
            : consequence(stock)
        }
        confirmLabel={isHalted ? 'Resume trading' : 'Halt trading'}
        tone={isHalted ? 'primary' : 'danger'}
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void change()}
        onCancel={() => setIsAsking(false)}
      >
        {!isHalted && (
          <TextInput
            label="Reason, shown to everybody (optional)"
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.currentTarget.value)}
            className="mt-4"
          />
        )}
      </Confirm>
    </>
  );
}
