// In which phase of its day the market is, in words: for the line under the header, which comes later than the words of the ticket.
import { clock, dayText } from './phase-words.ts';
import type { Phases } from './phase-words.ts';

/** What the market is doing now, and what comes next; times are India's. */
export function phaseText({ phase, nextPhase, session, isHalted }: Phases): { now: string; next: string } {
  const at = clock.format(new Date(nextPhase!.at));
  const halted = isHalted && 'Trading halted';
  switch (phase) {
    case 'open':
      return { now: halted || 'Market open', next: `closes at ${at} IST` };
    case 'pre-open':
      return halted
        ? { now: halted, next: `opening auction at ${at} IST, if the halt is over by then` }
        : { now: 'Pre-open session', next: `orders are collected, and trade at one price at ${at} IST` };
    case 'opening':
      // Not "held": a halt may have prevented the auction.
      return halted
        ? { now: halted, next: `trading begins at ${at} IST, if the halt is over by then` }
        : { now: 'Opening auction over', next: `trading begins at ${at} IST` };
    case 'closed':
      return {
        now: 'Market closed',
        next: `opens on ${dayText(session)} at 09:15 IST, after a pre-open session from ${at}`,
      };
  }
}
