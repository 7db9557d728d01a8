// What the stocks desk does to a world: changed ticks and bands, splits, bonuses and dividends at the start of a day, and nonsense of each kind.
import type { Command } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { CorporateAction } from '../../core/market/corporate-action.ts';
import { HOSTILE } from './hostile.ts';
import type { Random } from './random.ts';

const TICKS = [1, 2, 5, 10, 50, 100, 500];
const BANDS = [20_000, 50_000, 100_000, 200_000, 400_000];
const RATIOS = [
  [1, 2],
  [1, 5],
  [2, 3],
  [3, 4],
  [5, 7],
  [7, 20],
  [1, 10],
] as const;

/** `day`: the day that begins, if one does. */
export function drawAffair(engine: Engine, random: Random, day: number): Command {
  const { instrument, quote } = random.pick([...engine.markets()]);
  const symbol = random.chance(0.97) ? instrument.symbol : 'NOWHERE';
  if (random.chance(0.5)) {
    const tickSize = random.chance(0.5) ? instrument.tickSize : random.pick(random.chance(0.95) ? TICKS : HOSTILE);
    const priceBand = random.chance(0.3) ? instrument.priceBand : random.pick(random.chance(0.95) ? BANDS : HOSTILE);
    return { kind: 'set-terms', symbol, tickSize, priceBand };
  }
  if (random.chance(0.1)) {
    const terms = { tickSize: random.pick(TICKS), priceBand: random.pick(BANDS), previousClose: random.pick(HOSTILE) };
    return { kind: 'list-instrument', instrument: { ...instrument, ...terms, symbol: 'NEW', sharesIssued: 1000 } };
  }
  const actions = Array.from({ length: random.whole(1, 3) }, (_, index): CorporateAction => {
    const whose = { id: day * 10 + index, symbol: random.chance(0.9) ? symbol : 'NOWHERE' };
    if (random.chance(0.4))
      return {
        ...whose,
        kind: 'dividend',
        perShare: random.chance(0.95) ? random.whole(1, Math.max(1, quote.last >> 3)) : random.pick(HOSTILE),
      };
    const [from, to] = random.chance(0.95) ? random.pick(RATIOS) : [random.pick(HOSTILE), random.pick(HOSTILE)];
    return { ...whose, kind: random.pick(['split', 'bonus']), from, to };
  });
  return { kind: 'start-day', day, actions };
}
