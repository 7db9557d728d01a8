// In some sites each process ends expired bonuses, and announces their ends before, in rounds like those of the server; and the checks after such a round.
import type { Engine } from '../../../core/engine.ts';
import { expireBonuses, warnOfEnds } from '../../../server/rewards/expiry.ts';
import type { ExpiryOptions } from '../../../server/rewards/expiry.ts';
import { Random } from '../random.ts';
import type { Tables } from './tables.ts';

/** Makes another sequence of the seed, in which no site of regressions.txt has these rounds. */
const ROUNDS = 165_452;
const SHARE = 0.15;
const RATE = 0.1;
const HOUR_MS = 3_600_000;

export const endsBonuses = (seed: number): boolean => new Random(seed + ROUNDS).chance(SHARE);

/** Long enough for bonuses to come near to their ends, and to pass them. */
export const LEAPS_HOURS = [6, 20, 24, 24, 48] as const;

/** A bonus that a person earns in one step, besides what level A's people are given; the same in each step, whatever was left out before. */
export function drawBonus(seed: number, step: number): { amount: number; lastsMs: number } | null {
  const random = new Random((seed ^ ROUNDS) * 1_009 + step);
  if (!random.chance(RATE)) return null;
  return { amount: random.whole(1, 1_000_000), lastsMs: random.pick([1, 6_000, 20_000, 30 * HOUR_MS, 60 * HOUR_MS]) };
}

export async function bonusRound(options: ExpiryOptions): Promise<void> {
  await expireBonuses(options);
  await warnOfEnds(options);
}

/** Checks what a round that began at `at` should have done. */
export function bonusFaults({ venue }: Engine, { rewards, notices }: Tables, at: number): string[] {
  const wrong: string[] = [];
  for (const { id: account, bonus, cash } of venue.traders.values())
    if (bonus !== null && bonus.expiresAt <= at && venue.ledger.available(cash) > 0)
      wrong.push(`${account} could give back ${bonus.left} of a bonus that ended at ${bonus.expiresAt}`);
  for (const { id, account, state, expiresAt, warnedAt, warnedOf } of rewards.values()) {
    const isTold = notices.has(`${account} reward-end:${id}`);
    if (state === 'paid' && expiresAt !== null && expiresAt <= at && warnedAt === null)
      wrong.push(`reward ${id} ended, and nobody looked whether to speak of it`);
    if (isTold !== (warnedOf !== null && expiresAt! > warnedAt!))
      wrong.push(`the end of reward ${id} is ${isTold ? '' : 'not '}told, with ${warnedOf} of it left at ${warnedAt}`);
  }
  return wrong;
}
