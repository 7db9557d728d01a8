// The word on the dashboard: nothing trades in a halt, nor before the open and after the close.
import { expect, test } from 'vitest';
import { exchangeWord } from './exchange-word.ts';

test('the exchange is shown as trading while it trades, and at no other time', () => {
  const session = '2026-11-23';
  const next = { phase: 'open', at: '2026-11-23T03:45:00.000Z' } as const;
  const open = { isHalted: false, phase: 'open', nextPhase: null, session } as const;
  const running = { isRunning: true, hasEnded: false };
  const words = [
    exchangeWord(running, open),
    exchangeWord(running, { ...open, isHalted: true }),
    exchangeWord({ isRunning: false, hasEnded: false }, open),
    exchangeWord({ isRunning: false, hasEnded: true }, open),
    ...(['closed', 'pre-open', 'opening'] as const).map((phase) =>
      exchangeWord(running, { ...open, phase, nextPhase: next }),
    ),
  ];
  expect(words.map(({ word }) => word)).toEqual([
    'Trading',
    'Halted',
    'Recovering',
    'Ended',
    'Market closed',
    'Pre-open session',
    'Opening auction over',
  ]);
});
