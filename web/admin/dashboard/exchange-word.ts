// The state of the exchange in a word: ended, recovering, halted, or a phase of its day.
import type { Dashboard } from '../../../contract/admin/dashboard.ts';
import { phaseText } from '../../phase-text.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Standing = Pick<Dashboard['market'], 'isHalted' | 'phase' | 'nextPhase' | 'session'>;

type Word = { word: string; tone: BadgeTone };

export function exchangeWord(isRunning: boolean, market: Standing, areBooksRight = true): Word {
  // It does not go on with books that do not add up.
  if (!isRunning) return { word: areBooksRight ? 'Recovering' : 'Ended', tone: 'down' };
  if (market.isHalted) return { word: 'Halted', tone: 'warn' };
  if (market.phase === 'open') return { word: 'Trading', tone: 'up' };
  return { word: phaseText(market).now, tone: 'neutral' };
}
