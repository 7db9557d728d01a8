// The day of the largest rises and falls, while trading is closed, too.
import { expect, test } from 'vitest';
import { moverWords } from './mover-words.ts';

test('on a Saturday today is not mentioned', () => {
  const session = '2026-11-30';
  const nextPhase = { phase: 'pre-open', at: '2026-11-30T03:30:00.000Z' } as const;
  const closed = { phase: 'closed', nextPhase, session, isHalted: false } as const;
  expect(Object.values(moverWords(closed))).toEqual(['on the last trading day', 'None on that day.']);
  expect(Object.values(moverWords({ ...closed, phase: 'open' }))).toEqual(['today', 'None so far today.']);
  expect(Object.values(moverWords(undefined))).toEqual(['today', 'None so far today.']);
});
