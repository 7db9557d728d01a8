// The market-wide halt: starting it, and ending it.
import { OctagonPause, Play } from 'lucide-react';
import { useState } from 'react';
import type { MarketState } from '../../../contract/admin/market-state.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import type { Refusal } from '../../api.ts';
import { callKey, invalidateCalls, takePushed } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { HaltQuestion } from '../halt-question.tsx';
import type { HaltChange } from '../halt-question.tsx';

const CONSEQUENCE =
  'No order is accepted and nothing trades, in any stock, until you resume trading. Open orders stay and can be canceled. Everybody sees a banner with your reason.';

const labelOf = (isHalted: boolean): string => (isHalted ? 'Resume trading' : 'Halt all trading');

export function HaltControl({ market }: { market: MarketState | undefined }) {
  /** Whether trading was halted when the button was pressed; null while nothing is asked. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const isHalted = market?.isHalted ?? false;

  async function change(wanted: HaltChange): Promise<Refusal | null> {
    const reply = await call('POST /haltMarket', wanted, { idempotencyKey: newIdempotencyKey() });
    if (reply.ok) takePushed(callKey('GET /marketState', {}), reply.data);
    await invalidateCalls('GET /adminDashboard');
    return reply.ok ? null : reply;
  }

  return (
    <>
      <Button
        tone={isHalted ? 'primary' : 'danger'}
        disabled={!market}
        onClick={() => setAsked(isHalted)}
        className="sm:min-w-44"
      >
        {isHalted ? <Play size={16} aria-hidden="true" /> : <OctagonPause size={16} aria-hidden="true" />}
        {labelOf(isHalted)}
      </Button>
      {asked !== null && (
        <HaltQuestion
          title={labelOf(asked)}
          consequence={CONSEQUENCE}
          confirmLabel={labelOf(asked)}
          isHalted={asked}
          onConfirm={change}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
