// Rewards, and the periodic work of ending bonuses, retrying payments, and finding missed rewards.
import { Rewards } from '../rewards/rewards.ts';
import { everyRound, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { VenueParts } from './venue.ts';

/** How often bonuses are ended, and failed payments retried. */
const TIME_ROUND_MS = 60_000;
/** How often to look for missed rewards. */
const CATCH_UP_MS = 15 * 60_000;

export async function openRewards(
  site: Site,
  { exchange, notices }: Pick<VenueParts, 'exchange' | 'notices'>,
): Promise<Rewards> {
  const { db, log, now, closers } = site;
  const rewards = await Rewards.open({ db, venue: MAIN_VENUE, exchange, notices, log, now });
  closers.add(() => rewards.close());
  return rewards;
}

/** Before anybody can pay or trade: first what an earlier process left undone, then what happens from now on. */
export async function startRewards(site: Site, rewards: Rewards): Promise<void> {
  rewards.watch();
  await rewards.recover();
  everyRound(site, TIME_ROUND_MS, 'ending bonuses', () => rewards.passTime());
  everyRound(site, CATCH_UP_MS, 'looking for rewards', () => rewards.catchUp());
  // Not awaited: people can trade meanwhile.
  void rewards.catchUp().catch((error: unknown) => site.log.warn({ err: error }, 'rewards wait for the next round'));
}
