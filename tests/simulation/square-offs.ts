// Positions that the exchange is told to square off: those it would, and sometimes others.
import type { Command } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { Random } from './random.ts';

/** Mostly of somebody who holds intraday shares; else of `given`. */
export function drawSquareOff(engine: Engine, random: Random, given: { account: number; symbol: string }): Command {
  const held = [...engine.venue.intraday];
  const cause = random.chance(0.5) ? 'day-end' : 'loss';
  if (held.length === 0 || random.chance(0.1)) {
    const symbol = random.chance(0.9) ? given.symbol : 'NOWHERE';
    return { kind: 'square-off', account: given.account, symbol, cause };
  }
  const { traderId, market, lots } = random.pick(held);
  // As where trading never ends: what was bought last is kept.
  const newest = Math.max(...lots.map(({ product, boughtAt }) => (product === 'intraday' ? boughtAt : 0)));
  const kept = cause === 'day-end' && newest % 2 === 0 ? { boughtBefore: newest } : {};
  return { kind: 'square-off', account: traderId, symbol: market.instrument.symbol, cause, ...kept };
}

/** Null if nobody has lost that much. */
export function drawLossSquareOff(engine: Engine, random: Random): Command | null {
  const losers = engine.positionsOnLoss();
  if (losers.length === 0) return null;
  const { traderId, market } = random.pick(losers);
  return { kind: 'square-off', account: traderId, symbol: market.instrument.symbol, cause: 'loss' };
}
