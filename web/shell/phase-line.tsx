// Says under the header whether the market is open and what comes next, where it has closing hours.
import { useMarketPhase } from '../market-phase.ts';
import { phaseText } from '../phase-words.ts';
import { classList } from '../ui/class-list.ts';

const dots = { open: 'bg-up', 'pre-open': 'bg-warn', opening: 'bg-warn', closed: 'bg-edge' } as const;

export function PhaseLine() {
  const state = useMarketPhase();
  if (!state) return null;
  const { now, next } = phaseText(state);
  return (
    <div role="status" className="border-b border-line bg-surface">
      <p className="mx-auto flex max-w-[90rem] items-baseline gap-2 px-4 py-1.5 text-xs text-muted sm:px-6">
        <span aria-hidden="true" className={classList('size-2 shrink-0 rounded-full', dots[state.phase])} />
        <span className="min-w-0">
          <strong className="font-semibold text-ink">{now}</strong>
          {` · ${next}`}
        </span>
      </p>
    </div>
  );
}
