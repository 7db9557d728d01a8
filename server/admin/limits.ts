// The trading limits: saved here, enforced by the exchange from the next order on.
import { controlMessages } from '../../contract/messages/control.ts';
import type { TradingLimits } from '../../core/trade/settings.ts';
import { createGate } from '../gate.ts';
import type { Handlers } from '../handler.ts';
import { isSavedBefore } from '../stale.ts';
import type { AdminContext } from './context.ts';

export function limitHandlers({ exchange, acts }: AdminContext): Pick<Handlers, 'POST /updateLimit'> {
  // One after the other, so that each log entry has the right limits as those before.
  const gate = createGate({ most: 1, mostWaiting: 20 });

  return {
    'POST /updateLimit': ({ input: { seen, ...limits }, user, ip }) =>
      gate(async () => {
        const before = await exchange.read((engine) => ({ ...engine.venue.limits }));
        const saved = { message: controlMessages.limitsSaved, data: limits };
        if (isSavedBefore({ seen, inForce: before, wanted: limits })) return saved;
        const by = { actor: user.id, ip };
        await acts.carryOut(
          { action: 'update-limits', subject: 'limits', detail: changesOf(before, limits), by },
          { kind: 'set-limits', limits },
        );
        return saved;
      }),
  };
}

function changesOf(before: TradingLimits, after: TradingLimits): Record<string, { from: number; to: number }> {
  const fields = ['maxBuyLimit', 'maxSellLimit', 'timeframeInHours'] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
