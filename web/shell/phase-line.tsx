// Says under the header whether the market is open and what comes next, where it has closing hours.
import { useEffect } from 'react';
import { useMarketPhase, useMarketState } from '../market-phase.ts';
import { phaseText } from '../phase-text.ts';
import { keepPhaseText, PhaseBar, PhaseSpace } from './phase-space.tsx';

const dots = { open: 'bg-up', 'pre-open': 'bg-warn', opening: 'bg-warn', closed: 'bg-edge' } as const;

export function PhaseLine() {
  const state = useMarketPhase();
  const isKnown = useMarketState() !== undefined;
  const words = state && phaseText(state);
  const said = words ? `${words.now} \u00b7 ${words.next}` : null;
  useEffect(() => {
    if (isKnown) keepPhaseText(said);
  }, [isKnown, said]);
  if (!isKnown) return <PhaseSpace />;
  if (!state || !words) return null;
  return (
    <div role="status">
      <PhaseBar dot={state.isHalted ? dots.opening : dots[state.phase]}>
        <strong className="font-semibold text-ink">{words.now}</strong>
        {` \u00b7 ${words.next}`}
      </PhaseBar>
    </div>
  );
}
