// The state of the exchange in a word: ended, recovering, halted, or a phase of its day.
import type { Dashboard } from '../../../contract/admin/dashboard.ts';
import { phaseText } from '../../phase-text.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Standing = Pick<Dashboard['market'], 'isHalted' | 'phase' | 'nextPhase' | 'session'>;

type Health = Pick<Dashboard['health'], 'isRunning' | 'hasEnded'>;

type Word = { word: string; tone: BadgeTone };

export function exchangeWord({ isRunning, hasEnded }: Health, market: Standing): Word {
  if (!isRunning) return { word: hasEnded ? 'Ended' : 'Recovering', tone: 'down' };
  if (market.isHalted) return { word: 'Halted', tone: 'warn' };
  if (market.phase === 'open') return { word: 'Trading', tone: 'up' };
  return { word: phaseText(market).now, tone: 'neutral' };
}
