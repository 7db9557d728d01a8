// What the market does now, and what comes next, in words.
import type { ToolResult } from '../tools/toolbox.ts';
import { timeWords } from './wording.ts';

const PHASE_WORDS = {
  open: 'the market is open',
  'pre-open': 'orders are collected for the opening auction',
  opening: 'the opening auction has been held',
  closed: 'the market is closed',
} as const;
const NEXT_WORDS = {
  open: 'trading begins',
  'pre-open': 'the pre-open session begins',
  opening: 'the auction is held',
  closed: 'trading ends',
} as const;

const HALTED =
  'All trading is halted now: open orders can be canceled, new ones are not taken. The line at the top of every screen says since when, and why.';

/** What the market does now; false where there is nothing to tell. */
export function nowText({
  tradingHours: hours,
  isMarketHalted,
}: Pick<ToolResult<'rules'>, 'tradingHours' | 'isMarketHalted'>): string | false {
  if (hours === null) return isMarketHalted && HALTED;
  const { phase, nextPhase, nextAt, isTradingDay } = hours;
  const next = `${NEXT_WORDS[nextPhase]} on ${timeWords(nextAt)} IST.`;
  return isMarketHalted
    ? `${HALTED} By the clock, ${next}`
    : `${isTradingDay ? 'Now' : 'Today is no trading day:'} ${PHASE_WORDS[phase]}; ${next}`;
}
