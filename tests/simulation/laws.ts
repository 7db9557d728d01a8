// Statutory charges in a world: the table goes on and off, and its rates begin on one of the next days.
import type { Command } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { FeeSchedule } from '../../core/trade/settings.ts';
import type { StatutoryRates, StatutoryTable } from '../../core/trade/statutory.ts';
import type { Random } from './random.ts';

export function drawLaw({ venue }: Engine, random: Random, at: number): Command {
  const { isOn, rates } = venue.fees.statutory;
  const statutory = random.chance(0.4) ? { isOn: !isOn, rates } : drawTable(random, at);
  return { kind: 'set-fees', fees: { ...venue.fees, statutory } };
}

/** The fees of a world with statutory charges from the beginning. */
export function withLaw(fees: FeeSchedule, random: Random): FeeSchedule {
  return { ...fees, statutory: { ...drawTable(random, 0), isOn: true } };
}

/** Rows of some days around today, in any order; sometimes none has begun yet. */
function drawTable(random: Random, at: number): StatutoryTable {
  const today = Math.floor(at / 86_400_000);
  const days = new Set(Array.from({ length: random.whole(0, 4) }, () => Math.max(0, today + random.whole(-3, 3))));
  if (random.chance(0.9)) days.add(0);
  return { isOn: random.chance(0.8), rates: [...days].map((from) => drawRates(random, from)) };
}

function drawRates(random: Random, from: number): StatutoryRates {
  const rate = () => random.pick([0, 1, 100, 2_970, 100_000, 333_333, 3_000_000, 9_999_999]);
  return {
    from,
    sttDelivery: rate(),
    sttIntradaySell: rate(),
    exchange: rate(),
    sebi: rate(),
    stampDelivery: rate(),
    stampIntraday: rate(),
    gst: random.pick([0, 18_000_000, 18_000_000, 50_000_000]),
  };
}
