// The stop for everything: asks once with the reason that everybody will read, says what will follow, and lets trading go on again.
import { useQueryClient } from '@tanstack/react-query';
import { OctagonPause, Play } from 'lucide-react';
import { useState } from 'react';
import type { MarketState } from '../../../contract/admin/market-state.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { callKey } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextInput } from '../../ui/text-input.tsx';

export function HaltControl({ market }: { market: MarketState | undefined }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState('');
  const isHalted = market?.isHalted ?? false;

  async function change(): Promise<void> {
    setIsBusy(true);
    const reply = await call(
      'POST /haltMarket',
      { isHalted: !isHalted, ...(isHalted ? {} : { reason }) },
      { idempotencyKey: newIdempotencyKey() },
    );
    setIsBusy(false);
    setIsAsking(false);
    if (reply.ok) {
      setReason('');
      queries.setQueryData(callKey('GET /marketState', {}), reply.data);
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: callKey('GET /adminDashboard') }),
      queries.invalidateQueries({ queryKey: callKey('GET /auditLog') }),
    ]);
    if (!reply.ok) await showAlert(reply.message);
  }

  return (
    <>
      <Button
        tone={isHalted ? 'primary' : 'danger'}
        disabled={!market}
        onClick={() => setIsAsking(true)}
        className="min-w-44"
      >
        {isHalted ? <Play size={16} aria-hidden="true" /> : <OctagonPause size={16} aria-hidden="true" />}
        {isHalted ? 'Let trading go on' : 'Halt all trading'}
      </Button>
      <Confirm
        title={isHalted ? 'Let trading go on' : 'Halt all trading'}
        text={
          isHalted
            ? 'Orders are taken again at once. Orders that wait go on in their order, and stops that the last price has reached fire.'
            : 'No order is taken and nothing trades, in any stock, until you let trading go on. Open orders stay and can be canceled. Everybody sees a banner with your reason.'
        }
        confirmLabel={isHalted ? 'Let trading go on' : 'Halt all trading'}
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
