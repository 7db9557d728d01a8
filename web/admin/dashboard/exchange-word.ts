// The state of the exchange in a word: recovering, halted, or a phase of its day.
import type { Dashboard } from '../../../contract/admin/dashboard.ts';
import { phaseText } from '../../phase-text.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Standing = Pick<Dashboard['market'], 'isHalted' | 'phase' | 'nextPhase' | 'session'>;

export function exchangeWord(isRunning: boolean, market: Standing): { word: string; tone: BadgeTone } {
  if (!isRunning) return { word: 'Recovering', tone: 'down' };
  if (market.isHalted) return { word: 'Halted', tone: 'warn' };
  if (market.phase === 'open') return { word: 'Trading', tone: 'up' };
  return { word: phaseText(market).now, tone: 'neutral' };
}
