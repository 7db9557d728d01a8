// Instants at which something of a world begins or ends: an act at that very moment shows whether it still counts.
import type { Command, PlaceOrder } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { FeeSchedule } from '../../core/trade/settings.ts';
import type { Position } from '../../core/trade/position.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
/** Nobody waits longer than this for a moment. */
const LATEST_MS = 30 * HOUR_MS;

export interface Moment {
  readonly at: number;
  /** The command at that instant. */
  readonly command: Command;
}

/** A moment from `from` on; null if there is none. `order` is one that a person would place. */
export function drawMoment(
  engine: Engine,
  random: Random,
  { from, order }: { from: number; order: () => PlaceOrder },
): Moment | null {
  if (random.chance(0.1)) return { at: from, command: { kind: 'set-fees', fees: manyFees(engine, random, from) } };
  const drawn = random.pick([bonusEnds, promotions, windowEnds])(engine, random, order);
  const ahead = drawn.filter(({ at }) => at >= from && at < from + LATEST_MS);
  return ahead.length === 0 ? null : random.pick(ahead);
}

function bonusEnds({ venue }: Engine): Moment[] {
  return venue.traders
    .values()
    .flatMap(({ id: account, bonus }) =>
      bonus === null ? [] : [{ at: bonus.expiresAt, command: { kind: 'expire-reward', account } }],
    );
}

function promotions({ venue }: Engine, _: Random, order: () => PlaceOrder): Moment[] {
  return venue.fees.promotions.flatMap(({ startsAt, endsAt }) => {
    const command = order();
    return [startsAt, endsAt].map((at) => ({ at, command }));
  });
}

/** A trade leaves the timeframe of the limits: the order is for as many shares as are allowed just then. */
function windowEnds({ venue }: Engine, random: Random, order: () => PlaceOrder): Moment[] {
  const { maxBuyLimit, maxSellLimit, timeframeInHours } = venue.limits;
  const position = somePosition(venue.traders.values(), random);
  if (position === null) return [];
  const { bought, sold, openBuyQuantity, openSellQuantity } = position;
  const command = order();
  const isBuy = random.chance(0.5);
  const entries = (isBuy ? bought : sold).entries(venue.at);
  const limit = isBuy ? maxBuyLimit - openBuyQuantity : maxSellLimit - openSellQuantity;
  return entries.map(({ at }) => {
    const counted = entries.reduce((sum, entry) => sum + (entry.at > at ? entry.quantity : 0), 0);
    const asked = {
      ...command,
      account: position.traderId,
      symbol: position.market.instrument.symbol,
      side: isBuy ? 'buy' : 'sell',
      quantity: Math.max(1, limit - counted),
    } as const;
    return { at: at + timeframeInHours * HOUR_MS, command: asked };
  });
}

function somePosition(traders: ReturnType<Engine['venue']['traders']['values']>, random: Random): Position | null {
  const traded = traders.flatMap(({ positions }) => [...positions.values()]);
  return traded.length === 0 ? null : random.pick(traded);
}

/** Rows of which several apply, and promotions that begin and end soon, one when another does. */
function manyFees({ venue }: Engine, random: Random, from: number): FeeSchedule {
  const row = () => {
    const minQuantity = random.whole(1, 8);
    return { minQuantity, maxQuantity: random.whole(minQuantity, 40), discount: random.whole(1, 400_000) };
  };
  const [first, second, third] = [1, 2, 3].map((many) => from + many * random.whole(1, 10) * 60_000);
  const promotion = (id: string, startsAt: number, endsAt: number) => {
    return { id, name: id, discount: random.whole(1, 900_000), startsAt, endsAt };
  };
  const promotions = [promotion('one', first, second), promotion('two', second, third)];
  return { ...venue.fees, volumeDiscounts: [row(), row(), row()], promotions };
}
