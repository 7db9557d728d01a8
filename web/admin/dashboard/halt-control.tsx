// The stop for everything: a halt of all trading, and its end.
import { useQueryClient } from '@tanstack/react-query';
import { OctagonPause, Play } from 'lucide-react';
import { useState } from 'react';
import type { MarketState } from '../../../contract/admin/market-state.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { callKey } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { HaltQuestion } from '../halt-question.tsx';
import type { HaltChange } from '../halt-question.tsx';

const CONSEQUENCE =
  'No order is accepted and nothing trades, in any stock, until you resume trading. Open orders stay and can be canceled. Everybody sees a banner with your reason.';

export function HaltControl({ market }: { market: MarketState | undefined }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isHalted = market?.isHalted ?? false;
  const label = isHalted ? 'Resume trading' : 'Halt all trading';

  async function change(wanted: HaltChange): Promise<string | null> {
    const reply = await call('POST /haltMarket', wanted, { idempotencyKey: newIdempotencyKey() });
    if (reply.ok) queries.setQueryData(callKey('GET /marketState', {}), reply.data);
    await Promise.all([
      queries.invalidateQueries({ queryKey: callKey('GET /adminDashboard') }),
      queries.invalidateQueries({ queryKey: callKey('GET /auditLog') }),
    ]);
    return reply.ok ? null : reply.message;
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
        {label}
      </Button>
      <HaltQuestion
        title={label}
        consequence={CONSEQUENCE}
        confirmLabel={label}
        isHalted={isHalted}
        isOpen={isAsking}
        onConfirm={change}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
