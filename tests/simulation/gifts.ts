// Rewards that people of a world get or lose: of all sizes, permanent or for a while, and nonsense.
import type { Command } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import { HOSTILE } from './hostile.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface Giving {
  readonly world: World;
  readonly at: number;
  readonly rewardId: number;
}

export function drawGift(engine: Engine, luck: Random, giving: Giving): Command {
  const account = luck.whole(1, giving.world.users);
  const doing = luck.weighted({ grant: 5, end: 5, hostile: 1 });
  if (doing === 'grant') return gift(account, luck, giving);
  if (doing === 'hostile') return hostileGift(account, luck, giving);
  const holders = engine.venue.traders.values().filter(({ bonus }) => bonus !== null);
  const isAnybody = holders.length === 0 || luck.chance(0.1);
  return { kind: 'expire-reward', account: isAnybody ? luck.pick([account, 9999]) : luck.pick(holders).id };
}

/** From less than a share to more than an order; some are permanent, some end at once, some later. */
function gift(account: number, luck: Random, { world, at, rewardId }: Giving): Command {
  const { previousClose } = luck.pick(world.instruments);
  const most = Math.min(previousClose * world.maxQuantity, 1e11);
  const amount = luck.whole(1, luck.pick([previousClose, most, most]));
  const ends = at + luck.pick([0, world.pauseMs * 10, world.pauseMs * 50]);
  return { kind: 'grant-reward', account, rewardId, amount, expiresAt: luck.chance(0.3) ? null : ends };
}

function hostileGift(account: number, luck: Random, { at }: Giving): Command {
  const amount = luck.pick([...HOSTILE, 1e13]);
  return {
    kind: 'grant-reward',
    account: luck.pick([account, 0, -1, 9999]),
    rewardId: 1,
    amount,
    expiresAt: luck.pick([null, at]),
  };
}
